import type { Columns } from './columns.ts';
import { identityOfRecord } from './sessions.ts';

/** A table of days that are added up from `records`. */
export interface TrafficDays {
  table: 'call_days' | 'route_days';
  /** SQL over `records`: what of them it is made of. */
  of: string;
  /** SQL: an insert of a day, over {@link callRows} or {@link routeRows}. @param whole - Of all environments and releases, or of each. */
  fold(whole: 0 | 1): string;
}

const hourMs = 3_600_000;

/** SQL over `records`: calls, and not what a page loads besides. */
export const isCall = "kind = 'resource' AND type IN ('fetch', 'xhr')";
/** SQL over `records`: what a screen is told by. */
export const isOnRoute = "kind IN ('view', 'action', 'error') AND route != ''";

/** All versions of a record tell the same `at`, so that the engine goes hour by hour in the order of the table, in little memory. */
const eachOnce = `QUALIFY row_number() OVER (
      PARTITION BY kind, toStartOfHour(at), session, cityHash64${identityOfRecord} ORDER BY version DESC, number DESC) = 1`;

/**
 * SQL: calls, each once, counted by what tells them apart and by slices of time; their durations go along as they are.
 *
 * @param where - Over rows of `records`, bound in time.
 * @param sliceMs - SQL: what the trend is made of.
 */
export const callRows = (where: string, sliceMs: string): string => `
  SELECT by_method, by_host, by_path, by_status, by_failed, told_environment, told_release, told_sample, slice, count() AS times,
    groupArrayIf(took, by_status > 0 AND took > 0) AS took_in
  FROM (
    SELECT method AS by_method, host AS by_host, path AS by_path, status AS by_status, failed AS by_failed, duration_ms AS took,
      intDiv(toUnixTimestamp64Milli(at), ${sliceMs}) * ${sliceMs} AS slice, environment AS told_environment, release AS told_release,
      sample AS told_sample
    FROM records WHERE ${where} AND ${isCall}
    ${eachOnce}
  )
  GROUP BY by_method, by_host, by_path, by_status, by_failed, told_environment, told_release, told_sample, slice`;

/** What {@link callStates} are grouped by. */
export const callKeys = 'by_method, by_host, by_path, by_status, by_failed';
/** SQL over {@link callRows}: so that it can be added up further. */
export const callStates = `
    sumMap(map(slice, times)) AS by_slice, groupArrayArray(took_in) AS took_each`;
export const callStateTypes = {
  by_slice: 'Map(Int64, UInt64) CODEC(ZSTD(1))',
  took_each: 'Array(Float64) CODEC(ZSTD(1))',
} as const;

/** Titles of one screen from which the most frequent is chosen, of each day that is added up. */
const mostTitles = 64;

/** SQL: visits of screens and what happened on them, each once. @param where - Over rows of `records`, bound in time. */
export const routeRows = (where: string): string => `
  SELECT toString(route) AS by_route, kind AS what, session AS in_session, if(visitor = '', session, visitor) AS person, at AS moment, text AS words,
    duration_ms AS took, length(frustrations) AS frustrated, toString(environment) AS told_environment, toString(release) AS told_release,
    sample AS told_sample
  FROM records WHERE ${where} AND ${isOnRoute}
  ${eachOnce}`;

/** SQL over {@link routeRows}, grouped by `by_route`: so that it can be added up further. */
export const routeStates = `
    countIf(what = 'view') AS views_of, uniqCombined64StateIf(14)(cityHash64(in_session), what = 'view') AS in_sessions,
    uniqCombined64StateIf(14)(cityHash64(person), what = 'view') AS of_people, countIf(what = 'action') AS actions_on,
    countIf(what = 'error') AS errors_on, sumIf(toUInt64(frustrated), what = 'action') AS frustrated_on,
    groupArrayIf(took, what = 'view' AND took > 0) AS took_each, maxIf(moment, what = 'view') AS last_at,
    arraySlice(arraySort(title -> (-toInt64(title.2), title.1), arrayZip(
      sumMapIf([words], [toUInt64(1)], what = 'view' AND words != '').1,
      sumMapIf([words], [toUInt64(1)], what = 'view' AND words != '').2)), 1, ${mostTitles}) AS titles`;
export const routeStateTypes = {
  views_of: 'UInt64 CODEC(ZSTD(1))',
  in_sessions: 'AggregateFunction(uniqCombined64(14), UInt64) CODEC(ZSTD(1))',
  of_people: 'AggregateFunction(uniqCombined64(14), UInt64) CODEC(ZSTD(1))',
  actions_on: 'UInt64 CODEC(ZSTD(1))',
  errors_on: 'UInt64 CODEC(ZSTD(1))',
  frustrated_on: 'UInt64 CODEC(ZSTD(1))',
  took_each: 'Array(Float64) CODEC(ZSTD(1))',
  last_at: "DateTime64(3, 'UTC') CODEC(ZSTD(1))",
  titles: 'Array(Tuple(String, UInt64)) CODEC(ZSTD(1))',
} as const;

