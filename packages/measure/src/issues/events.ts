import type { Columns } from '@sightglass/store';
import type { IssueEvent, WireRecord } from '@sightglass/wire';
import { readCursor, writeCursor } from '../cursor.ts';
import { finalByPartition, latestOfEach } from '../span.ts';
import { ofIssue } from './facets.ts';
import type { AboutIssues } from './source.ts';

type Row = Omit<IssueEvent, 'replay'> & { watchable: number; record: string };

interface Place extends Pick<Row, 'session' | 'tab' | 'number' | 'watchable'> {
  atMs: number;
  of: string;
}

const eventColumns = `session, tab, number, toUnixTimestamp64Milli(at) AS atMs, visitor, toString(role) AS role, toString(release) AS release,
      toString(environment) AS environment, toString(route) AS route, toString(browser) AS browser, toString(os) AS os,
      if(kind = 'error', text, concat(if(status = 0, 'no answer', toString(status)), if(code = '', '', concat(' ', code)))) AS message, record`;

const watched = `SELECT session, max(replay) AS watchable FROM sessions FINAL
    WHERE project = {project:String} AND start >= fromUnixTimestamp64Milli({from:Int64} - 86400000)
      AND start < fromUnixTimestamp64Milli({until:Int64}) AND session IN {sessions:Array(String)} GROUP BY session`;

const hourMs = 3_600_000;
const inPiece =
  'at >= fromUnixTimestamp64Milli({pieceFrom:Int64}) AND at < fromUnixTimestamp64Milli({pieceUntil:Int64})';

/**
 * A span in pieces, the newest first, each several times as long as those after it: what is newest mostly lies in the first, and of a frequent
 * issue all of a month would be read for a page of it. In whole hours, in which what is told again stands beside what it was told as.
 *
 * @param last - Nothing after it is asked for.
 */
function piecesOf(about: AboutIssues, last?: number): { pieceFrom: number; pieceUntil: number }[] {
  const end = last === undefined ? about.until : Math.min(about.until, (Math.floor(last / hourMs) + 1) * hourMs);
  // To look for what a search asks of sessions is most of the work: it is done once.
  if (about.search !== '') return [{ pieceFrom: about.from, pieceUntil: end }];
  const pieces: { pieceFrom: number; pieceUntil: number }[] = [];
  let until = end;
  for (let hours = 24; until > about.from; hours *= 6) {
    const from = Math.max(about.from, Math.floor(until / hourMs - hours) * hourMs);
    pieces.push({ pieceFrom: from, pieceUntil: until });
    until = from;
  }
  return pieces;
}

/**
 * The errors or failed calls of an issue, newest first.
 *
 * @throws {SightglassError} `bad_search`, `bad_cursor`, `query_timeout`, `engine_unavailable`
 */
export async function issueEventsOf(
  columns: Columns,
  project: string,
  about: AboutIssues & { limit: number; cursor?: string | undefined },
  id: string,
): Promise<{ events: IssueEvent[]; next: string | null }> {
  const { sql, bound } = await ofIssue(columns, project, about, id);
  const after =
    about.cursor === undefined ? undefined : readCursor(about.cursor, ['number', 'string', 'string', 'number']);
  const rows: (Omit<Row, 'at'> & { atMs: number })[] = [];
  for (const piece of piecesOf(about, after?.[0])) {
    const some = await columns.ask<(typeof rows)[number]>(
      `SELECT ${eventColumns.replace(', record', '')} FROM (
         SELECT * FROM records WHERE ${sql} AND ${inPiece} ${latestOfEach}
       )
       WHERE ${after === undefined ? '1' : '(toUnixTimestamp64Milli(at), session, tab, number) < ({afterAt:Int64}, {afterSession:String}, {afterTab:String}, {afterNumber:Int64})'}
       ORDER BY at DESC, session DESC, tab DESC, number DESC LIMIT {limit:UInt32}`,
      {
        ...bound,
        ...piece,
        limit: about.limit + 1 - rows.length,
        ...(after && { afterAt: after[0], afterSession: after[1], afterTab: after[2], afterNumber: after[3] }),
      },
    );
    rows.push(...some);
    if (rows.length > about.limit) break;
  }
  const shown = rows.slice(0, about.limit);
  const replays = await columns.ask<{ session: string; watchable: number }>(`${watched} ${finalByPartition}`, {
    ...{ project, from: about.from, until: about.until },
    sessions: [...new Set(shown.map(({ session }) => session))],
  });
  const watchable = new Map(replays.map((row) => [row.session, row.watchable === 1]));
  const last = shown.at(-1);
  return {
    events: shown.map(({ atMs, ...row }) => ({ ...row, at: atMs, replay: watchable.get(row.session) ?? false })),
    next: rows.length > about.limit && last ? writeCursor([last.atMs, last.session, last.tab, last.number]) : null,
  };
}

/**
 * One of them whole; without a session the newest of those that can be watched, else the newest.
 *
 * @returns undefined where there is none
 */
export async function issueEventOf(
  columns: Columns,
  project: string,
  about: AboutIssues & { session: string; tab: string; number: number },
  id: string,
): Promise<{ event: IssueEvent; record: WireRecord } | undefined> {
  const { sql, bound } = await ofIssue(columns, project, about, id);
  const one = { session: about.session, tab: about.tab, number: about.number };
  // Which it is, told by narrow columns: a record whole is read of one alone.
  let place: Place | undefined;
  for (const piece of piecesOf(about)) {
    const [newest] = await columns.ask<Place>(
      `SELECT session, tab, number, toUnixTimestamp64Milli(at) AS atMs, toString(kind) AS of, watchable FROM (
         SELECT session, tab, number, at, kind FROM records
         WHERE ${sql} AND ${inPiece} AND ({session:String} = '' OR (session = {session:String} AND tab = {tab:String} AND number = {number:Int64}))
       ) AS found LEFT JOIN (
         SELECT session, replay AS watchable FROM sessions FINAL WHERE project = {project:String}
           AND start >= fromUnixTimestamp64Milli({pieceFrom:Int64} - 86400000) AND start < fromUnixTimestamp64Milli({pieceUntil:Int64})
           AND ({session:String} = '' OR session = {session:String})
       ) AS known USING (session)
       ORDER BY watchable DESC, at DESC, session, tab, number LIMIT 1 ${finalByPartition}`,
      { ...bound, ...one, ...piece },
    );
    place ??= newest;
    if (newest?.watchable !== 1) continue;
    place = newest;
    break;
  }
  if (place === undefined) return undefined;
  const [row] = await columns.ask<Omit<Row, 'at' | 'watchable'> & { atMs: number }>(
    `SELECT ${eventColumns} FROM records
     WHERE project = {project:String} AND kind = {of:String} AND at = fromUnixTimestamp64Milli({atMs:Int64})
       AND session = {session:String} AND tab = {tab:String} AND number = {number:Int64} LIMIT 1`,
    { project, ...place },
  );
  if (row === undefined) return undefined;
  const { record, atMs, ...event } = row;
  return {
    event: { ...event, at: atMs, replay: place.watchable === 1 },
    record: JSON.parse(record) as WireRecord, // the digest stored what the wire's schema had parsed
  };
}
