import type { Columns, Parameters } from '@sightglass/store';
import {
  type AnswerOf,
  type listSessions as endpoint,
  parseSearch,
  type QueryOf,
  SightglassError,
} from '@sightglass/wire';
import { readCursor, writeCursor } from '../cursor.ts';
import { searchCondition } from '../search/condition.ts';
import { bindSpan, finalByPartition, recordsInSpan, sessionsInSpan } from '../span.ts';
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
export async function listSessions(
  columns: Columns,
  project: string,
  query: Query,
): Promise<AnswerOf<typeof endpoint>> {
  const filters = filtersOf(query);
  const wanted = filters.sql;
  const bound: Parameters = { ...bindSpan(project, query), ...filters.bound, limit: query.limit + 1 };
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor, ['number', 'string']);
  const page = `
  SELECT ${listedColumns} FROM sessions FINAL
  WHERE ${wanted}${after === undefined ? '' : `\n    AND (start, session) < (fromUnixTimestamp64Milli({afterStart:Int64}), {afterSession:String})`}
  ORDER BY start DESC, session DESC LIMIT {limit:UInt32} ${finalByPartition}`;
  const count = `SELECT count() AS total FROM sessions FINAL WHERE ${wanted} ${finalByPartition}`;

  const [rows, totals] = await Promise.all([
    columns.ask<ListedRow>(
      page,
      after === undefined ? bound : { ...bound, afterStart: after[0], afterSession: after[1] },
    ),
    columns.ask<{ total: number }>(count, bound),
  ]);
  const sessions = rows.slice(0, query.limit).map(toListed);
  const moments = await findMoments(columns, project, query, sessions);
  const last = sessions.at(-1);
  const next = rows.length > query.limit && last ? writeCursor([last.start, last.session]) : null;
  return {
    sessions: sessions.map((one) => ({ ...one, found: moments.get(one.session) ?? null })),
    next,
    total: totals[0]?.total ?? 0,
  };
}

/**
 * The sessions of the span that fit a search, as a condition on rows of `sessions`. Only what is asked for is read: `words` is by far the
 * widest column.
 *
 * @throws {SightglassError} `bad_search`, saying what is wrong and where
 */
export function findSessions(search: string): { sql: string; bound: Parameters } {
  const parsed = parseSearch(search);
  if (parsed.error) throw new SightglassError('bad_search', `${parsed.error.message} (at ${parsed.error.at + 1})`);
  if (parsed.node === null) return { sql: sessionsInSpan, bound: {} };
  const found = searchCondition(parsed.node);
  return { sql: `${sessionsInSpan}\n    AND ${found.sql}`, bound: found.bound };
}

function filtersOf({ search, role, browser, device, has: wanted, route }: Query): { sql: string; bound: Parameters } {
  const found = findSessions(search);
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
