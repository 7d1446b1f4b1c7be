import type { Columns } from '@sightglass/store';
import { SightglassError, type Visitor } from '@sightglass/wire';
import { finalByPartition } from '../span.ts';

const mostScreens = 50;
const mostWays = 40;

const ofVisitor = 'project = {project:String} AND visitor = {visitor:String}';

const whole = `
  SELECT count() AS sessions, toUnixTimestamp64Milli(min(start)) AS first, toUnixTimestamp64Milli(max(end)) AS last,
    sum(errors) AS errorsIn, sum(frustrations) AS frustrationsIn, sum(dateDiff('millisecond', start, end)) AS durationMs,
    arraySort(groupUniqArrayIf(50)(toString(role), role != '')) AS roles,
    arraySort(groupUniqArrayIf(50)(toString(release), release != '')) AS releases,
    arraySort(groupUniqArrayIf(50)(toString(country), country != '')) AS countries
  FROM sessions FINAL WHERE ${ofVisitor} ${finalByPartition}`;

const devices = `
  SELECT device, browser, os, count() AS sessions, toUnixTimestamp64Milli(max(end)) AS last
  FROM sessions FINAL WHERE ${ofVisitor} GROUP BY device, browser, os ORDER BY sessions DESC, last DESC LIMIT 20 ${finalByPartition}`;

/** Their records lie where their sessions do: a day more on both sides, as a session's own. */
const theirs = `project = {project:String} AND session IN {ids:Array(String)}
    AND at >= fromUnixTimestamp64Milli({first:Int64} - 86400000) AND at <= fromUnixTimestamp64Milli({last:Int64} + 86400000)`;

const traits = `
  SELECT told.1 AS trait, argMax(told.2, moment) AS said FROM (
    SELECT arrayJoin(arrayZip(mapKeys(attributes), mapValues(attributes))) AS told, (at, number) AS moment FROM records
    WHERE ${theirs} AND kind = 'user' AND visitor = {visitor:String}
  ) GROUP BY trait ORDER BY trait LIMIT 100`;

const screens = `
  SELECT screen AS route, count() AS views, uniqExact(session) AS sessions FROM (
    SELECT session, view, any(toString(route)) AS screen FROM records WHERE ${theirs} AND kind = 'view' AND route != '' GROUP BY session, view
  ) GROUP BY screen ORDER BY views DESC, screen LIMIT ${mostScreens}`;

const ways = `
  SELECT way.1 AS "from", way.2 AS "to", count() AS times FROM (
    SELECT arrayJoin(arrayZip(arrayPopBack(routes), arrayPopFront(routes))) AS way FROM (
      SELECT arrayCompact(arrayMap(seen -> seen.2, arraySort(groupArray(2000)((first_at, screen))))) AS routes FROM (
        SELECT session, view, any(toString(route)) AS screen, min(at) AS first_at FROM records
        WHERE ${theirs} AND kind = 'view' AND route != '' GROUP BY session, view
      ) GROUP BY session
    ) WHERE length(routes) > 1
  ) GROUP BY way ORDER BY times DESC, way LIMIT ${mostWays}`;

interface Whole
  extends Pick<Visitor, 'sessions' | 'first' | 'last' | 'durationMs' | 'roles' | 'releases' | 'countries'> {
  errorsIn: number;
  frustrationsIn: number;
}

/** Of somebody with more sessions than this, traits and screens are told of the newest. */
const mostSessions = 1_000;

/**
 * Everything that is kept of a visitor, whatever the time.
 *
 * @throws {SightglassError} `not_found`, `query_timeout`, `engine_unavailable`
 */
export async function getVisitor(columns: Columns, project: string, visitor: string): Promise<Visitor> {
  const bound = { project, visitor };
  const [[about], found, sessions] = await Promise.all([
    columns.ask<Whole>(whole, bound),
    columns.ask<Visitor['devices'][number]>(devices, bound),
    columns.ask<{ session: string }>(
      `SELECT session FROM sessions FINAL WHERE ${ofVisitor} ORDER BY start DESC, session LIMIT ${mostSessions} ${finalByPartition}`,
      bound,
    ),
  ]);
  if (about === undefined || about.sessions === 0) throw new SightglassError('not_found');
  const { errorsIn, frustrationsIn, ...rest } = about;
  const ofThem = { ...bound, ids: sessions.map(({ session }) => session), first: about.first, last: about.last };
  const [told, seen, walked] = await Promise.all([
    columns.ask<{ trait: string; said: string }>(traits, ofThem),
    columns.ask<Visitor['screens'][number]>(screens, ofThem),
    columns.ask<Visitor['ways'][number]>(ways, ofThem),
  ]);
  return {
    ...{ visitor, ...rest, errors: errorsIn, frustrations: frustrationsIn },
    ...{ devices: found, screens: seen, ways: walked },
    traits: Object.fromEntries(told.map(({ trait, said }) => [trait, said])),
  };
}
