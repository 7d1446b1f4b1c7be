import { type Columns, isTrouble, type Parameters } from '@sightglass/store';
import type { AnswerOf, IssueVariant, issue } from '@sightglass/wire';
import { bindSpan, latestOfEach, recordsInSpan } from '../span.ts';
import { fingerprintsOf } from './grouped.ts';
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
const mostVariants = 200;

/** SQL and its parameters: the errors or failed calls of one issue in a span. */
export async function ofIssue(
  columns: Columns,
  project: string,
  about: AboutIssues,
  id: string,
): Promise<{ sql: string; bound: Parameters }> {
  const found = troubleRecords(about.search);
  return {
    sql: `${recordsInSpan} AND ${isTrouble} AND issue IN {fingerprints:Array(String)}${found.sql === '' ? '' : ` AND ${found.sql}`}`,
    bound: {
      ...bindSpan(project, about),
      ...found.bound,
      fingerprints: await fingerprintsOf(columns, project, [id]),
    },
  };
}

/** A fingerprint of an issue, as far as records tell of it. */
export type MetVariant = Omit<IssueVariant, 'place' | 'mapped' | 'byHand'>;

interface Row extends Omit<MetVariant, 'fingerprint'> {
  of: keyof IssueFacets | 'fingerprints';
  value: string;
}

/**
 * How the times of an issue fall on what its sessions can be told apart by, at most 20 values each; and how often each of its fingerprints was
 * met, and when last, at most 200. Most frequent first. Both in one: to find what belongs to the issue is nearly all of the work.
 */
export async function issueFacets(
  columns: Columns,
  project: string,
  about: AboutIssues,
  id: string,
): Promise<{ facets: IssueFacets; variants: MetVariant[] }> {
  const { sql, bound } = await ofIssue(columns, project, about, id);
  const rows = await columns.ask<Row>(
    `SELECT of, value, count() AS times, toUnixTimestamp64Milli(max(at)) AS last, argMax(toString(release), at) AS release,
       argMax(said, at) AS message
     FROM (
       SELECT arrayJoin([${pairs.join(', ')}, ('fingerprints', toString(issue))]) AS pair, pair.1 AS of, pair.2 AS value, at, release,
         if(kind = 'error', text, toString(status)) AS said
       FROM (SELECT ${Object.values(columnsOf).join(', ')}, issue, at, kind, text, status FROM records WHERE ${sql} ${latestOfEach})
     )
     GROUP BY of, value ORDER BY of, times DESC, value LIMIT ${mostVariants} BY of`,
    bound,
  );
  const of = (facet: keyof IssueFacets) =>
    rows
      .filter((row) => row.of === facet)
      .slice(0, mostValues)
      .map(({ value, times }) => ({ value, times }));
  return {
    facets: {
      ...{ releases: of('releases'), environments: of('environments'), routes: of('routes') },
      ...{ browsers: of('browsers'), systems: of('systems'), roles: of('roles') },
    },
    variants: rows.flatMap(({ of, value, ...row }) => (of === 'fingerprints' ? [{ fingerprint: value, ...row }] : [])),
  };
}
