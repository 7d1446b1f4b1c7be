import { type DaySums, inHours } from './day-sums.ts';
import { identityOfRecord } from './sessions.ts';

const hourMs = 3_600_000;

/** SQL over `records`: calls, and not what a page loads besides. */
export const isCall = "kind = 'resource' AND type IN ('fetch', 'xhr')";
/** SQL over `records`: what a screen is told by. */
export const isOnRoute = "kind IN ('view', 'action', 'error') AND route != ''";

/** All versions of a record tell the same `at`, so that the engine goes hour by hour in the order of the table, in little memory. */
const eachOnce = `QUALIFY row_number() OVER (
      PARTITION BY kind, toStartOfHour(at), session, cityHash64${identityOfRecord} ORDER BY version DESC, number DESC) = 1`;

/**
 * SQL: calls one by one, each once, under the names by which `call_rows` keeps them.
 *
 * @param where - Over rows of `records`, bound in time.
 */
export const eachCall = (where: string): string => `
  SELECT at, cityHash64(session) AS of_session, number, cityHash64(tab) AS of_tab, method, host, toLowCardinality(records.path) AS path,
    toLowCardinality(concat(method, ' ', host, records.path)) AS call,
    status, failed, duration_ms AS took, route, code, environment, release, sample
  FROM records WHERE ${where} AND ${isCall}
  ${eachOnce}`;
export const callRowNames =
  'at, of_session, number, of_tab, method, host, path, call, status, failed, took, route, code, environment, release, sample';

/**
 * SQL: calls counted by what tells them apart and by slices of time; their durations go along as they are.
 *
 * @param rows - SQL: as {@link eachCall} names them.
 * @param sliceMs - SQL: what the trend is made of.
 * @param also - SQL: what else tells them apart.
 */
export const callSlices = (rows: string, sliceMs: string, also = ''): string => `
  SELECT any(method) AS by_method, any(host) AS by_host, any(path) AS by_path, status AS by_status, failed AS by_failed${also},
    toUInt32(intDiv(toUnixTimestamp64Milli(at), ${sliceMs})) AS place, toInt64(place) * ${sliceMs} AS slice, count() AS times,
    groupArrayIf(took, status > 0 AND took > 0) AS took_in
  FROM (${rows})
  GROUP BY ${ofCall} AS of_call, by_status, by_failed, place${also}`;
/** One number for method, host and path: grouped by their texts, calls take three times as long. Both are hashed once for each different value. */
const ofCall = 'CAST(cityHash64(call) AS UInt64) * 31 + CAST(cityHash64(host) AS UInt64)';

/** What {@link callStates} are grouped by. */
export const callKeys = 'by_method, by_host, by_path, by_status, by_failed';
/** SQL over {@link callSlices}: so that it can be added up further. */
export const callStates = `
    sumMap(map(slice, times)) AS by_slice, groupArrayArray(took_in) AS took_each`;
export const callStateTypes = {
  by_slice: 'Map(Int64, UInt64) CODEC(ZSTD(1))',
  // Most of what is read for an answer, and hardly smaller in a slower codec.
  took_each: 'Array(Float64) CODEC(LZ4)',
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
  took_each: 'Array(Float64) CODEC(LZ4)',
  last_at: "DateTime64(3, 'UTC') CODEC(ZSTD(1))",
  titles: 'Array(Tuple(String, UInt64)) CODEC(ZSTD(1))',
} as const;

const namesOf = (types: object): string => Object.keys(types).join(', ');
export const callStateNames = namesOf(callStateTypes);
export const routeStateNames = namesOf(routeStateTypes);

const slices = (whole: 0 | 1): string => (whole ? "'', ''" : 'told_environment, told_release');
const bySlices = (whole: 0 | 1): string => (whole ? '' : ', told_environment, told_release');
const about = 'start, whole, environment, release, sample, hours, newest, told, version';
const told = (whole: 0 | 1): string =>
  `fromUnixTimestamp64Milli({day:Int64}), ${whole}, ${slices(whole)}, told_sample, 0, 0, 0, {version:UInt64}`;

/** Neither of all environments and releases nor of some. */
const headOfTraffic = { whole: 2, environment: '', release: '', sample: 0 };

const toldOfCalls = ', environment AS told_environment, release AS told_release, sample AS told_sample';
const foldCalls = (whole: 0 | 1): string => `
  INSERT INTO call_days (project, method, host, path, status, failed, ${about}, ${callStateNames})
  SELECT {project:String}, ${callKeys}, ${told(whole)}, ${callStates}
  FROM (${callSlices(eachCall(inHours), String(hourMs), toldOfCalls)}) GROUP BY ${callKeys}, told_sample${bySlices(whole)}`;

/** A day's calls added up, and one by one: a search may ask of each. */
export const callDays: DaySums = {
  table: 'call_days',
  of: isCall,
  head: headOfTraffic,
  revision: 2,
  folds: [
    foldCalls(0),
    foldCalls(1),
    `INSERT INTO call_rows (project, start, ${callRowNames}, version)
    SELECT {project:String}, fromUnixTimestamp64Milli({day:Int64}), ${callRowNames}, {version:UInt64} FROM (${eachCall(inHours)})`,
  ],
};

const foldRoutes = (whole: 0 | 1): string => `
  INSERT INTO route_days (project, route, ${about}, ${routeStateNames})
  SELECT {project:String}, by_route, ${told(whole)}, ${routeStates}
  FROM (${routeRows(inHours)}) GROUP BY by_route, told_sample${bySlices(whole)}`;

export const routeDays: DaySums = {
  table: 'route_days',
  of: isOnRoute,
  head: headOfTraffic,
  revision: 0,
  folds: [foldRoutes(0), foldRoutes(1)],
};
