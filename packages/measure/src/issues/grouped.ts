import type { SearchTest } from '@sightglass/wire';
import { type Binder, testText } from '../search/test.ts';

/** SQL: which issue each fingerprint belongs to; those that are not in it are issues of their own. */
export const groups = `(
    SELECT fingerprint, argMax(issue, version) AS grouped FROM issue_groups WHERE project = {project:String} GROUP BY fingerprint
  )`;

/** SQL: whether a fingerprint belongs to one of `{ids:Array(String)}`. */
export const ofIssues = (fingerprint: string): string => `(
    ${fingerprint} IN (SELECT fingerprint FROM ${groups} WHERE grouped IN {ids:Array(String)})
    OR (${fingerprint} IN {ids:Array(String)} AND ${fingerprint} NOT IN (SELECT fingerprint FROM ${groups})))`;

/** SQL: the same of an issue that a search names. A fingerprint by itself finds what it is on, whatever issue that is part of. */
export const isOfIssue = (fingerprint: string, test: SearchTest, binder: Binder): string =>
  `(${testText(fingerprint, test, binder)} OR ${fingerprint} IN (SELECT fingerprint FROM ${groups} WHERE ${testText('grouped', test, binder)}))`;
