import {
  type Columns,
  callDays,
  callKeys,
  callSlices,
  callStateNames,
  callStates,
  eachCall,
  type Parameters,
} from '@sightglass/store';
import type { AnswerOf, calls as endpoint, QueryOf } from '@sightglass/wire';
import { bucketMsOf, fillBuckets } from '../bucket.ts';
import { findEvidence } from '../evidence.ts';
import { manySessions, narrow } from '../search/narrowed.ts';
import { overDays } from '../while-days-stand.ts';
import { asksSumsAlone, callNarrowing } from './narrowing.ts';
import { eachOf, eachOfAny, findSource, type Source } from './source.ts';

type Pair = [of: number, calls: number];

interface Row {
  method: string;
  host: string;
  path: string;
  calls: number;
  failed: number;
  quantiles: [number, number, number];
  answered: number;
  statuses: Pair[];
  /** Calls by the beginning of a bucket, or of an hour of it. */
  slices: Pair[];
  failedSlices: Pair[];
  groups: number;
}

const hourMs = 3_600_000;

/** SQL over the calls of a span. @param added - SQL of a select: calls of days that are added up; empty where none are asked. */
const sqlOver = (rows: string, added: string): string => `
  SELECT by_method AS method, by_host AS host, by_path AS path, sum(times) AS calls, sumIf(times, by_failed = 1) AS failed,
    quantilesExactArray(0.5, 0.75, 0.95)(took_each) AS quantiles, sum(length(took_each)) AS answered,
    ${pairsOf('sumMap(map(by_status, times))')} AS statuses, ${pairsOf('sumMap(by_slice)')} AS slices,
    ${pairsOf('sumMapIf(by_slice, by_failed = 1)')} AS failedSlices, count() OVER () AS groups
  FROM (
    SELECT *, arraySum(mapValues(by_slice)) AS times FROM (
      SELECT ${callKeys}, ${callStates} FROM (${callSlices(rows, '{sliceMs:Int64}')}) GROUP BY ${callKeys}
      ${added === '' ? '' : `UNION ALL ${added}`}
    )
  )
  GROUP BY method, host, path ORDER BY calls DESC, host, path, method LIMIT 500 ${manySessions}`;

const addedUp = ({ added }: Source, fits: string): string =>
  added === ''
    ? ''
    : `SELECT method, host, path, status, failed, ${callStateNames} FROM (
        SELECT *, concat(method, ' ', host, path) AS call FROM call_days WHERE ${added}
      ) WHERE ${fits}`;

const pairsOf = (map: string): string => `arrayZip(mapKeys(${map}), mapValues(${map}))`;

// What failed is the better moment to watch.
const sightings = (rows: string): string => `
    SELECT call AS thing, of_session, at, release, concat(toString(status), ' on ', route) AS note, toUInt8(1 + failed) AS quality
    FROM (${rows})`;

/**
 * Calls by method, host and path template, most frequent first. Durations count answered calls that tell theirs, and are null where none does;
 * `statuses` holds 0 for calls without an answer. A call has failed without an answer or with one from 400 on.
 *
 * @throws {SightglassError} `bad_search`, `query_timeout`, `engine_unavailable`
 */
export const calls = overDays(askOnce);

async function askOnce(
  columns: Columns,
  project: string,
  query: QueryOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const bucketMs = bucketMsOf(query);
  const narrowed = narrow(query.search, callNarrowing);
  const fits = narrowed.sql === '' ? '1' : narrowed.sql;
  // Added up, days serve whole hours; one by one they serve any trend, if they are kept so for a search.
  const bySums = narrowed.sql === '' || (bucketMs % hourMs === 0 && asksSumsAlone(query.search));
  const source = await findSource(columns, project, query, callDays, bySums ? bucketMs : undefined);
  const bound: Parameters = { ...source.bound, ...narrowed.bound, ...(bySums ? {} : { sliceMs: bucketMs }) };
  const rows = await columns.ask<Row>(
    bySums
      ? sqlOver(`SELECT * FROM (${eachCall(source.raw)}) WHERE ${fits}`, addedUp(source, fits))
      : sqlOver(eachOf(source, fits), ''),
    bound,
  );
  const wanted = rows.map((row) => ({ thing: thingOf(row), sessions: row.calls, members: [row.path] }));
  const seen = (conditions: readonly string[]): string => sightings(eachOfAny(source, conditions, fits));
  const evidenceOf = await findEvidence(columns, seen, 'path', bound, wanted);
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
      trend: fillBuckets(query, bucketMs, toBuckets(row, bucketMs), (at, found) => ({
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

function toBuckets({ slices, failedSlices }: Row, bucketMs: number): { at: number; calls: number; failed: number }[] {
  const buckets = new Map<number, { at: number; calls: number; failed: number }>();
  const at = (slice: number) => {
    const start = Math.floor(slice / bucketMs) * bucketMs;
    const bucket = buckets.get(start) ?? { at: start, calls: 0, failed: 0 };
    buckets.set(start, bucket);
    return bucket;
  };
  for (const [slice, times] of slices) at(slice).calls += times;
  for (const [slice, times] of failedSlices) at(slice).failed += times;
  return [...buckets.values()];
}
