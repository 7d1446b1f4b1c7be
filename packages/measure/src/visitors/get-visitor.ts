import type { Columns } from '@sightglass/store';
import { SightglassError, type Visitor } from '@sightglass/wire';
import { finalByPartition } from '../span.ts';

const mostScreens = 50;
const mostWays = 40;

const ofVisitor = 'project = {project:String} AND visitor = {visitor:String}';

/** Of somebody with more sessions than this, traits and screens are told of the newest. */
const mostSessions = 1_000;
const mostDevices = 20;

/** All sessions together, which is the first row, and by device. */
const whole = `
  SELECT grouping(device, browser, os) AS of, toString(device) AS device, toString(browser) AS browser, toString(os) AS os,
    count() AS sessions, toUnixTimestamp64Milli(min(start)) AS first, toUnixTimestamp64Milli(max(end)) AS last,
    sum(errors) AS errorsIn, sum(frustrations) AS frustrationsIn, sum(dateDiff('millisecond', start, end)) AS durationMs,
    arraySort(groupUniqArrayIf(50)(toString(role), role != '')) AS roles,
    arraySort(groupUniqArrayIf(50)(toString(release), release != '')) AS releases,
    arraySort(groupUniqArrayIf(50)(toString(country), country != '')) AS countries,
    arrayMap(one -> one.2, groupArraySorted(${mostSessions})((-toUnixTimestamp64Milli(start), session))) AS ids
  FROM sessions FINAL WHERE ${ofVisitor} GROUP BY GROUPING SETS ((), (device, browser, os))
  ORDER BY of DESC, sessions DESC, last DESC, device, browser, os LIMIT ${mostDevices + 1} ${finalByPartition}`;

/** Their records lie where their sessions do: a day more on both sides, as a session's own. */
const theirs = `project = {project:String} AND session IN {ids:Array(String)}
    AND at >= fromUnixTimestamp64Milli({first:Int64} - 86400000) AND at <= fromUnixTimestamp64Milli({last:Int64} + 86400000)`;

const traits = `
  SELECT told.1 AS trait, argMax(told.2, moment) AS said FROM (
    SELECT arrayJoin(arrayZip(mapKeys(attributes), mapValues(attributes))) AS told, (at, number) AS moment FROM records
    WHERE ${theirs} AND kind = 'user' AND visitor = {visitor:String}
  ) GROUP BY trait ORDER BY trait LIMIT 100`;

/** Screens, which have no `from`, and ways between them. */
const walked = `
  SELECT told.1 AS of, told.2 AS "from", told.3 AS "to", count() AS times, uniqExact(session) AS sessions FROM (
    SELECT session, arrayJoin(arrayConcat(arrayMap(seen -> ('screen', '', seen), seen_all),
      arrayMap((one, next) -> ('way', one, next), arrayPopBack(routes), arrayPopFront(routes)))) AS told
    FROM (
      SELECT session, groupArray(screen) AS seen_all,
        arrayCompact(arrayMap(seen -> seen.2, arraySort(groupArray(2000)((first_at, screen))))) AS routes
      FROM (
        SELECT session, view, any(toString(route)) AS screen, min(at) AS first_at FROM records
        WHERE ${theirs} AND kind = 'view' AND route != '' GROUP BY session, view
      ) GROUP BY session
    )
  ) GROUP BY told ORDER BY of, times DESC, told LIMIT ${Math.max(mostScreens, mostWays)} BY of`;

interface Walked {
  of: 'screen' | 'way';
  from: string;
  to: string;
  times: number;
  sessions: number;
}

interface Whole
  extends Pick<Visitor, 'sessions' | 'first' | 'last' | 'durationMs' | 'roles' | 'releases' | 'countries'> {
  errorsIn: number;
  frustrationsIn: number;
  ids: string[];
}
type Device = Visitor['devices'][number];

/**
 * Everything that is kept of a visitor, whatever the time.
 *
 * @throws {SightglassError} `not_found`, `query_timeout`, `engine_unavailable`
 */
export async function getVisitor(columns: Columns, project: string, visitor: string): Promise<Visitor> {
  const bound = { project, visitor };
  const [about, ...byDevice] = await columns.ask<Whole & Device & { of: number }>(whole, bound);
  if (about === undefined || about.sessions === 0) throw new SightglassError('not_found');
  const { ids, first, last, sessions, durationMs, roles, releases, countries } = about;
  const ofThem = { ...bound, ids, first, last };
  const [told, seen] = await Promise.all([
    columns.ask<{ trait: string; said: string }>(traits, ofThem),
    columns.ask<Walked>(walked, ofThem),
  ]);
  return {
    ...{ visitor, sessions, first, last, durationMs, roles, releases, countries },
    ...{ errors: about.errorsIn, frustrations: about.frustrationsIn },
    devices: byDevice.map(({ device, browser, os, sessions, last }) => ({ device, browser, os, sessions, last })),
    screens: seen
      .flatMap(({ of, to, times, sessions }) => (of === 'screen' ? [{ route: to, views: times, sessions }] : []))
      .slice(0, mostScreens),
    ways: seen.flatMap(({ of, from, to, times }) => (of === 'way' ? [{ from, to, times }] : [])).slice(0, mostWays),
    traits: Object.fromEntries(told.map(({ trait, said }) => [trait, said])),
  };
}