const namesOf = (types: object): string => Object.keys(types).join(', ');
export const callStateNames = namesOf(callStateTypes);
export const routeStateNames = namesOf(routeStateTypes);

const inHours = `project = {project:String}
    AND at >= fromUnixTimestamp64Milli({day:Int64}) AND at < fromUnixTimestamp64Milli({day:Int64} + {hours:UInt8} * ${hourMs})`;

const slices = (whole: 0 | 1): string => (whole ? "'', ''" : 'told_environment, told_release');
const bySlices = (whole: 0 | 1): string => (whole ? '' : ', told_environment, told_release');
const about = 'start, whole, environment, release, sample, hours, newest, told, version';
const told = (whole: 0 | 1): string =>
  `fromUnixTimestamp64Milli({day:Int64}), ${whole}, ${slices(whole)}, told_sample, 0, 0, 0, {version:UInt64}`;

export const callDays: TrafficDays = {
  table: 'call_days',
  of: isCall,
  fold: (whole) => `
    INSERT INTO call_days (project, method, host, path, status, failed, ${about}, ${callStateNames})
    SELECT {project:String}, ${callKeys}, ${told(whole)}, ${callStates}
    FROM (${callRows(inHours, String(hourMs))}) GROUP BY ${callKeys}, told_sample${bySlices(whole)}`,
};

export const routeDays: TrafficDays = {
  table: 'route_days',
  of: isOnRoute,
  fold: (whole) => `
    INSERT INTO route_days (project, route, ${about}, ${routeStateNames})
    SELECT {project:String}, by_route, ${told(whole)}, ${routeStates}
    FROM (${routeRows(inHours)}) GROUP BY by_route, told_sample${bySlices(whole)}`,
};

/** A day of a project with such records, and how much of it is added up. */
export interface TrafficDay {
  project: string;
  /** Its beginning, UTC, milliseconds. */
  day: number;
  /** How many of its hours are added up; 0: none. */
  hours: number;
  /** 1: something was stored or deleted since that belongs to these hours. */
  stale: number;
}

/** Of a head: neither of all environments and releases nor of some. */
export const headOf = 2;

/** Days with at least so many of them, of all projects; newest first. */
export function listTrafficDays(columns: Columns, { table, of }: TrafficDays, least: number): Promise<TrafficDay[]> {
  return columns.ask<TrafficDay>(
    `SELECT project, toUnixTimestamp64Milli(toDateTime64(told.day, 3, 'UTC')) AS day, any(heads.hours) AS hours,
       toUInt8(sumIf(rows, hour < told.day + toIntervalHour(heads.hours)) != any(heads.told)
         OR maxIf(batch, hour < told.day + toIntervalHour(heads.hours)) != any(heads.newest)) AS stale
     FROM (
       SELECT project, toStartOfDay(at) AS day, toStartOfHour(at) AS hour, count() AS rows, max(_batch) AS batch
       FROM records WHERE ${of} GROUP BY project, day, hour
     ) AS told LEFT JOIN (
       SELECT project, toStartOfDay(start) AS day, argMax(sums.hours, sums.version) AS hours, argMax(sums.newest, sums.version) AS newest,
         argMax(sums.told, sums.version) AS told
       FROM ${table} AS sums WHERE whole = ${headOf} GROUP BY project, day
     ) AS heads USING (project, day)
     GROUP BY project, told.day HAVING sum(rows) >= {least:UInt32} ORDER BY day DESC, project`,
    { least },
    { timeoutMs: 60_000 },
  );
}

/**
 * Adds up the calls or screens of a day's first hours, in place of what was added up of that day before. Recomputed from the records, so the
 * same call twice makes the same rows; what is broken off is as if that day had never been added up.
 *
 * @param version - Above every one before of this day by two.
 */
export async function foldTrafficDay(
  columns: Columns,
  { table, of, fold }: TrafficDays,
  project: string,
  { day, hours, version }: { day: number; hours: number; version: number },
): Promise<void> {
  const head = (upTo: number, there: { newest: number; told: number }, version: number): string =>
    `${JSON.stringify({ project, start: day, whole: headOf, sample: 0, hours: upTo, ...there, version })}\n`;
  const bound = { project, day, hours, version };
  // Before they are read: what comes in meanwhile makes them stale.
  const [there] = await columns.ask<{ newest: number; told: number }>(
    `SELECT max(_batch) AS newest, count() AS told FROM records WHERE ${inHours} AND ${of}`,
    { project, day, hours },
  );
  // From here on the rows of before may be replaced.
  await columns.insert(table, head(0, { newest: 0, told: 0 }, version - 1));
  await columns.command(fold(0), bound);
  await columns.command(fold(1), bound);
  await columns.insert(table, head(hours, there ?? { newest: 0, told: 0 }, version));
}
