import type { Segments } from '../segments/segments.ts';
import type { Columns, Parameters } from './columns.ts';
import { shapes, type TableShape } from './ddl.ts';
import { finalByPartition } from './final-by-partition.ts';
import { tableNames } from './migrate.ts';
import { rewriteWithout } from './rewrite.ts';
import type { SegmentRow, TableName } from './tables.ts';

/** What there was of somebody. */
export interface PersonCounts {
  sessions: number;
  records: number;
  segments: number;
}

/** Ids travel in the URL. */
const sessionsAtOnce = 400;
/** Segments that are moved and synced together. */
const rowsAtOnce = 500;
/** Of the table: a stretch of it is read whole, so that a short one costs as much as a long one. */
const mostRead = 5_000;
const dayMs = 24 * 3_600_000;

/** The sessions in which this visitor was told of, also those that somebody else went on with. */
export async function sessionsOf(columns: Columns, project: string, visitor: string): Promise<string[]> {
  const rows = await columns.ask<{ session: string }>(
    `SELECT DISTINCT session FROM (
       SELECT session FROM records WHERE project = {project:String} AND visitor = {visitor:String}
       UNION ALL SELECT session FROM sessions WHERE project = {project:String} AND visitor = {visitor:String}
       UNION ALL SELECT session FROM observations WHERE project = {project:String} AND visitor = {visitor:String}
     ) ORDER BY session`,
    { project, visitor },
    { timeoutMs: 60_000 },
  );
  return rows.map(({ session }) => session);
}

export async function countSessions(
  columns: Columns,
  project: string,
  sessions: readonly string[],
): Promise<PersonCounts> {
  const counts: PersonCounts = { sessions: sessions.length, records: 0, segments: 0 };
  for (const some of portions(sessions)) {
    const count = async (from: string): Promise<number> =>
      (await columns.ask<{ rows: number }>(`SELECT count() AS rows FROM ${from} WHERE ${ofThem}`, { project, some }))[0]
        ?.rows ?? 0;
    counts.records += await count('records');
    counts.segments += await count('replay_segments FINAL');
  }
  return counts;
}

/**
 * From now on nothing is appended to the folders that hold, or may hold by way of their dictionaries, bytes of these sessions.
 *
 * @returns those folders, as they begin in `pack`: see {@link eraseReplay}.
 */
export async function leaveFolders(
  columns: Columns,
  segments: Pick<Segments, 'renew'>,
  project: string,
  sessions: readonly string[],
): Promise<string[]> {
  const first = new Map<string, string>();
  for (const some of portions(sessions)) {
    const packs = await columns.ask<{ earliest: string }>(
      `SELECT min(toString(pack)) AS earliest FROM replay_segments WHERE ${ofThem} GROUP BY splitByChar('/', toString(pack))[1]`,
      { project, some },
    );
    for (const { earliest: pack } of packs) {
      const [kind = ''] = pack.split('/');
      if (pack < (first.get(kind) ?? '~')) first.set(kind, pack);
    }
  }
  const folders: string[] = [];
  for (const pack of first.values()) folders.push(...(await segments.renew(project, pack)));
  return folders;
}

/**
 * Moves what others recorded out of these folders and deletes them, with every byte of the sessions. Safe to repeat and to break off: rows move
 * first, bytes are deleted last. Every row that points into the folders must be stored by now.
 */
