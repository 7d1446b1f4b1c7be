import { type Columns, isTrouble, type Parameters } from '@sightglass/store';
import type { AnswerOf, issue } from '@sightglass/wire';
import { bindSpan, latestOfEach, recordsInSpan } from '../span.ts';
import { ofIssues } from './grouped.ts';
import { troubleRecords } from './search.ts';
import type { AboutIssues } from './source.ts';

export type IssueFacets = AnswerOf<typeof issue>['facets'];

const columnsOf = {
  releases: 'release',
  environments: 'environment',
  routes: 'route',
  browsers: 'browser',
  systems: 'os',
  roles: 'role',
} as const satisfies Record<keyof IssueFacets, string>;
const pairs = Object.entries(columnsOf).map(([facet, column]) => `('${facet}', toString(${column}))`);
const mostValues = 20;

/** SQL and its parameters: the errors or failed calls of one issue in a span. */
export function ofIssue(project: string, about: AboutIssues, id: string): { sql: string; bound: Parameters } {
  const found = troubleRecords(about.search);
  return {
    sql: `${recordsInSpan} AND ${isTrouble} AND ${ofIssues('issue')}${found.sql === '' ? '' : ` AND ${found.sql}`}`,
    bound: { ...bindSpan(project, about), ...found.bound, ids: [id] },
  };
}

/** How the times of an issue fall on what its sessions can be told apart by, most frequent first, at most 20 values each. */
export async function issueFacets(
  columns: Columns,
  project: string,
  about: AboutIssues,
  id: string,
): Promise<IssueFacets> {
  const { sql, bound } = ofIssue(project, about, id);
  const rows = await columns.ask<{ facet: string; value: string; times: number }>(
    `SELECT facet, value, count() AS times FROM (
       SELECT arrayJoin([${pairs.join(', ')}]) AS pair, pair.1 AS facet, pair.2 AS value
       FROM (SELECT ${Object.values(columnsOf).join(', ')} FROM records WHERE ${sql} ${latestOfEach})
     )
     GROUP BY facet, value ORDER BY facet, times DESC, value LIMIT ${mostValues} BY facet`,
    bound,
  );
  const of = (facet: keyof IssueFacets) =>
    rows.filter((row) => row.facet === facet).map(({ value, times }) => ({ value, times }));
  return {
    ...{ releases: of('releases'), environments: of('environments'), routes: of('routes') },
    ...{ browsers: of('browsers'), systems: of('systems'), roles: of('roles') },
  };
}

/** How often each fingerprint of an issue was met, and when last; most frequent first, at most 200. */
export function issueVariants(
  columns: Columns,
  project: string,
  about: AboutIssues,
  id: string,
): Promise<{ fingerprint: string; times: number; last: number; release: string; message: string }[]> {
  const { sql, bound } = ofIssue(project, about, id);
  return columns.ask(
    `SELECT toString(issue) AS fingerprint, count() AS times, toUnixTimestamp64Milli(max(at)) AS last,
       argMax(toString(release), at) AS release, argMax(if(kind = 'error', text, toString(status)), at) AS message
     FROM (SELECT issue, at, release, kind, text, status FROM records WHERE ${sql} ${latestOfEach})
     GROUP BY fingerprint ORDER BY times DESC, fingerprint LIMIT 200`,
    bound,
  );
}
