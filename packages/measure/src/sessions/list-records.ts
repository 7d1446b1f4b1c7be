import type { Columns } from '@sightglass/store';
import { type AnswerOf, type listRecords as endpoint, limits, type QueryOf, type WireRecord } from '@sightglass/wire';
import { readCursor, writeCursor } from '../cursor.ts';
import { latestOfEachWhenever } from '../span.ts';
import { getSession } from './get-session.ts';

interface Row {
  tab: string;
  number: number;
  atMs: number;
  receivedAt: number;
  record: string;
}

const sql = `
  SELECT tab, number, atMs, receivedAt, record FROM (
    SELECT tab, number, toUnixTimestamp64Milli(at) AS atMs, toUnixTimestamp64Milli(received_at) AS receivedAt, record
    FROM records
    WHERE project = {project:String} AND session = {session:String}
      AND at >= fromUnixTimestamp64Milli({from:Int64}) AND at <= fromUnixTimestamp64Milli({until:Int64})
      AND ({kind:String} = '' OR kind = {kind:String})
    ${latestOfEachWhenever}
  )
  WHERE (atMs, tab, number) > ({afterAt:Int64}, {afterTab:String}, {afterNumber:Int64})
  ORDER BY atMs, tab, number LIMIT {limit:UInt32}`;

/**
 * The records of one session in order of time; of those told more than once, the last word.
 *
 * @throws {SightglassError} `not_found`, `bad_cursor`, `query_timeout`, `engine_unavailable`
 */
export async function listRecords(
  columns: Columns,
  project: string,
  session: string,
  query: QueryOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const [afterAt, afterTab, afterNumber] =
    query.cursor === undefined ? [-1, '', -1] : readCursor(query.cursor, ['number', 'string', 'number']);
  const { start, end } = await getSession(columns, project, session);
  const rows = await columns.ask<Row>(sql, {
    project,
    session,
    kind: query.kind,
    // Records that came since the session was last recomputed.
    from: start - limits.sessionIdleMs,
    until: end + limits.sessionIdleMs,
    afterAt,
    afterTab,
    afterNumber,
    limit: query.limit + 1,
  });
  const shown = rows.slice(0, query.limit);
  const last = shown.at(-1);
  return {
    records: shown.map(({ tab, number, receivedAt, record }) => ({
      tab,
      number,
      receivedAt,
      record: JSON.parse(record) as WireRecord, // the digest stored what the wire's schema had parsed
    })),
    next: rows.length > query.limit && last ? writeCursor([last.atMs, last.tab, last.number]) : null,
  };
}
