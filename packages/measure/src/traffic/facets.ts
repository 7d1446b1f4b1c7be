import type { Columns } from '@sightglass/store';
import type { AnswerOf, facets as endpoint, QueryOf } from '@sightglass/wire';
import { bindSpan, finalByPartition, sessionsInSpan } from '../span.ts';

const sql = `
  SELECT facet, value, count() AS sessions FROM (
    SELECT arrayJoin([('environments', toString(environment)), ('releases', toString(release)), ('roles', toString(role)),
        ('browsers', toString(browser)), ('devices', toString(device))]) AS pair,
      pair.1 AS facet, pair.2 AS value
    FROM sessions FINAL WHERE ${sessionsInSpan}
  )
  WHERE value != '' GROUP BY facet, value ORDER BY facet, sessions DESC, value LIMIT 100 BY facet ${finalByPartition}`;

/**
 * What sessions of the span can be told apart by, most frequent first, at most 100 values each. Sessions that do not tell are in no list.
 *
 * @throws {SightglassError} `query_timeout`, `engine_unavailable`
 */
export async function facets(
  columns: Columns,
  project: string,
  query: QueryOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const rows = await columns.ask<{ facet: string; value: string; sessions: number }>(sql, bindSpan(project, query));
  const facet = (name: string) =>
    rows.filter((row) => row.facet === name).map(({ value, sessions }) => ({ value, sessions }));
  return {
    environments: facet('environments'),
    releases: facet('releases'),
    roles: facet('roles'),
    browsers: facet('browsers'),
    devices: facet('devices'),
  };
}
