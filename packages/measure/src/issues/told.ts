import { type Columns, issuePeople, issueSums } from '@sightglass/store';
import { bucketMsOf } from '../bucket.ts';
import { manySessions } from '../search/narrowed.ts';
import { overDays } from '../while-days-stand.ts';
import { tellFound } from './found.ts';
import { groups } from './grouped.ts';
import { type IssueFigures, type ToldIssue, type ToldRow, toTold } from './issue.ts';
import { type AboutIssues, findSource } from './source.ts';

/**
 * These issues in a span, in no order; those that were not met in it are left out.
 *
 * @param figures - Of them, where they were just asked for: what is known already is not asked again.
 * @throws {SightglassError} `bad_search`, `query_timeout`, `engine_unavailable`
 */
export const toldIssues = overDays(askOnce);

async function askOnce(
  columns: Columns,
  project: string,
  about: AboutIssues,
  ids: readonly string[],
  figures: readonly IssueFigures[] = [],
): Promise<{ issues: ToldIssue[]; bucketMs: number }> {
  const bucketMs = bucketMsOf(about);
  if (ids.length === 0) return { issues: [], bucketMs };
  const found = figures.flatMap(({ found }) => found ?? []);
  if (found.length === ids.length) return { issues: await tellFound(columns, project, about, found), bucketMs };
  const people = figures.every(({ visitors }) => visitors !== undefined)
    ? new Map(figures.map(({ id, visitors = 0 }) => [id, visitors]))
    : undefined;
  const isCounted = people !== undefined && ids.every((id) => people.has(id));
  const { sql, bound } = await findSource(columns, project, about, bucketMs, ids);
  const rows = await columns.ask<ToldRow>(
    `SELECT id, kinds, timesIn, sessionsIn, ${isCounted ? '' : 'visitorsIn, '}firstAt, lastAt, firstRelease, told, moments,
       arrayZip(mapKeys(bySlice), mapValues(bySlice)) AS slices, arrayZip(mapKeys(byRoute), mapValues(byRoute)) AS routes
     FROM (
       SELECT id, any(what) AS kinds, ${issueSums}${isCounted ? '' : `, ${issuePeople}`}
       FROM (
         SELECT if(grouped = '', fingerprint, grouped) AS id, * FROM (${sql}) AS found LEFT JOIN ${groups} AS known USING (fingerprint)
       )
       GROUP BY id
     ) ${manySessions}`,
    bound,
  );
  return {
    issues: rows.map((row) => toTold(row, row.visitorsIn ?? people?.get(row.id) ?? 0, about, bucketMs)),
    bucketMs,
  };
}
