import type { Columns } from './columns.ts';
import { finalByPartition } from './final-by-partition.ts';
import { identityOfRecord } from './sessions.ts';
import type { ObservationRow } from './tables.ts';

/** A session as its row tells it, and what stands of it in `observations`. */
export interface ObservedSession {
  session: string;
  start: number;
  end: number;
  visitor: string;
  role: string;
  environment: string;
  release: string;
  sample: number;
  replay: number;
  /** Of its row: rises with everything that is stored of it. */
  version: number;
  /** Views, actions, calls and errors. */
  things: number;
}

/** The head of a session's rows in `observations`. */
export interface Head {
  session: string;
  start: number;
  version: number;
  seen: number;
  revision: number;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** As where sessions are recomputed: their start may have been told by another clock. */
const reachMs = 8 * dayMs;

/** With the table's name: alone, `start` would be the milliseconds that an answer tells under that name. */
const startsBetween = (table: 'sessions' | 'observations'): string =>
  `${table}.start >= fromUnixTimestamp64Milli({from:Int64}) AND ${table}.start < fromUnixTimestamp64Milli({until:Int64})`;

/**
 * The days of a span in which sessions began, of every project: each by its first millisecond.
 *
 * @throws {SightglassError} `query_timeout`, `engine_unavailable`
 */
export async function findSessionDays(
  columns: Columns,
  span: { from: number; until: number },
): Promise<ReadonlySet<number>> {
  const days = await columns.ask<{ day: number }>(
    `SELECT DISTINCT toUnixTimestamp64Milli(toDateTime64(toStartOfDay(start), 3, 'UTC')) AS day FROM sessions
     WHERE ${startsBetween('sessions')}`,
    span,
    { timeoutMs: 60_000 },
  );
  return new Set(days.map(({ day }) => day));
}

/** Of one answer of {@link findUnobserved}. */
export const mostUnobserved = 2_000;

/**
 * Sessions that began in a span and have changed since they were observed, or were observed by an older revision; newest first, of
 * every project.
 *
 * @throws {SightglassError} `query_timeout`, `engine_unavailable`
 */
export function findUnobserved(
  columns: Columns,
  span: { from: number; until: number },
  revision: number,
): Promise<{ project: string; session: string; start: number }[]> {
  return columns.ask(
    `SELECT project, session, toUnixTimestamp64Milli(start) AS start FROM (
       SELECT project, session, start, version FROM sessions FINAL WHERE ${startsBetween('sessions')}
     ) AS told LEFT JOIN (
       SELECT project, session, max(seen) AS seen, max(revision) AS revision FROM observations
       WHERE kind = '' AND ${startsBetween('observations')} GROUP BY project, session
     ) AS known USING (project, session)
     WHERE known.seen < told.version OR known.revision < {revision:UInt32}
     ORDER BY start DESC, project, session LIMIT ${mostUnobserved} ${finalByPartition}`,
    { ...span, revision },
    { timeoutMs: 60_000 },
  );
}

/**
 * Rows and heads of sessions that are stored, of each session its newest row: while one moves to another day it has two. What is not there is not in
 * the answer.
 *
 * @param sessions - `start`: any time inside one.
 */
export async function readObserved(
  columns: Columns,
  project: string,
  sessions: readonly { session: string; start: number }[],
): Promise<{ sessions: ObservedSession[]; heads: Head[] }> {
  const starts = sessions.map(({ start }) => start);
  const bound = {
    project,
    sessions: sessions.map(({ session }) => session),
    from: Math.min(...starts) - reachMs,
    until: Math.max(...starts) + reachMs,
  };
  const told = await columns.ask<ObservedSession>(
    `SELECT session, toUnixTimestamp64Milli(start) AS start, toUnixTimestamp64Milli(end) AS end, visitor, role, environment, release,
       sample, replay, version, views + actions + calls + errors AS things
     FROM sessions FINAL WHERE project = {project:String} AND session IN {sessions:Array(String)} AND ${startsBetween('sessions')}
     ORDER BY session, version DESC LIMIT 1 BY session ${finalByPartition}`,
    bound,
  );
  const heads = await columns.ask<Head>(
    `SELECT session, toUnixTimestamp64Milli(start) AS start, version, seen, revision FROM observations FINAL
     WHERE project = {project:String} AND kind = '' AND session IN {sessions:Array(String)} AND ${startsBetween('observations')}
     ORDER BY session, start ${finalByPartition}`,
    bound,
  );
  return { sessions: told, heads };
}

/** What of a session shows nothing of what the application is. */
const silent =
  "kind NOT IN ('vital', 'longtask', 'console') AND (kind != 'resource' OR type IN ('fetch', 'xhr', 'beacon', 'document'))";
/** A session of hours has some thousands; the first ones show what the rest repeats. */
const mostRecords = 4_000;
/** TOO_MANY_ROWS_OR_BYTES, as {@link Columns.ask} tells it. */
const tooMuch = 'query_timeout';

/**
 * The records of some sessions of a project that show what it is, as JSON, each once, in the order of time, tab and number; of each
 * session the first 4,000. What is too much for one answer is asked in halves, and of one session less.
 *
 * @throws {SightglassError} `query_timeout`, `engine_unavailable`
 */
export async function readShowing(
  columns: Columns,
  project: string,
  sessions: readonly Pick<ObservedSession, 'session' | 'start' | 'end'>[],
  most: number = mostRecords,
): Promise<Map<string, string[]>> {
  try {
    const rows = await columns.ask<{ session: string; record: string }>(showing, {
      project,
      most,
      sessions: sessions.map(({ session }) => session),
      from: Math.min(...sessions.map(({ start }) => start)),
      until: Math.max(...sessions.map(({ end }) => end)),
    });
    const bySession = Map.groupBy(rows, ({ session }) => session);
    return new Map([...bySession].map(([session, some]) => [session, some.map(({ record }) => record)]));
  } catch (error) {
    const isTooMuch = error instanceof Error && 'code' in error && error.code === tooMuch;
    if (!isTooMuch || (sessions.length === 1 && most < 100)) throw error;
    if (sessions.length === 1) return readShowing(columns, project, sessions, Math.floor(most / 2));
    const middle = Math.ceil(sessions.length / 2);
    const first = await readShowing(columns, project, sessions.slice(0, middle), most);
    const second = await readShowing(columns, project, sessions.slice(middle), most);
    return new Map([...first, ...second]);
  }
}

/** What the screens of a session said and held, as far as it was kept. */
export interface Showing {
  /** Lines that state a limit; the first 200. */
  lines: { text: string; at: number }[];
  /** What its pages hold; `undefined`: there was more than is kept, so that what is not among it may have been there. */
  held: { text: string; at: number }[] | undefined;
}

const mostLines = { stated: 200, held: 600 };

/**
 * What the screens of some sessions said and held, each once with its first moment, in the order of time.
 *
 * @throws {SightglassError} `query_timeout`, `engine_unavailable`
 */
export async function readStated(
  columns: Columns,
  project: string,
  sessions: readonly Pick<ObservedSession, 'session' | 'start' | 'end'>[],
): Promise<Map<string, Showing>> {
  const rows = await columns.ask<{ session: string; kind: string; text: string; at: number }>(
    `SELECT session, kind, text, toUnixTimestamp64Milli(min(at)) AS at FROM lines
     WHERE project = {project:String} AND kind IN ('stated', 'held', 'cut') AND session IN {sessions:Array(String)}
       AND lines.at >= fromUnixTimestamp64Milli({from:Int64}) AND lines.at <= fromUnixTimestamp64Milli({until:Int64})
     GROUP BY session, kind, text ORDER BY session, at, kind, text LIMIT ${mostLines.held} BY session, kind`,
    {
      project,
      sessions: sessions.map(({ session }) => session),
      // A replay may begin a little before the first record and end after the last.
      from: Math.min(...sessions.map(({ start }) => start)) - hourMs,
      until: Math.max(...sessions.map(({ end }) => end)) + hourMs,
    },
  );
  return new Map([...Map.groupBy(rows, ({ session }) => session)].map(([session, some]) => [session, showingOf(some)]));
}

function showingOf(rows: readonly { kind: string; text: string; at: number }[]): Showing {
  const of = (kind: string) => rows.filter((row) => row.kind === kind).map(({ text, at }) => ({ text, at }));
  const held = of('held');
  const isWhole = held.length < mostLines.held && of('cut').length === 0;
  return { lines: of('stated').slice(0, mostLines.stated), held: isWhole ? held : undefined };
}

/** What is parsed at once. */
const mostBytes = 12 * 1024 * 1024;

const showing = `
  SELECT session, record FROM (
    SELECT session, at, tab, number, record FROM records
    WHERE project = {project:String} AND session IN {sessions:Array(String)} AND ${silent}
      AND at >= fromUnixTimestamp64Milli({from:Int64}) AND at <= fromUnixTimestamp64Milli({until:Int64})
    ORDER BY version DESC, number DESC
    LIMIT 1 BY session, ${identityOfRecord}
  )
  ORDER BY session, at, tab, number LIMIT {most:UInt32} BY session
  SETTINGS max_result_bytes = ${mostBytes}`;

/**
 * Writes what sessions show, each whole or not at all: rows with their heads, in one insert for all that began on one day. Rows of one
 * session that stood under another day are taken back before.
 *
 * @param rows - Of one version, which is two above every head of these sessions.
 * @param stale - Heads that stand under another day than the session's rows from now on.
 */
export async function putObservations(
  columns: Columns,
  project: string,
  rows: readonly ObservationRow[],
  stale: readonly Head[],
): Promise<void> {
  const version = rows[0]?.version;
  if (version === undefined) return;
  if (stale.length > 0)
    await columns.insert(
      'observations',
      ndjson(stale.map((head) => ({ project, kind: '', key: '', ...head, version: version - 1, deleted: 1 }))),
    );
  await columns.insert('observations', ndjson(rows));
}

function ndjson(rows: readonly object[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}
