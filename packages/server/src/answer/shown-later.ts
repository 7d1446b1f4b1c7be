import type { IndexedSegment } from '@sightglass/measure';
import type { SegmentContent, SegmentOperation } from '@sightglass/wire';

/** As docs/formats/segment.md tells operations. */
const anchor = 0;
const asset = 16;
/** Whoever shows a page first fetches its pictures once it is at rest: nearly all have come by then. */
const laterMs = 20_000;
/** Segments that are looked at after an anchor's. */
export const mostLooked = 16;

type Operations = readonly SegmentOperation[];

/**
 * A page's pictures are told when they have been fetched, which is after the page that shows them. So that it has them from its first moment, an
 * anchor is answered with what the next segments tell of pictures. Each address leads to one file as long as the page is there.
 *
 * @param rows - All segments that may be looked at.
 * @param read - Null: damaged, or of another format. Segments that are looked at here are mostly answered next: let it keep what it reads.
 */
export async function withShownLater(
  events: SegmentOperation[],
  row: IndexedSegment,
  rows: readonly IndexedSegment[],
  read: (row: IndexedSegment) => Promise<Operations | null>,
): Promise<SegmentOperation[]> {
  const at = events.findIndex(([kind]) => kind === anchor);
  const [begin] = events.slice(at);
  if (at === -1 || !begin) return events;
  const shown = new Map<unknown, SegmentOperation>();
  const gather = (operations: Operations): void => {
    for (const [kind, , address, text] of operations)
      if (kind === asset && text !== null && !shown.has(address)) shown.set(address, [asset, begin[1], address, text]);
  };
  gather(events.slice(at));
  for (const later of laterThan(row, rows)) gather((await read(later)) ?? []);
  return [...events.slice(0, at), ...shown.values(), ...events.slice(at)];
}

function laterThan({ tab, page, seq, until }: IndexedSegment, rows: readonly IndexedSegment[]): IndexedSegment[] {
  const later = rows.filter(
    (row) => row.tab === tab && row.page === page && row.seq > seq && row.from <= until + laterMs,
  );
  return later.sort((a, b) => a.seq - b.seq).slice(0, mostLooked);
}

/** Reads segments, and keeps what was read ahead until it is asked for once more. */
export function createReadAhead(read: (row: IndexedSegment) => Promise<SegmentContent>): {
  /** @throws what reading throws */
  take(row: IndexedSegment): Promise<SegmentContent>;
  ahead(row: IndexedSegment): Promise<Operations | null>;
} {
  const kept = new Map<IndexedSegment, SegmentContent>();
  return {
    async take(row) {
      const content = kept.get(row) ?? (await read(row));
      kept.delete(row);
      return content;
    },
    async ahead(row) {
      try {
        const content = kept.get(row) ?? (await read(row));
        kept.set(row, content);
        return content.format === 'sightglass/1' ? content.events : null;
      } catch {
        return null; // whoever takes it is told that it is damaged
      }
    },
  };
}
