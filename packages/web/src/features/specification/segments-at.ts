import type { ReplayIndexLine } from '@sightglass/wire';

type Place = ReplayIndexLine['place'];

/**
 * Which segments show a session's page at one moment: of the page load that had begun last, those from the last whole page to there.
 * `null`: nothing was recorded by then, or it would take more than `mostBytes`.
 */
export function segmentsAt(
  places: readonly Place[],
  at: number,
  mostBytes: number,
): { page: string; first: number; last: number } | null {
  const shown = shownAt(places, at);
  if (shown === undefined) return null;
  const own = places.filter(({ page, from }) => page === shown.page && from <= Math.max(at, shown.from));
  const anchor = own.findLast((one) => one.anchor);
  const last = own.at(-1);
  if (anchor === undefined || last === undefined) return null;
  const needed = own.filter(({ seq }) => seq >= anchor.seq && seq <= last.seq);
  if (needed.reduce((sum, { bytes }) => sum + bytes, 0) > mostBytes) return null;
  return { page: shown.page, first: anchor.seq, last: last.seq };
}

/** What a page looks like when it begins is not yet what one sees: its styles come some moments later. */
const settleMs = 1_000;

/** A view and the recording of its page begin together, but for so much. */
const togetherMs = 50;
/** Who was on a page for so long after a moment was on it at the moment. */
const stayedMs = 150;

/**
 * When the page is to be shown for what happened `at`: so much later, or later still where the page had only just begun to be recorded;
 * but before another page begins where the moment is of the one before. Datadog's SDKs begin a page with every view.
 */
export function settledAt(places: readonly Place[], at: number, laterMs = 0): number {
  const later = settled(places, at + laterMs);
  const shown = shownAt(places, at + togetherMs);
  if (shown === undefined) return later;
  const own = places.filter(({ page }) => page === shown.page);
  const began = Math.min(...own.map(({ from }) => from));
  const ended = Math.max(...own.map(({ until }) => until));
  if (Math.abs(began - at) > togetherMs && ended < at + stayedMs) return later;
  const known = new Set(places.filter(({ from }) => from <= at + togetherMs).map(({ page }) => page));
  const others = places.filter(({ page }) => page !== shown.page && !known.has(page));
  return Math.min(later, ...others.map(({ from }) => Math.max(at, from - 1)));
}

function settled(places: readonly Place[], at: number): number {
  const shown = shownAt(places, at);
  if (shown === undefined) return at;
  const own = places.filter(({ page }) => page === shown.page);
  const began = Math.min(...own.map(({ from }) => from));
  const ended = Math.max(...own.map(({ until }) => until));
  return Math.max(at, Math.min(began + settleMs, ended));
}

function shownAt(places: readonly Place[], at: number): Place | undefined {
  const begun = places.filter(({ from }) => from <= at);
  // The tab in which something was sent last before that moment is the one that was looked at.
  const latest = begun.reduce<Place | undefined>((best, one) => (best && best.from > one.from ? best : one), undefined);
  // A page that has just begun shows nothing before its first segment.
  return latest ?? places[0];
}
