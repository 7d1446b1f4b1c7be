import type { Columns, SegmentRow } from '@sightglass/store';

/** Where a segment's bytes are, and what of the replay they hold. Times in milliseconds. */
export type IndexedSegment = Pick<
  SegmentRow,
  'project' | 'tab' | 'page' | 'seq' | 'from' | 'until' | 'pack' | 'offset' | 'length' | 'dictionary'
> & { anchor: boolean };

/** More than the longest session has: four hours of segments of a second each. */
const mostSegments = 20_000;

const sql = `
  SELECT project, tab, page, seq, fromMs AS from, untilMs AS until, anchor, pack, offset, length, dictionary FROM (
    SELECT project, tab, page, seq, toUnixTimestamp64Milli(from) AS fromMs, toUnixTimestamp64Milli(until) AS untilMs, anchor, pack,
      offset, length, dictionary
    FROM replay_segments FINAL
    WHERE project = {project:String} AND session = {session:String} AND until >= fromUnixTimestamp64Milli({since:Int64})
      AND ({page:String} = '' OR page = {page:String} AND (tab = {session:String} OR seq BETWEEN {first:UInt64} AND {last:UInt64}))
  )
  ORDER BY fromMs, tab, page, seq LIMIT {limit:UInt32}`;

/** Segments of one page by number. */
export interface SegmentsOfPage {
  page: string;
  first: number;
  last: number;
}

/**
 * The segments of one session that end at or after `since`, in order of time; empty where none was recorded.
 *
 * @param of - Only these, and where an SDK names no tab all of that page, since there each builds on those before.
 * @throws {SightglassError} `query_timeout`, `engine_unavailable`
 */
export async function listSegments(
  columns: Columns,
  project: string,
  session: string,
  since: number,
  of: SegmentsOfPage = { page: '', first: 0, last: Number.MAX_SAFE_INTEGER },
): Promise<IndexedSegment[]> {
  const rows = await columns.ask<Omit<SegmentRow, 'session'>>(sql, {
    ...{ project, session, since, limit: mostSegments },
    ...of,
  });
  return rows.map((row) => ({ ...row, anchor: row.anchor === 1 }));
}