export async function eraseReplay(
  columns: Columns,
  segments: Pick<Segments, 'move' | 'sync' | 'dropFolder' | 'textsOf' | 'sheets'>,
  project: string,
  sessions: readonly string[],
  folders: readonly string[],
): Promise<void> {
  const gone = new Set(sessions);
  const texts = new Set<string>();
  for (const row of await rowsOf(columns, project, gone))
    for (const text of await segments.textsOf(row)) texts.add(text);
  for (const folder of folders)
    for await (const rows of rowsIn(columns, project, `startsWith(toString(pack), concat({folder:String}, '/'))`, {
      folder,
    })) {
      const others = rows.filter(({ session }) => !gone.has(session));
      const moved = await segments.move(others);
      for (const text of moved.texts) texts.delete(text);
      await segments.sync();
      // With the batch that they had: of rows with one key and version the one that was written last stands.
      await columns.insert('replay_segments', moved.rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    }
  await keepWhatOthersName(columns, segments, project, gone, texts);
  await segments.sheets.drop(project, texts);
  await columns.sync();
  await eraseHard(columns, 'replay_segments', project, sessions);
  for (const folder of folders) await segments.dropFolder(project, folder);
}

/** Texts that only they brought go with them. Mostly none are left to look for: a style sheet is everybody's. */
async function keepWhatOthersName(
  columns: Columns,
  segments: Pick<Segments, 'textsOf'>,
  project: string,
  gone: ReadonlySet<string>,
  texts: Set<string>,
): Promise<void> {
  if (texts.size === 0) return;
  for await (const rows of rowsIn(columns, project, '1', {}))
    for (const row of rows) {
      if (gone.has(row.session)) continue;
      for (const text of await segments.textsOf(row)) texts.delete(text);
      if (texts.size === 0) return;
    }
}

/** Deletes the rows of these sessions from all tables, and what was added up of their days: that is added up again. */
export async function eraseSessions(columns: Columns, project: string, sessions: readonly string[]): Promise<void> {
  const days = await daysOf(columns, project, sessions);
  const condition = 'project = {project:String} AND has({days:Array(Int64)}, toUnixTimestamp64Milli(start))';
  const has = (table: TableName, column: string): boolean => column in (shapes[table] as TableShape<object>).columns;
  // First, since the days are known by the rows that go afterwards.
  for (const table of tableNames)
    if (!has(table, 'session') && has(table, 'start') && days.length > 0)
      await rewriteWithout(columns, table, [{ condition, bound: { project, days } }]);
  for (const table of tableNames) if (has(table, 'session')) await eraseHard(columns, table, project, sessions);
}

/** Days that may hold something added up of them: a session reaches into the day after its start, and clocks differ. */
async function daysOf(columns: Columns, project: string, sessions: readonly string[]): Promise<number[]> {
  const days = new Set<number>();
  for (const some of portions(sessions)) {
    const rows = await columns.ask<{ day: number }>(
      `SELECT DISTINCT intDiv(toUnixTimestamp64Milli(moment), ${dayMs}) * ${dayMs} AS day FROM (
         SELECT at AS moment FROM records WHERE ${ofThem} UNION ALL SELECT start FROM sessions WHERE ${ofThem}
         UNION ALL SELECT start FROM observations WHERE ${ofThem})`,
      { project, some },
      { timeoutMs: 60_000 },
    );
    for (const { day } of rows) days.add(Number(day));
  }
  return [...days];
}

const ofThem = 'project = {project:String} AND session IN {some:Array(String)}';

async function eraseHard(
  columns: Columns,
  table: TableName,
  project: string,
  sessions: readonly string[],
): Promise<void> {
  const portion = portions(sessions).map((some) => ({ condition: ofThem, bound: { project, some } }));
  await rewriteWithout(columns, table, portion);
}

async function rowsOf(columns: Columns, project: string, gone: ReadonlySet<string>): Promise<SegmentRow[]> {
  const rows: SegmentRow[] = [];
  for (const some of portions([...gone]))
    for await (const more of rowsIn(columns, project, 'session IN {some:Array(String)}', { some })) rows.push(...more);
  return rows;
}

/**
 * Rows of segments in the order of their table, a few hundred at a time. What is written meanwhile under the same keys is not met again. Stretch by
 * stretch of sessions: asked only for what comes after a place, the engine would read the whole table for each answer.
 */
async function* rowsIn(
  columns: Columns,
  project: string,
  condition: string,
  bound: Parameters,
): AsyncGenerator<SegmentRow[]> {
  let after = '';
  for (;;) {
    const [stretch] = await columns.ask<{ last: string; rows: number }>(
      `SELECT max(session) AS last, count() AS rows FROM (
         SELECT session FROM replay_segments WHERE project = {project:String} AND session > {after:String} AND ${condition}
         ORDER BY session LIMIT ${mostRead})`,
      { project, ...bound, after },
      { timeoutMs: 60_000 },
    );
    if (stretch === undefined || stretch.rows === 0) return;
    const { last } = stretch;
    yield* rowsOfStretch(columns, project, `session > {after:String} AND session <= {last:String} AND ${condition}`, {
      ...bound,
      after,
      last,
    });
    after = last;
  }
}

async function* rowsOfStretch(
  columns: Columns,
  project: string,
  condition: string,
  bound: Parameters,
): AsyncGenerator<SegmentRow[]> {
  let place = { session: '', tab: '', page: '', seq: 0 };
  for (;;) {
    const rows = await columns.ask<SegmentRow>(
      `SELECT * REPLACE(toUnixTimestamp64Milli(from) AS from, toUnixTimestamp64Milli(until) AS until,
         toUnixTimestamp64Milli(received_at) AS received_at)
       FROM replay_segments FINAL WHERE project = {project:String} AND ${condition}
         AND (session, tab, page, seq) > ({session:String}, {tab:String}, {page:String}, {seq:UInt32})
       ORDER BY session, tab, page, seq LIMIT ${mostRead} ${finalByPartition}`,
      { project, ...bound, ...place },
      { timeoutMs: 60_000 },
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    place = { session: last.session, tab: last.tab, page: last.page, seq: last.seq };
    for (let first = 0; first < rows.length; first += rowsAtOnce) yield rows.slice(first, first + rowsAtOnce);
    if (rows.length < mostRead) return;
  }
}

function portions(sessions: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(sessions.length / sessionsAtOnce) }, (_, at) =>
    sessions.slice(at * sessionsAtOnce, (at + 1) * sessionsAtOnce),
  );
}
