import type { Segments } from '../segments/segments.ts';
import type { Columns } from './columns.ts';
import { finalByPartition } from './final-by-partition.ts';
import type { SegmentRow } from './tables.ts';

/** Segments that are packed again before their rows are written; a second or two of work. */
const segmentsAtOnce = 500;

/**
 * Packs the replay bytes again, smaller, pack by pack: those whose newest segment was received before `before`. Sessions are
 * over by then; one that is not loses nothing. Safe to repeat and to break off: rows move first, bytes are deleted last.
 * Run it where segments are appended, one call at a time.
 *
 * @param mayGoOn - Asked before each pack.
 * @returns how many packs were done.
 */
export async function compactPacks(
  columns: Columns,
  segments: Segments,
  before: number,
  mayGoOn: () => boolean = () => true,
): Promise<number> {
  const packs = await columns.ask<{ project: string; pack: string }>(
    `SELECT project, pack FROM replay_segments FINAL WHERE NOT match(pack, '/c[0-9]+[.]pack$')
     GROUP BY project, pack HAVING max(received_at) < fromUnixTimestamp64Milli({before:Int64})
     ORDER BY project, pack LIMIT 1000`,
    { before },
  );
  let done = 0;
  for (const { project, pack } of packs) {
    if (!mayGoOn()) break;
    if (await compactPack(columns, segments, project, pack)) done += 1;
  }
  return done;
}

async function compactPack(columns: Columns, segments: Segments, project: string, pack: string): Promise<boolean> {
  let stays = false;
  let end = 0;
  const lies = await liesOf(columns, project, pack);
  // An hour of a busy project has more rows than an answer can hold. Ids are never empty, so every row comes after the first place.
  let place = { session: '', tab: '', page: '', seq: 0 };
  for (
    let rows = await rowsAfter(columns, project, pack, lies, place);
    ;
    rows = await rowsAfter(columns, project, pack, lies, place)
  ) {
    const last = rows.at(-1);
    if (last === undefined) break;
    place = { session: last.session, tab: last.tab, page: last.page, seq: last.seq };
    end = Math.max(end, ...rows.map((row) => row.offset + row.length));
    const moved = await segments.compact(rows);
    stays ||= moved.some((row) => row.pack === pack);
    await segments.sync();
    // With the batch that they had: of rows with one key and version the one that was written last stands.
    const fresh = moved.filter((row) => row.pack !== pack);
    await columns.insert('replay_segments', fresh.map((row) => `${JSON.stringify(row)}\n`).join(''));
  }
  await columns.sync();
  if (!stays) await segments.discard(project, pack, end);
  return !stays;
}

interface Lies {
  earliest: number;
  latest: number;
}

/** Where a pack's rows lie in time: mostly on one day of many. */
async function liesOf(columns: Columns, project: string, pack: string): Promise<Lies> {
  const [lies] = await columns.ask<Lies>(
    `SELECT toUnixTimestamp64Milli(min(from)) AS earliest, toUnixTimestamp64Milli(max(from)) AS latest FROM replay_segments
     WHERE project = {project:String} AND pack = {pack:String}`,
    { project, pack },
    { timeoutMs: 60_000 },
  );
  return lies ?? { earliest: 0, latest: 0 };
}

/** The next rows of a pack in the order of their table. */
function rowsAfter(
  columns: Columns,
  project: string,
  pack: string,
  lies: Lies,
  place: Pick<SegmentRow, 'session' | 'tab' | 'page' | 'seq'>,
): Promise<SegmentRow[]> {
  return columns.ask<SegmentRow>(
    `SELECT * REPLACE(toUnixTimestamp64Milli(from) AS from, toUnixTimestamp64Milli(until) AS until,
       toUnixTimestamp64Milli(received_at) AS received_at)
     FROM replay_segments FINAL WHERE project = {project:String} AND pack = {pack:String}
       AND replay_segments.from >= fromUnixTimestamp64Milli({earliest:Int64}) AND replay_segments.from <= fromUnixTimestamp64Milli({latest:Int64})
       AND (session, tab, page, seq) > ({session:String}, {tab:String}, {page:String}, {seq:UInt32})
     ORDER BY session, tab, page, seq LIMIT {limit:UInt32} ${finalByPartition}`,
    { project, pack, ...lies, ...place, limit: segmentsAtOnce },
    { timeoutMs: 60_000 },
  );
}
