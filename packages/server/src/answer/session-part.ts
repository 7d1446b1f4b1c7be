import type { IndexedSegment } from '@sightglass/measure';
import { mostExportedBytes, type SessionSummary, SightglassError, type StoredRecord } from '@sightglass/wire';

/**
 * The first and the last moment of a session, by all that is stored of it: its row is made anew after its records are stored, so it may say
 * less than they do.
 */
export function extentOf(
  { start, end }: Pick<SessionSummary, 'start' | 'end'>,
  records: readonly Pick<StoredRecord, 'record'>[],
  rows: readonly Pick<IndexedSegment, 'from' | 'until'>[],
): { from: number; until: number } {
  let [from, until] = [start, end];
  for (const { record } of records) [from, until] = [Math.min(from, record.at), Math.max(until, record.at)];
  for (const row of rows) [from, until] = [Math.min(from, row.from), Math.max(until, row.until)];
  return { from, until };
}

/**
 * The segments that a part of a session needs: those in `[from, until)`, and of each page all since the last whole page before the part
 * begins, which a player builds on.
 *
 * @throws {SightglassError} `too_large_to_export`
 */
export function segmentsOfPart(
  rows: readonly IndexedSegment[],
  from = Number.NEGATIVE_INFINITY,
  until = Number.POSITIVE_INFINITY,
): IndexedSegment[] {
  const begins = new Map<string, number>();
  for (const { tab, page, seq, anchor, from: start } of rows) {
    if (!anchor || start > from) continue;
    const key = `${tab} ${page}`;
    begins.set(key, Math.max(begins.get(key) ?? 0, seq));
  }
  const ends = new Map<string, number>();
  for (const { tab, page, until: end } of rows) {
    const key = `${tab} ${page}`;
    ends.set(key, Math.max(ends.get(key) ?? 0, end));
  }
  const wanted = rows.filter(({ tab, page, seq, from: start }) => {
    const key = `${tab} ${page}`;
    return start < until && (ends.get(key) ?? 0) >= from && seq >= (begins.get(key) ?? 0);
  });
  const bytes = wanted.reduce((sum, { length }) => sum + length, 0);
  if (bytes > mostExportedBytes)
    throw new SightglassError(
      'too_large_to_export',
      `${Math.ceil(bytes / 1024 ** 2)} MiB are stored of it, and ${mostExportedBytes / 1024 ** 2} MiB fit`,
    );
  return wanted;
}
