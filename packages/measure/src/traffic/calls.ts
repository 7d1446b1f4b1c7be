import type { Columns } from '@sightglass/store';
import type { AnswerOf, calls as endpoint, QueryOf } from '@sightglass/wire';
import { bucketMsOf, bucketStart, fillBuckets } from '../bucket.ts';
import { findEvidence, inSample } from '../evidence.ts';
import { bindSpan, latestOfEach, recordsInSpan } from '../span.ts';

interface Row {
  method: string;
  host: string;
  path: string;
  calls: number;
  failed: number;
  quantiles: [number, number, number];
  answered: number;
  parts: [status: number, bucket: number, calls: number, failed: number][];
  groups: number;
}

export const isCall = "kind = 'resource' AND type IN ('fetch', 'xhr')";

// First by all that an answer tells calls apart by, so that the second step has few rows; the durations go along as they are.
const sql = `
  SELECT method, host, path, sum(times) AS calls, sum(failures) AS failed, quantilesExactArray(0.5, 0.75, 0.95)(durations) AS quantiles,
    sum(length(durations)) AS answered, groupArray((status, bucket, times, failures)) AS parts, count() OVER () AS groups
  FROM (
    SELECT method, host, path, status, bucket, count() AS times, sum(fails) AS failures, groupArrayIf(duration_ms, status > 0 AND duration_ms > 0) AS durations
    FROM (
      SELECT method, host, path, status, failed AS fails, duration_ms, ${bucketStart} AS bucket FROM records
      WHERE ${recordsInSpan} AND ${isCall}
      ${latestOfEach}
    )
    GROUP BY method, host, path, status, bucket
  )
  GROUP BY method, host, path ORDER BY calls DESC, host, path, method LIMIT 500`;

// What failed is the better moment to watch.
const sightings = `
    SELECT concat(method, ' ', host, path) AS thing, session, at, release, concat(toString(status), ' on ', route) AS note,
      toUInt8(1 + failed) AS quality
    FROM records WHERE ${recordsInSpan} AND ${isCall} AND ${inSample('path')}`;

/**
 * Calls by method, host and path template, most frequent first. Durations count answered calls that tell theirs, and are null where none does;
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
  const bound = bindSpan(project, query);
  const rows = await columns.ask<Row>(sql, { ...bound, bucketMs });
  const wanted = rows.map((row) => ({ thing: thingOf(row), sessions: row.calls, members: [row.path] }));
  const evidenceOf = await findEvidence(columns, sightings, bound, wanted);
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
      statuses: toStatuses(row.parts.map(([status, , times]) => [status, times])),
      trend: fillBuckets(query, bucketMs, toBuckets(row.parts), (at, found) => ({
        at,
        calls: found?.calls ?? 0,
        failed: found?.failed ?? 0,
      })),
      moments: evidenceOf(thingOf(row)).moments,
    })),
    bucketMs,
    leftOut: (rows[0]?.groups ?? 0) - rows.length,
  };
}

function thingOf({ method, host, path }: Row): string {
  return `${method} ${host}${path}`;
}

/** Most frequent first. */
export function toStatuses(
  parts: readonly (readonly [status: number, calls: number])[],
): { status: number; calls: number }[] {
  const sums = new Map<number, number>();
  for (const [status, times] of parts) sums.set(status, (sums.get(status) ?? 0) + times);
  return [...sums]
    .map(([status, calls]) => ({ status, calls }))
    .sort((one, other) => other.calls - one.calls || one.status - other.status);
}

function toBuckets(parts: Row['parts']): { at: number; calls: number; failed: number }[] {
  return [...Map.groupBy(parts, ([, at]) => at)].map(([at, some]) => ({
    at,
    calls: some.reduce((sum, [, , times]) => sum + times, 0),
    failed: some.reduce((sum, [, , , failures]) => sum + failures, 0),
  }));
}
