import type { EpochMs } from '@sightglass/wire';
import type { PageStream, Recording } from './recording.ts';

/**
 * The page that the person was at: of those that had begun by `at`, the one where something was last done. With `tab`, only
 * that tab's. Before anything began: the first page; `null` where that tab had not been opened yet, or nothing was recorded.
 */
export function pageAt(recording: Recording, at: EpochMs, tab: string | null = null): PageStream | null {
  let best: PageStream | null = null;
  let bestAt = Number.NEGATIVE_INFINITY;
  for (const page of recording.pages) {
    if (page.from > at || (tab !== null && page.tab !== tab)) continue;
    const active = lastAtOrBefore(page.activity, at);
    if (active >= bestAt) {
      best = page;
      bestAt = active;
    }
  }
  return best ?? (tab === null ? (recording.pages[0] ?? null) : null);
}

function lastAtOrBefore(times: readonly EpochMs[], at: EpochMs): number {
  const end = countUpTo(times.length, (index) => (times[index] ?? 0) <= at);
  return times[end - 1] ?? Number.NEGATIVE_INFINITY;
}

/** How many of the first `length` positions hold, where all that hold come first. */
export function countUpTo(length: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
