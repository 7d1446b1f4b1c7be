import type { Columns, Parameters } from '@sightglass/store';
import {
  type About,
  type AnswerOf,
  type listSessions as endpoint,
  parseSearch,
  type QueryOf,
  SightglassError,
} from '@sightglass/wire';
import { readCursor, writeCursor } from '../cursor.ts';
import { searchCondition } from '../search/condition.ts';
import { findDays } from '../search/days.ts';
import { bindSpan, finalByPartition, recordsInSpan, sessionsInSpan } from '../span.ts';
import { overDays } from '../while-days-stand.ts';
import { findMoments } from './find-moments.ts';
import { type ListedRow, listedColumns, toListed } from './summary.ts';

type Query = QueryOf<typeof endpoint>;

const has: Record<Exclude<Query['has'], ''>, string> = {
  errors: 'errors > 0',
  frustrations: 'frustrations > 0',
  'failed-calls': 'failed_calls > 0',
  replay: 'replay = 1',
};

/**
 * Sessions that were alive in the span and fit the search (docs/search.md), newest start first. `total` counts all that fit, whatever the
 * cursor.
 *
 * @throws {SightglassError} `bad_search`, `bad_cursor`, `query_timeout`, `engine_unavailable`
 */
export const listSessions = overDays(askOnce);

async function askOnce(columns: Columns, project: string, query: Query): Promise<AnswerOf<typeof endpoint>> {
  const { total, places } = await findPlaces(columns, project, query);
  const page = places.slice(0, query.limit);
  const [first, last] = [page[0], page.at(-1)];
  if (first === undefined || last === undefined) return { sessions: [], next: null, total };
  const rows = await columns.ask<ListedRow>(rowsSql, {
    project,
    sessions: page.map(({ session }) => session),
    earliest: last.start,
    latest: first.start,
  });
  const sessions = rows.map(toListed);
  const moments = await findMoments(columns, project, query, sessions);
  return {
    sessions: sessions.map((one) => ({ ...one, found: moments.get(one.session) ?? null })),
    next: places.length > query.limit ? writeCursor([last.start, last.session]) : null,
    total,
  };
}

const rowsSql = `
  SELECT ${listedColumns} FROM sessions FINAL
  WHERE project = {project:String} AND session IN {sessions:Array(String)}
    AND start >= fromUnixTimestamp64Milli({earliest:Int64}) AND start <= fromUnixTimestamp64Milli({latest:Int64})
  ORDER BY start DESC, session DESC ${finalByPartition}`;

/**
 * Where the sessions of a page stand, one more than asked for if there are more, and how many fit at all. The search is asked once, of the
 * columns that it needs; rows are as wide as a page is long.
 */
async function findPlaces(
  columns: Columns,
  project: string,
  query: Query,
): Promise<{ total: number; places: { start: number; session: string }[] }> {
  const wanted = await filtersOf(columns, project, query);
  const bound: Parameters = { ...bindSpan(project, query), ...wanted.bound };
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor, ['number', 'string']);
  const found = await columns.ask<{ session: string; at: number; total: number }>(
    `SELECT session, toUnixTimestamp64Milli(start) AS at, total FROM (
       SELECT session, start, count() OVER () AS total FROM sessions FINAL WHERE ${wanted.sql}
     )${after === undefined ? '' : '\n     WHERE (start, session) < (fromUnixTimestamp64Milli({afterStart:Int64}), {afterSession:String})'}
     ORDER BY start DESC, session DESC LIMIT {limit:UInt32} ${finalByPartition}`,
    {
      ...bound,
      limit: query.limit + 1,
      ...(after === undefined ? {} : { afterStart: after[0], afterSession: after[1] }),
    },
  );
  const places = found.map(({ session, at }) => ({ session, start: at }));
  if (found[0] !== undefined || after === undefined) return { total: found[0]?.total ?? 0, places };
  // What followed is gone by now, and tells nothing of what stood before it.
  const count = `SELECT count() AS total FROM sessions FINAL WHERE ${wanted.sql} ${finalByPartition}`;
  const [counted] = await columns.ask<{ total: number }>(count, bound);
  return { total: counted?.total ?? 0, places };
}

/**
 * The sessions of the span that fit a search, as a condition on rows of `sessions`. Only what is asked for is read: `words` is by far the
 * widest column.
 *
 * @throws {SightglassError} `bad_search`, saying what is wrong and where; `query_timeout`, `engine_unavailable`
 */
export async function findSessions(
  columns: Columns,
  project: string,
  about: About & { search: string },
): Promise<{ sql: string; bound: Parameters }> {
  const parsed = parseSearch(about.search);
  if (parsed.error) throw new SightglassError('bad_search', `${parsed.error.message} (at ${parsed.error.at + 1})`);
  if (parsed.node === null) return { sql: sessionsInSpan, bound: {} };
  const found = searchCondition(parsed.node, undefined, await findDays(columns, project, about));
  return { sql: `${sessionsInSpan}\n    AND ${found.sql}`, bound: found.bound };
}

async function filtersOf(columns: Columns, project: string, query: Query): Promise<{ sql: string; bound: Parameters }> {
  const { role, browser, device, has: wanted, route } = query;
  const found = await findSessions(columns, project, query);
  const sql = [
    found.sql,
    ...(role ? ['role = {role:String}'] : []),
    ...(browser ? ['browser = {browser:String}'] : []),
    ...(device ? ['device = {device:String}'] : []),
    ...(wanted ? [has[wanted]] : []),
    ...(route
      ? [`session IN (SELECT session FROM records WHERE ${recordsInSpan} AND kind = 'view' AND route = {route:String})`]
      : []),
  ].join('\n    AND ');
  return { sql, bound: { ...found.bound, role, browser, device, route } };
}
