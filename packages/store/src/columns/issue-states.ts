import { type DaySums, inHours } from './day-sums.ts';
import { identityOfRecord } from './sessions.ts';

/** SQL: rows of `records` that belong to issues, as far as they have a fingerprint. */
export const isTrouble = "(kind = 'error' OR (kind = 'resource' AND failed = 1)) AND issue != ''";

/** Moments of one issue from which those to look at are chosen. */
export const issueMoments = 12;
const hourMs = 3_600_000;

/** Columns that {@link issueStates} makes, as `issue_days` keeps them. */
export const issueStateTypes = {
  times: 'UInt64 CODEC(ZSTD(1))',
  in_sessions: 'AggregateFunction(uniqCombined64(14), UInt64) CODEC(ZSTD(1))',
  of_people: 'AggregateFunction(uniqCombined64(14), UInt64) CODEC(ZSTD(1))',
  first_at: "DateTime64(3, 'UTC') CODEC(ZSTD(1))",
  last_at: "DateTime64(3, 'UTC') CODEC(ZSTD(1))",
  first_release: 'String CODEC(ZSTD(1))',
  newest_told: 'Tuple(String, String, String, String) CODEC(ZSTD(1))',
  by_slice: 'Map(Int64, UInt64) CODEC(ZSTD(1))',
  by_route: 'Map(String, UInt64) CODEC(ZSTD(1))',
  sampled: 'Array(Tuple(UInt8, UInt64, String, Int64, String, String, String)) CODEC(ZSTD(1))',
} as const;

/**
 * SQL: errors and failed calls one by one, each once, with whoever met it, under the names by which `trouble_rows` keeps them.
 *
 * @param where - Over rows of `records`, bound in time.
 * @param ofSessions - Over rows of `sessions`, at least a day wider.
 */
export const eachTrouble = (where: string, ofSessions: string): string => `
  SELECT session, of_session, at, number, of_tab, what, fingerprint, name, type, text, said, method, host, call, status, took, code, route, visitor,
    if(people.known = '', if(visitor = '', session, visitor), people.known) AS person, people.watchable AS watchable, environment, release, sample
  FROM (
    SELECT session, cityHash64(session) AS of_session, at, number, cityHash64(tab) AS of_tab, if(kind = 'error', 'error', 'call') AS what, issue AS fingerprint, name, toString(type) AS type,
      text, toLowCardinality(if(name = '', text, concat(name, ' ', text))) AS said, method, host, if(kind = 'error', '', concat(method, ' ', host, path)) AS call, status, duration_ms AS took, code, route, visitor,
      environment, release, sample
    FROM records WHERE ${where} AND ${isTrouble}
    QUALIFY row_number() OVER (PARTITION BY kind, toStartOfHour(at), session, ${identityOfRecord} ORDER BY version DESC, number DESC) = 1
  ) AS met LEFT JOIN (
    SELECT session, if(visitor = '', session, visitor) AS known, replay AS watchable FROM sessions FINAL WHERE ${ofSessions}
  ) AS people USING (session)`;
export const troubleRowNames = `session, of_session, at, number, of_tab, what, fingerprint, name, type, text, said, method, host, call, status, took, code, route, visitor,
    person, watchable, environment, release, sample`;

/**
 * SQL over {@link eachTrouble}: what is told of them. Columns: `fingerprint`, `what`, `session`, `of_session` (its hash), `at`, `told_release`, `told_environment`,
 * `told_route`, `told_sample`, `title`, `words`, `source`, `person`, `watchable`.
 */
export const troubleRows = (rows: string): string => `
  SELECT fingerprint, what, session, of_session, at, toString(release) AS told_release, toString(environment) AS told_environment,
    toString(route) AS told_route, sample AS told_sample, if(what = 'error', name, toString(call)) AS title,
    if(what = 'error', text, concat(if(status = 0, 'no answer', toString(status)), if(code = '', '', concat(' ', code)))) AS words,
    if(what = 'error', toString(type), 'call') AS source, person, watchable
  FROM (${rows})`;

/** SQL over {@link troubleRows}, grouped by fingerprint and what it is: so that it can be added up further, by {@link issueSums}. */
export const issueStates = (sliceMs: string): string => `
    count() AS times, uniqCombined64State(14)(of_session) AS in_sessions, uniqCombined64State(14)(cityHash64(person)) AS of_people,
    min(at) AS first_at, max(at) AS last_at, argMin(told_release, at) AS first_release,
    argMax((told_release, title, words, source), at) AS newest_told,
    sumMap(map(intDiv(toUnixTimestamp64Milli(at), ${sliceMs}) * ${sliceMs}, toUInt64(1))) AS by_slice,
    sumMap(map(told_route, toUInt64(1))) AS by_route,
    groupArraySorted(${issueMoments})((toUInt8(12 - 10 * watchable), of_session, session, toUnixTimestamp64Milli(at), told_release,
      told_route, person)) AS sampled`;

/** SQL over {@link issueStates}; the names differ, since a name stands for its expression wherever it is read. */
export const issueFigures = `
    sum(times) AS timesIn, toUnixTimestamp64Milli(min(first_at)) AS firstAt, toUnixTimestamp64Milli(max(last_at)) AS lastAt`;
/** Apart, since nothing else costs as much. */
export const issuePeople = 'uniqCombined64Merge(14)(of_people) AS visitorsIn';
export const issueSums = `${issueFigures}, uniqCombined64Merge(14)(in_sessions) AS sessionsIn,
    argMin(first_release, first_at) AS firstRelease, argMax(newest_told, last_at) AS told, sumMap(by_slice) AS bySlice,
    sumMap(by_route) AS byRoute, groupArraySortedArray(${issueMoments})(sampled) AS moments`;

export const stateNames = Object.keys(issueStateTypes).join(', ');

const aDayAround = `project = {project:String} AND start >= fromUnixTimestamp64Milli({day:Int64} - 24 * ${hourMs})
    AND start < fromUnixTimestamp64Milli({day:Int64} + 24 * ${hourMs})`;

const fold = (whole: 0 | 1): string => `
  INSERT INTO issue_days (project, fingerprint, start, kind, whole, environment, release, sample, hours, newest, told, version, ${stateNames})
  SELECT {project:String}, fingerprint, fromUnixTimestamp64Milli({day:Int64}), what, ${whole},
    ${whole ? "'', ''" : 'told_environment, told_release'}, told_sample, 0, 0, 0, {version:UInt64}, ${issueStates(String(hourMs))}
  FROM (${troubleRows(eachTrouble(inHours, aDayAround))})
  GROUP BY fingerprint, what, told_sample${whole ? '' : ', told_environment, told_release'}`;

/** A day's errors and failed calls added up, and one by one: a search asks of each. */
export const issueDays: DaySums = {
  table: 'issue_days',
  of: isTrouble,
  head: { fingerprint: '', kind: '', whole: 0, environment: '', release: '', sample: 0 },
  revision: 3,
  folds: [
    fold(0),
    fold(1),
    `INSERT INTO trouble_rows (project, start, ${troubleRowNames}, version)
    SELECT {project:String}, fromUnixTimestamp64Milli({day:Int64}), ${troubleRowNames}, {version:UInt64}
    FROM (${eachTrouble(inHours, aDayAround)})`,
  ],
};
