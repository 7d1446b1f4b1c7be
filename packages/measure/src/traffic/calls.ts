import type { Columns } from '@sightglass/store';
import type { AnswerOf, calls as endpoint, QueryOf } from '@sightglass/wire';
import { bucketMsOf, bucketStart, fillBuckets } from '../bucket.ts';
import { momentOf, people, type Sampled, sample, toMoments } from '../sample.ts';
import { bindSpan, latestOfEach, recordsInSpan } from '../span.ts';

interface Row {
  method: string;
  host: string;
  path: string;
  calls: number;
  failed: number;
  quantiles: [number, number, number];
  answered: number;
  statuses: [statuses: number[], calls: number[]];
  buckets: [buckets: number[], calls: number[], failed: number[]];
  sampled: Sampled[];
  groups: number;
}

// First by session, so that the sample takes each session once; then by call. What failed is the better moment to watch.
const sql = `
  WITH ${people},
  made AS (
    SELECT method, host, path, session, at, release, route, status, failed, duration_ms, ${bucketStart} AS bucket FROM records
    WHERE ${recordsInSpan} AND kind = 'resource' AND type IN ('fetch', 'xhr')
    ${latestOfEach}
  ),
  by_session AS (
    SELECT method, host, path, session, count() AS times, sum(failed) AS failures,
      groupArrayIf(duration_ms, status > 0) AS durations, sumMap([status], [toUInt64(1)]) AS statuses,
      sumMap([bucket], [toUInt64(1)], [toUInt64(failed)]) AS buckets,
      toUInt8(max(failed)) AS quality, argMax(${momentOf("concat(toString(status), ' on ', route)")}, (failed, at)) AS best
    FROM made GROUP BY method, host, path, session
  )
  SELECT method, host, path, sum(times) AS calls, sum(failures) AS failed,
    quantilesExactArray(0.5, 0.75, 0.95)(durations) AS quantiles, sum(length(durations)) AS answered,
    sumMap(tupleElement(by_session.statuses, 1), tupleElement(by_session.statuses, 2)) AS statuses,
    sumMap(tupleElement(by_session.buckets, 1), tupleElement(by_session.buckets, 2), tupleElement(by_session.buckets, 3)) AS buckets,
    ${sample} AS sampled, count() OVER () AS groups
  FROM by_session LEFT JOIN people USING (session)
  GROUP BY method, host, path ORDER BY calls DESC, host, path, method LIMIT 500`;

/**
 * Calls by method, host and path template, most frequent first. Durations count answered calls only, and are null where none was;
 * `statuses` holds 0 for calls without an answer. A call has failed without an answer or with one from 400 on.
 *
 * @throws {SightglassError} `query_timeout`, `engine_unavailable`
 */
export async function calls(
  columns: Columns,
  project: string,
  query: QueryOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const bucketMs = bucketMsOf(query);
  const rows = await columns.ask<Row>(sql, { ...bindSpan(project, query), bucketMs });
  return {
    calls: rows.map((row) => ({
      method: row.method,
      host: row.host,
      path: row.path,
      calls: row.calls,
      failed: row.failed,
      p50Ms: row.answered > 0 ? row.quantiles[0] : null,
      p75Ms: row.answered > 0 ? row.quantiles[1] : null,
      p95Ms: row.answered > 0 ? row.quantiles[2] : null,
      statuses: toStatuses(row.statuses),
      trend: fillBuckets(query, bucketMs, toBuckets(row.buckets), (at, found) => ({
        at,
        calls: found?.calls ?? 0,
        failed: found?.failed ?? 0,
      })),
      moments: toMoments(row.sampled),
    })),
    bucketMs,
    leftOut: (rows[0]?.groups ?? 0) - rows.length,
  };
}

/** Most frequent first. */
export function toStatuses([statuses, counts]: Row['statuses']): { status: number; calls: number }[] {
  return statuses
    .map((status, index) => ({ status, calls: counts[index] ?? 0 }))
    .sort((one, other) => other.calls - one.calls || one.status - other.status);
}

function toBuckets([buckets, calls, failed]: Row['buckets']): { at: number; calls: number; failed: number }[] {
  return buckets.map((at, index) => ({ at, calls: calls[index] ?? 0, failed: failed[index] ?? 0 }));
}
