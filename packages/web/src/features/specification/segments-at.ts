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

/** The moment, or a little later where the page had only just begun to be recorded. */
export function settledAt(places: readonly Place[], at: number): number {
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
