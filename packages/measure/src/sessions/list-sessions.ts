import type { Columns, Parameters } from '@sightglass/store';
import type { AnswerOf, listSessions as endpoint, QueryOf } from '@sightglass/wire';
import { readCursor, writeCursor } from '../cursor.ts';
import { bindSpan, finalByPartition, recordsInSpan, sessionsInSpan } from '../span.ts';
import { type SummaryRow, summaryColumns, toSummary } from './summary.ts';

type Query = QueryOf<typeof endpoint>;

const has: Record<Exclude<Query['has'], ''>, string> = {
  errors: 'errors > 0',
  frustrations: 'frustrations > 0',
  'failed-calls': 'failed_calls > 0',
  replay: 'replay = 1',
};

/**
 * Sessions that were alive in the span, newest start first. Every word of the search must be found somewhere in the session's
 * words (routes, titles, action names, messages, visitor) or be its id. `total` counts all that fit, whatever the cursor.
 *
 * @throws {SightglassError} `bad_cursor`, `query_timeout`, `engine_unavailable`
 */
export async function listSessions(
  columns: Columns,
  project: string,
  query: Query,
): Promise<AnswerOf<typeof endpoint>> {
  const wanted = conditions(query).join('\n    AND ');
  const bound: Parameters = { ...bindSpan(project, query), ...bindFilters(query), limit: query.limit + 1 };
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor, ['number', 'string']);
  const page = `
  SELECT ${summaryColumns} FROM sessions FINAL
  WHERE ${wanted}${after === undefined ? '' : `\n    AND (start, session) < (fromUnixTimestamp64Milli({afterStart:Int64}), {afterSession:String})`}
  ORDER BY start DESC, session DESC LIMIT {limit:UInt32} ${finalByPartition}`;
  const count = `SELECT count() AS total FROM sessions FINAL WHERE ${wanted} ${finalByPartition}`;

  const [rows, totals] = await Promise.all([
    columns.ask<SummaryRow>(
      page,
      after === undefined ? bound : { ...bound, afterStart: after[0], afterSession: after[1] },
    ),
    columns.ask<{ total: number }>(count, bound),
  ]);
  const sessions = rows.slice(0, query.limit).map(toSummary);
  const last = sessions.at(-1);
  const next = rows.length > query.limit && last ? writeCursor([last.start, last.session]) : null;
  return { sessions, next, total: totals[0]?.total ?? 0 };
}

/** Only what is asked for is read: `words` is by far the widest column. */
function conditions({ search, role, browser, device, has: wanted, route }: Query): string[] {
  return [
    sessionsInSpan,
    ...(termsOf(search).length > 0
      ? ['arrayAll(term -> position(words, term) > 0 OR lower(session) = term, {terms:Array(String)})']
      : []),
    ...(role ? ['role = {role:String}'] : []),
    ...(browser ? ['browser = {browser:String}'] : []),
    ...(device ? ['device = {device:String}'] : []),
    ...(wanted ? [has[wanted]] : []),
    ...(route
      ? [`session IN (SELECT session FROM records WHERE ${recordsInSpan} AND kind = 'view' AND route = {route:String})`]
      : []),
  ];
}

function bindFilters({ search, role, browser, device, route }: Query): Parameters {
  return { terms: termsOf(search), role, browser, device, route };
}

function termsOf(search: string): string[] {
  return search.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 10);
}
