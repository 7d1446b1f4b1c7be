import type { Columns } from '@sightglass/store';
import type { AnswerOf, facets as endpoint, QueryOf } from '@sightglass/wire';
import { findSessions } from '../sessions/list-sessions.ts';
import { bindSpan, finalByPartition } from '../span.ts';
import { overDays } from '../while-days-stand.ts';

const columnsOf = {
  environments: 'environment',
  releases: 'release',
  roles: 'role',
  browsers: 'browser',
  devices: 'device',
  systems: 'os',
  countries: 'country',
  languages: 'language',
  timeZones: 'timezone',
  referrers: 'referrer',
  entries: 'entry_route',
  intakes: 'intake',
} as const satisfies Record<keyof AnswerOf<typeof endpoint>, string>;

const pairs = Object.entries(columnsOf).map(([facet, column]) => `('${facet}', toString(${column}))`);

/**
 * What sessions of the span that fit the search can be told apart by, most frequent first, at most 100 values each. Sessions that do not
 * tell are in no list.
 *
 * @throws {SightglassError} `bad_search`, `query_timeout`, `engine_unavailable`
 */
export const facets = overDays(askOnce);

async function askOnce(
  columns: Columns,
  project: string,
  query: QueryOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const wanted = await findSessions(columns, project, query);
  const sql = `
  SELECT facet, value, count() AS sessions FROM (
    SELECT arrayJoin([${pairs.join(', ')}]) AS pair, pair.1 AS facet, pair.2 AS value
    FROM sessions FINAL WHERE ${wanted.sql}
  )
  WHERE value != '' GROUP BY facet, value ORDER BY facet, sessions DESC, value LIMIT 100 BY facet ${finalByPartition}`;
  const rows = await columns.ask<{ facet: string; value: string; sessions: number }>(sql, {
    ...bindSpan(project, query),
    ...wanted.bound,
  });
  const facet = (name: keyof typeof columnsOf) =>
    rows.filter((row) => row.facet === name).map(({ value, sessions }) => ({ value, sessions }));
  return {
    environments: facet('environments'),
    releases: facet('releases'),
    roles: facet('roles'),
    browsers: facet('browsers'),
    devices: facet('devices'),
    systems: facet('systems'),
    countries: facet('countries'),
    languages: facet('languages'),
    timeZones: facet('timeZones'),
    referrers: facet('referrers'),
    entries: facet('entries'),
    intakes: facet('intakes'),
  };
}
