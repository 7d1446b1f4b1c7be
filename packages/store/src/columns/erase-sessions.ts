import { folderOfPack, isCompacted } from '../segments/paths.ts';
import type { PackEnd, Segments, Traces } from '../segments/segments.ts';
import type { Columns, Parameters } from './columns.ts';
import { shapes, type TableShape } from './ddl.ts';
import { finalByPartition } from './final-by-partition.ts';
import { tableNames } from './migrate.ts';
import { eraseHard } from './rewrite.ts';
import type { SegmentRow, TableName } from './tables.ts';

/** What there was of somebody. */
export interface PersonCounts {
  sessions: number;
  records: number;
  segments: number;
}

/** Ids travel in the URL. */
const sessionsAtOnce = 400;
/** Tables that name them. */
const ofSessions = ['records', 'sessions', 'replay_segments', 'lines', 'observations'];
const sessionsListed = 50_000;
/** Segments that are moved and synced together. */
const rowsAtOnce = 500;
/** Of the table: a stretch of it is read whole, so that a short one costs as much as a long one. */
const mostRead = 5_000;
const placesAtOnce = 50_000;
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

/** All sessions of which anything is kept, of all projects, some thousands at a time. */
export async function* everySession(columns: Columns): AsyncGenerator<{ project: string; session: string }[]> {
  let place = { project: '', session: '' };
  for (;;) {
    const rows = await columns.ask<{ project: string; session: string }>(
      `SELECT DISTINCT project, session FROM (
         ${ofSessions.map((table) => `SELECT project, session FROM ${table} WHERE (project, session) > ({project:String}, {session:String})`).join(' UNION ALL ')}
       ) ORDER BY project, session LIMIT ${sessionsListed}`,
      place,
      { timeoutMs: 600_000 },
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    place = last;
  }
}

/** Visitors who were told of in these sessions and in no others. */
export async function visitorsOfOnly(
  columns: Columns,
  project: string,
  sessions: readonly string[],
): Promise<string[]> {
  const told = new Set<string>();
  for (const some of portions(sessions))
    for (const { visitor } of await columns.ask<{ visitor: string }>(
      `SELECT DISTINCT visitor FROM (
         ${['records', 'sessions', 'observations'].map((table) => `SELECT visitor FROM ${table} WHERE ${ofThem}`).join(' UNION ALL ')}
       ) WHERE visitor != '' ORDER BY visitor`,
      { project, some },
      { timeoutMs: 60_000 },
    ))
      told.add(visitor);
  const theirs = new Set(sessions);
  const only: string[] = [];
  for (const visitor of told)
    if ((await sessionsOf(columns, project, visitor)).every((session) => theirs.has(session))) only.push(visitor);
  return only;
}

/** Of these sessions, those of which anything is kept. */
export async function keptOf(columns: Columns, project: string, sessions: readonly string[]): Promise<string[]> {
  const kept: string[] = [];
  for (const some of portions([...new Set(sessions)])) {
    const rows = await columns.ask<{ session: string }>(
      `SELECT DISTINCT session FROM (
         ${ofSessions.map((table) => `SELECT session FROM ${table} WHERE ${ofThem}`).join(' UNION ALL ')}
       ) ORDER BY session`,
      { project, some },
      { timeoutMs: 60_000 },
    );
    kept.push(...rows.map(({ session }) => session));
  }
  return kept;
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

/** What of a session's replay is to go, and where it stands. */
export interface ReplayTraces extends Traces {
  packs: PackEnd[];
}

/**
 * Readies the erasing of what these sessions recorded. Nothing of them may come in any more, and what came is stored. {@link eraseReplay} follows in the
 * same process, once everything is stored that may have been appended by the end of this.
 */
export async function leaveReplay(
  columns: Columns,
  segments: Pick<Segments, 'tracesOf' | 'leave' | 'packsOf'>,
  project: string,
  sessions: readonly string[],
): Promise<ReplayTraces> {
  const traces = await segments.tracesOf(project, await rowsOf(columns, project, new Set(sessions)));
  await segments.leave(project, traces);
  const packs = new Set<string>();
  for (const some of portions(sessions))
    for (const { pack } of await columns.ask<{ pack: string }>(
      `SELECT DISTINCT toString(pack) AS pack FROM replay_segments WHERE ${ofThem}`,
      { project, some },
    ))
      packs.add(pack);
  return { ...traces, packs: await segments.packsOf(project, [...packs]) };
}

/**
 * Writes zeros over every byte of these sessions' replay, and moves what others recorded out of folders whose dictionaries were made of it, which
 * go. Safe to repeat, beginning with {@link leaveReplay}, and to break off: rows go last, by which the bytes are found.
 */
export async function eraseReplay(
  columns: Columns,
  segments: Pick<Segments, 'move' | 'sync' | 'dropFolder' | 'named' | 'sheets' | 'packsOf' | 'wipe' | 'wipeLong'>,
  project: string,
  sessions: readonly string[],
  { folders, texts, longs, packs }: ReplayTraces,
): Promise<void> {
  const gone = new Set(sessions);
  for (const folder of folders)
    for await (const rows of rowsIn(columns, project, inFolder, { folder })) {
      const moved = await segments.move(rows.filter(({ session }) => !gone.has(session)));
      for (const text of moved.texts) texts.delete(text);
      await segments.sync();
      // With the batch that they had: of rows with one key and version the one that was written last stands.
      await columns.insert('replay_segments', moved.rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    }
  const stay = longs.filter(({ folder }) => !folders.includes(folder));
  const theirs = await ofNobodyElse(columns, segments, project, gone, { texts, longs: stay });
  await segments.sheets.drop(project, theirs.texts);
  await segments.wipeLong(project, theirs.longs);
  await columns.sync();
  for (const folder of folders) await segments.dropFolder(project, folder);
  const ends = new Map(packs.map(({ pack, end }) => [pack, end]));
  const now = await segments.packsOf(project, [...ends.keys()]);
  for (const { pack, end } of now) {
    if (folders.includes(folderOfPack(pack))) continue;
    // The compactor may have come by since; it does not while this runs, and what it wrote has its rows.
    const known = isCompacted(pack) ? end : (ends.get(pack) ?? 0);
    await segments.wipe(project, { pack, end: known }, await placesOfOthers(columns, project, pack, gone));
  }
}

const inFolder = `startsWith(toString(pack), concat({folder:String}, '/'))`;

/** Texts and long strings that only they brought go with them. Mostly none are left to look for: a style sheet is everybody's. */
async function ofNobodyElse(
  columns: Columns,
  segments: Pick<Segments, 'named'>,
  project: string,
  gone: ReadonlySet<string>,
  { texts, longs }: Pick<Traces, 'texts' | 'longs'>,
): Promise<Pick<Traces, 'texts' | 'longs'>> {
  let left = { texts: new Set(texts), longs };
  const folders = [...new Set(longs.map(({ folder }) => folder))];
  // A long string is named in its own folder alone.
  const searches = [
    ...folders.map((folder) => ({
      condition: inFolder,
      bound: { folder },
      isOver: () => !left.longs.some((one) => one.folder === folder),
    })),
    { condition: '1', bound: {}, isOver: () => left.texts.size === 0 },
  ];
  for (const { condition, bound, isOver } of searches) {
    if (isOver()) continue;
    search: for await (const rows of rowsIn(columns, project, condition, bound))
      for (const row of rows) {
        if (gone.has(row.session)) continue;
        const named = await segments.named(row, left);
        for (const text of named.texts) left.texts.delete(text);
        if (named.longs.length > 0) left = { ...left, longs: left.longs.filter((one) => !named.longs.includes(one)) };
        if (isOver()) break search;
      }
  }
  return left;
}

/** Also of rows that newer ones stand for: bytes that are read by whoever asked before stay. */
async function placesOfOthers(
  columns: Columns,
  project: string,
  pack: string,
  gone: ReadonlySet<string>,
): Promise<{ offset: number; length: number }[]> {
  const places: { offset: number; length: number }[] = [];
  for (let after = -1, more = true; more; ) {
    const rows = await columns.ask<{ session: string; offset: number; length: number }>(
      `SELECT session, offset, length FROM replay_segments WHERE project = {project:String} AND pack = {pack:String} AND toInt64(offset) > {after:Int64}
       ORDER BY offset LIMIT ${placesAtOnce}`,
      { project, pack, after },
      { timeoutMs: 60_000 },
    );
    for (const { session, offset, length } of rows) {
      after = offset;
      if (!gone.has(session)) places.push({ offset, length });
    }
    more = rows.length === placesAtOnce;
  }
  return places;
}

/** Deletes the rows of these sessions from all tables, and what was added up of their days: that is added up again. */
export async function eraseSessions(columns: Columns, project: string, sessions: readonly string[]): Promise<void> {
  const days = await daysOf(columns, project, sessions);
  const ofDays = 'project = {project:String} AND has({days:Array(Int64)}, toUnixTimestamp64Milli(start))';
  const ofThese = portions(sessions).map((some) => ({ condition: ofThem, bound: { project, some } }));
  const has = (table: TableName, column: string): boolean => column in (shapes[table] as TableShape<object>).columns;
  const sums = tableNames.filter((table) => !has(table, 'session') && has(table, 'start') && days.length > 0);
  const sumsOfDays = sums.map((table) => ({ table, portions: [{ condition: ofDays, bound: { project, days } }] }));
  const rows = tableNames.filter((table) => has(table, 'session')).map((table) => ({ table, portions: ofThese }));
  // Sums first: the days are known by the rows.
  await eraseHard(columns, [...sumsOfDays, ...rows]);
}

/** Deletes all rows of a project. Safe to repeat; run it where nothing writes any of them meanwhile. */
export async function eraseProject(columns: Columns, project: string): Promise<void> {
  const all = { condition: 'project = {project:String}', bound: { project } };
  await eraseHard(
    columns,
    tableNames.map((table) => ({ table, portions: [all] })),
  );
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
