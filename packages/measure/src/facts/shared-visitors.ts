import type { Columns } from '@sightglass/store';
import type { About } from '@sightglass/wire';
import { bindSpan, finalByPartition, sessionsInSpan } from '../span.ts';

const sql = `
  SELECT count() AS visitors FROM (
    SELECT visitor FROM sessions FINAL WHERE ${sessionsInSpan} AND visitor != '' AND release IN {releases:Array(String)}
    GROUP BY visitor HAVING uniqExact(release) > 1
  ) ${finalByPartition}`;

/**
 * How many visitors were seen in both of two releases: where most were, a difference is the release's and not the people's.
 *
 * @throws {SightglassError} `query_timeout`, `engine_unavailable`
 */
export async function sharedVisitors(
  columns: Columns,
  project: string,
  about: Omit<About, 'release'>,
  releases: readonly [string, string],
): Promise<number> {
  const bound = { ...bindSpan(project, { ...about, release: '' }), releases: [...releases] };
  const [row] = await columns.ask<{ visitors: number }>(sql, bound);
  return Number(row?.visitors ?? 0);
}
