import type { Columns } from '@sightglass/store';
import type { AnswerOf, sessionTrend as endpoint, QueryOf } from '@sightglass/wire';
import { bucketMsOf, fillBuckets } from '../bucket.ts';
import { bindSpan, finalByPartition } from '../span.ts';
import { overDays } from '../while-days-stand.ts';
import { findSessions } from './list-sessions.ts';

const mostBuckets = 60;

/**
 * How many sessions that fit the search began when. One that began before the span and was alive in it counts in its first bucket.
 *
 * @throws {SightglassError} `bad_search`, `query_timeout`, `engine_unavailable`
 */
export const sessionTrend = overDays(askOnce);

async function askOnce(
  columns: Columns,
  project: string,
  query: QueryOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const wanted = await findSessions(columns, project, query);
  const bucketMs = bucketMsOf(query, mostBuckets);
  const sql = `
  SELECT intDiv(greatest(toUnixTimestamp64Milli(start), {from:Int64}), {bucketMs:Int64}) * {bucketMs:Int64} AS bucket,
    count() AS sessions, countIf(errors > 0 OR failed_calls > 0 OR frustrations > 0) AS troubled
  FROM sessions FINAL WHERE ${wanted.sql} GROUP BY bucket ORDER BY bucket ${finalByPartition}`;
  const rows = await columns.ask<{ bucket: number; sessions: number; troubled: number }>(sql, {
    ...bindSpan(project, query),
    ...wanted.bound,
    bucketMs,
  });
  const found = rows.map(({ bucket, ...counts }) => ({ at: Number(bucket), ...counts }));
  const trend = fillBuckets(query, bucketMs, found, (at, here) => ({
    at,
    sessions: here?.sessions ?? 0,
    troubled: here?.troubled ?? 0,
  }));
  return { bucketMs, trend };
}
