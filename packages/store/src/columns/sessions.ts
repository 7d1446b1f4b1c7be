import type { Columns } from './columns.ts';

/** A session of which something was stored: `start` is any time inside it, milliseconds. */
export interface Touched {
  session: string;
  start: number;
}

/** Ids travel in the URL; half a thousand of them stay well inside every server's limit. */
const sessionsAtOnce = 500;
/** A session lasts four hours at most; a day on both sides also covers clocks that were set meanwhile. */
const reachMs = 24 * 3_600_000;
/** Where an older row of the session can stand: its start may have been told by another clock. */
const staleReachMs = 8 * 24 * 3_600_000;

/**
 * Writes the rows of these sessions anew from everything that is stored of them. A record that is there twice counts once
 * (highest version of its id, else its number in the tab), so the same call twice makes the same rows. A row that stood
 * under another hour of start is taken back.
 *
 * @param version - Rises with every call, such as the number of the batch; the highest counts when rows are read with FINAL.
 * @throws {SightglassError} `engine_unavailable`, `disk_full`
 */
export async function recomputeSessions(
  columns: Columns,
  project: string,
  touched: readonly Touched[],
  version: number,
): Promise<void> {
  const byStart = touched.toSorted((one, other) => one.start - other.start);
  for (let first = 0; first < byStart.length; first += sessionsAtOnce) {
    const some = byStart.slice(first, first + sessionsAtOnce);
    const from = some[0]?.start ?? 0;
    const until = some.at(-1)?.start ?? 0;
    const about = { project, version, sessions: [...new Set(some.map(({ session }) => session))] };
    await columns.command(insertFresh, { ...about, from: from - reachMs, until: until + reachMs });
    await columns.command(takeBackStale, { ...about, from: from - staleReachMs, until: until + staleReachMs });
  }
}

/** A picture of a session in a line of a list has no room for more. */
const activityParts = 24;

const bounds = (time: string): string => `
      project = {project:String} AND session IN {sessions:Array(String)}
      AND ${time} >= fromUnixTimestamp64Milli({from:Int64}) AND ${time} < fromUnixTimestamp64Milli({until:Int64})`;

/** How a record is known again: ids may repeat in another tab, and a view's id stands in `view`. */
export const identityOfRecord = `(kind, tab, multiIf(
        record_id != '', record_id, kind = 'view' AND view != '', view, concat('#', toString(number))))`;

/** What the record of a session's beginning tells, and no other. */
const began = (name: string): string => `if(kind = 'session', attributes['${name}'], '') AS ${name}`;

const insertFresh = `
INSERT INTO sessions (project, session, start, end, visitor, role, environment, release, intake, sample, browser, os, device,
  country, language, timezone, referrer, entry_route, last_route, tabs, views, actions, calls, failed_calls, errors, frustrations, replay, words,
  activity, lcp, inp, cls, version)
SELECT
  {project:String} AS project,
  session,
  min(at) AS start,
  max(last_at) AS end,
  argMaxIf(visitor, moment, visitor != ''),
  argMaxIf(role, moment, role != ''),
  argMaxIf(environment, moment, environment != ''),
  argMaxIf(release, moment, release != ''),
  argMinIf(intake, moment, intake != ''),
  max(sample),
  argMaxIf(browser, moment, browser != ''),
  argMaxIf(os, moment, os != ''),
  argMaxIf(device, moment, browser != ''),
  argMaxIf(country, moment, country != ''),
  argMinIf(language, moment, language != ''),
  argMinIf(timezone, moment, timezone != ''),
  argMinIf(referrer, moment, referrer != ''),
  if(countIf(kind = 'view' AND route != '') > 0,
    argMinIf(route, moment, kind = 'view' AND route != ''), argMinIf(route, moment, route != '')),
  if(countIf(kind = 'view' AND route != '') > 0,
    argMaxIf(route, moment, kind = 'view' AND route != ''), argMaxIf(route, moment, route != '')),
  uniqExact(tab),
  countIf(kind = 'view'),
  countIf(kind = 'action'),
  countIf(kind = 'resource' AND type IN ('fetch', 'xhr', 'beacon')),
  countIf(kind = 'resource' AND type IN ('fetch', 'xhr', 'beacon') AND failed = 1),
  countIf(kind = 'error'),
  sumIf(length(frustrations), kind = 'action'),
  countIf(kind = 'segment') > 0,
  leftUTF8(arrayStringConcat(arraySort(arrayDistinct(arrayFlatten(groupUniqArray(400)(spoken)))), ' '), 4000),
  arrayMap(part -> toUInt8(least(255, countEqual(
    arrayMap(done -> intDiv((done - toUnixTimestamp64Milli(start)) * ${activityParts},
      greatest(1, toUnixTimestamp64Milli(end) - toUnixTimestamp64Milli(start) + 1)),
      groupArrayIf(5000)(toUnixTimestamp64Milli(at), kind IN ('view', 'action', 'error'))), part))), range(${activityParts})),
  maxIf(value, kind = 'vital' AND name = 'LCP'),
  maxIf(value, kind = 'vital' AND name = 'INP'),
  maxIf(value, kind = 'vital' AND name = 'CLS'),
  {version:UInt64}
FROM (
  SELECT session, tab, kind, at, (at, tab, number) AS moment, visitor, role, environment, release, intake, sample,
    browser, os, device, country, ${began('language')}, ${began('timezone')}, ${began('referrer')}, route, name, type, failed, value,
    frustrations,
    greatest(at, least(at + toIntervalMillisecond(toInt64(duration_ms)), received_at)) AS last_at,
    arrayFilter(word -> word != '', [
      lowerUTF8(route), lowerUTF8(visitor),
      if(kind IN ('view', 'error'), lowerUTF8(text), ''), if(kind IN ('action', 'error'), lowerUTF8(name), '')
    ]) AS spoken
  FROM records
  WHERE ${bounds('at')}
  ORDER BY version DESC, at, number
  LIMIT 1 BY session, ${identityOfRecord}
  UNION ALL
  SELECT session, tab, 'segment', from, (from, tab, 0), '', '', '', '', '', sample,
    '', '', '', '', '', '', '', '', '', '', 0, 0, [], greatest(from, until), []
  FROM replay_segments
  WHERE ${bounds('from')}
)
GROUP BY session`;

const takeBackStale = `
INSERT INTO sessions
SELECT * REPLACE({version:UInt64} AS version, 1 AS deleted) FROM (
  SELECT * FROM sessions FINAL WHERE version < {version:UInt64} AND ${bounds('start')}
)`;
