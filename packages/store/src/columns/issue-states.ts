import type { Columns } from './columns.ts';
import { identityOfRecord } from './sessions.ts';

/** SQL: rows of `records` that belong to issues, as far as they have a fingerprint. */
export const isTrouble = "(kind = 'error' OR (kind = 'resource' AND failed = 1)) AND issue != ''";

/** Moments of one issue from which those to look at are chosen. */
const mostMoments = 12;
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
 * SQL: errors and failed calls one by one, each once, with whoever met it. Columns: `fingerprint`, `what` (`error`, `call`), `session`, `at`,
 * `told_release`, `told_environment`, `told_route`, `told_sample`, `title`, `words`, `source`, `person`, `watchable`.
 *
 * @param where - Over rows of `records`, bound in time.
 * @param ofSessions - Over rows of `sessions`, at least a day wider.
 */
export const troubleRows = (where: string, ofSessions: string): string => `
  SELECT fingerprint, what, session, at, told_release, told_environment, told_route, told_sample, title, words, source,
    if(people.person = '', if(told_visitor = '', session, told_visitor), people.person) AS person, people.watchable AS watchable
  FROM (
    SELECT issue AS fingerprint, if(kind = 'error', 'error', 'call') AS what, session, at, toString(release) AS told_release,
      toString(environment) AS told_environment, toString(route) AS told_route, sample AS told_sample, visitor AS told_visitor,
      if(kind = 'error', name, concat(method, ' ', host, path)) AS title,
      if(kind = 'error', text, concat(if(status = 0, 'no answer', toString(status)), if(code = '', '', concat(' ', code)))) AS words,
      if(kind = 'error', toString(type), 'call') AS source
    FROM records WHERE ${where} AND ${isTrouble}
    QUALIFY row_number() OVER (PARTITION BY kind, toStartOfHour(at), session, ${identityOfRecord} ORDER BY version DESC, number DESC) = 1
  ) AS met LEFT JOIN (
    SELECT session, if(visitor = '', session, visitor) AS person, replay AS watchable FROM sessions FINAL WHERE ${ofSessions}
  ) AS people USING (session)`;

/** SQL over {@link troubleRows}, grouped by fingerprint and what it is: so that it can be added up further, by {@link issueSums}. */
export const issueStates = (sliceMs: string): string => `
    count() AS times, uniqCombined64State(14)(cityHash64(session)) AS in_sessions, uniqCombined64State(14)(cityHash64(person)) AS of_people,
    min(at) AS first_at, max(at) AS last_at, argMin(told_release, at) AS first_release,
    argMax((told_release, title, words, source), at) AS newest_told,
    sumMap(map(intDiv(toUnixTimestamp64Milli(at), ${sliceMs}) * ${sliceMs}, toUInt64(1))) AS by_slice,
    sumMap(map(told_route, toUInt64(1))) AS by_route,
    groupArraySorted(${mostMoments})((toUInt8(12 - 10 * watchable), cityHash64(session), session, toUnixTimestamp64Milli(at), told_release,
      told_route, person)) AS sampled`;

/** SQL over {@link issueStates}; the names differ, since a name stands for its expression wherever it is read. */
export const issueFigures = `
    sum(times) AS timesIn, toUnixTimestamp64Milli(min(first_at)) AS firstAt, toUnixTimestamp64Milli(max(last_at)) AS lastAt`;
/** Apart, since nothing else costs as much. */
export const issuePeople = 'uniqCombined64Merge(14)(of_people) AS visitorsIn';
export const issueSums = `${issueFigures}, uniqCombined64Merge(14)(in_sessions) AS sessionsIn,
    argMin(first_release, first_at) AS firstRelease, argMax(newest_told, last_at) AS told, sumMap(by_slice) AS bySlice,
    sumMap(by_route) AS byRoute, groupArraySortedArray(${mostMoments})(sampled) AS moments`;

export const stateNames = Object.keys(issueStateTypes).join(', ');

