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
  const { sql, bound } = ofIssue(project, about, id);
  const after =
    about.cursor === undefined ? undefined : readCursor(about.cursor, ['number', 'string', 'string', 'number']);
  const rows = await columns.ask<Omit<Row, 'at'> & { atMs: number }>(
    `SELECT ${eventColumns.replace(', record', '')} FROM (
       SELECT * FROM records WHERE ${sql} ${latestOfEach}
     )
     WHERE ${after === undefined ? '1' : '(toUnixTimestamp64Milli(at), session, tab, number) < ({afterAt:Int64}, {afterSession:String}, {afterTab:String}, {afterNumber:Int64})'}
     ORDER BY at DESC, session DESC, tab DESC, number DESC LIMIT {limit:UInt32}`,
    {
      ...bound,
      limit: about.limit + 1,
      ...(after && { afterAt: after[0], afterSession: after[1], afterTab: after[2], afterNumber: after[3] }),
    },
  );
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
  const { sql, bound } = ofIssue(project, about, id);
  const one = { session: about.session, tab: about.tab, number: about.number };
  // Which it is, told by narrow columns: a record whole is read of one alone.
  const [place] = await columns.ask<Place>(
    `SELECT session, tab, number, toUnixTimestamp64Milli(at) AS atMs, toString(kind) AS of, watchable FROM (
       SELECT session, tab, number, at, kind FROM records
       WHERE ${sql} AND ({session:String} = '' OR (session = {session:String} AND tab = {tab:String} AND number = {number:Int64}))
     ) AS found LEFT JOIN (
       SELECT session, replay AS watchable FROM sessions FINAL WHERE project = {project:String}
         AND start >= fromUnixTimestamp64Milli({from:Int64} - 86400000) AND start < fromUnixTimestamp64Milli({until:Int64})
         AND ({session:String} = '' OR session = {session:String})
     ) AS known USING (session)
     ORDER BY watchable DESC, at DESC, session, tab, number LIMIT 1 ${finalByPartition}`,
    { ...bound, ...one },
  );
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
