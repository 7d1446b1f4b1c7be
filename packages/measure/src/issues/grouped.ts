import type { Columns } from '@sightglass/store';
import type { SearchTest } from '@sightglass/wire';
import { type Binder, testText } from '../search/test.ts';

/** SQL: which issue each fingerprint belongs to; those that are not in it are issues of their own. */
export const groups = `(
    SELECT fingerprint, argMax(issue, version) AS grouped FROM issue_groups WHERE project = {project:String} GROUP BY fingerprint
  )`;

/** Those that belong to these issues. Asked before what is asked of them: an index spares what it can only by what is named. */
export async function fingerprintsOf(columns: Columns, project: string, issues: readonly string[]): Promise<string[]> {
  const known = await columns.ask<{ fingerprint: string; grouped: string }>(
    `SELECT fingerprint, grouped FROM ${groups} WHERE grouped IN {issues:Array(String)} OR fingerprint IN {issues:Array(String)} ORDER BY fingerprint`,
    { project, issues },
  );
  const wanted = new Set(issues);
  const elsewhere = new Set(known.map(({ fingerprint }) => fingerprint));
  return [
    ...known.filter(({ grouped }) => wanted.has(grouped)).map(({ fingerprint }) => fingerprint),
    ...issues.filter((id) => !elsewhere.has(id)),
  ];
}

/** SQL: the same of an issue that a search names. A fingerprint by itself finds what it is on, whatever issue that is part of. */
export const isOfIssue = (fingerprint: string, test: SearchTest, binder: Binder): string =>
  `(${testText(fingerprint, test, binder)} OR ${fingerprint} IN (SELECT fingerprint FROM ${groups} WHERE ${testText('grouped', test, binder)}))`;