/** A day of a project with errors or failed calls, and how much of it is added up. */
export interface IssueDay {
  project: string;
  /** Its beginning, UTC, milliseconds. */
  day: number;
  /** How many of its hours are added up; 0: none. */
  hours: number;
  /** 1: something was stored or deleted since that belongs to these hours. */
  stale: number;
}

/** Days with at least so many of them, of all projects; newest first. */
export function listIssueDays(columns: Columns, least: number): Promise<IssueDay[]> {
  return columns.ask<IssueDay>(
    `SELECT project, toUnixTimestamp64Milli(toDateTime64(told.day, 3, 'UTC')) AS day, any(heads.hours) AS hours,
       toUInt8(sumIf(rows, hour < told.day + toIntervalHour(heads.hours)) != any(heads.told)
         OR maxIf(batch, hour < told.day + toIntervalHour(heads.hours)) != any(heads.newest)) AS stale
     FROM (
       SELECT project, toStartOfDay(at) AS day, toStartOfHour(at) AS hour, count() AS rows, max(_batch) AS batch
       FROM records WHERE ${isTrouble} GROUP BY project, day, hour
     ) AS told LEFT JOIN (
       SELECT project, toStartOfDay(start) AS day, argMax(sums.hours, sums.version) AS hours, argMax(sums.newest, sums.version) AS newest,
         argMax(sums.told, sums.version) AS told
       FROM issue_days AS sums WHERE whole = 0 AND fingerprint = '' GROUP BY project, day
     ) AS heads USING (project, day)
     GROUP BY project, told.day HAVING sum(rows) >= {least:UInt32} ORDER BY day DESC, project`,
    { least },
    { timeoutMs: 60_000 },
  );
}

const inHours = `project = {project:String}
    AND at >= fromUnixTimestamp64Milli({day:Int64}) AND at < fromUnixTimestamp64Milli({day:Int64} + {hours:UInt8} * ${hourMs})`;
const aDayAround = `project = {project:String} AND start >= fromUnixTimestamp64Milli({day:Int64} - 24 * ${hourMs})
    AND start < fromUnixTimestamp64Milli({day:Int64} + 24 * ${hourMs})`;

/** @param whole - Of all environments and releases, or of each. */
const foldSql = (whole: 0 | 1): string => `
  INSERT INTO issue_days (project, fingerprint, start, kind, whole, environment, release, sample, hours, newest, told, version, ${stateNames})
  SELECT {project:String}, fingerprint, fromUnixTimestamp64Milli({day:Int64}), what, ${whole},
    ${whole ? "'', ''" : 'told_environment, told_release'}, told_sample, 0, 0, 0, {version:UInt64}, ${issueStates(String(hourMs))}
  FROM (${troubleRows(inHours, aDayAround)})
  GROUP BY fingerprint, what, told_sample${whole ? '' : ', told_environment, told_release'}`;

/**
 * Adds up the errors and failed calls of a day's first hours, in place of what was added up of that day before. Recomputed from the
 * records, so the same call twice makes the same rows; what is broken off is as if that day had never been added up.
 *
 * @param version - Above every one before of this day by two.
 */
export async function foldIssueDay(
  columns: Columns,
  project: string,
  day: number,
  hours: number,
  version: number,
): Promise<void> {
  const head = (upTo: number, there: { newest: number; told: number }, of: number): string =>
    `${JSON.stringify({
      ...{ project, fingerprint: '', start: day, kind: '', whole: 0, environment: '', release: '', sample: 0 },
      ...{ hours: upTo, ...there, version: of },
    })}\n`;
  const bound = { project, day, hours, version };
  // Before they are read: what comes in meanwhile makes them stale.
  const [there] = await columns.ask<{ newest: number; told: number }>(
    `SELECT max(_batch) AS newest, count() AS told FROM records WHERE ${inHours} AND ${isTrouble}`,
    { project, day, hours },
  );
  // From here on the rows of before may be replaced.
  await columns.insert('issue_days', head(0, { newest: 0, told: 0 }, version - 1));
  await columns.command(foldSql(0), bound);
  await columns.command(foldSql(1), bound);
  await columns.insert('issue_days', head(hours, there ?? { newest: 0, told: 0 }, version));
}
