import type { EpochMs } from '@sightglass/wire';
import type { KnownPage, Place } from './known-page.ts';
import { countUpTo } from './page-at.ts';
import { isPast, type Stretch } from './recording.ts';

/** A stretch of a page, and how far it reaches. */
export interface Holding {
  page: KnownPage;
  stretch: Stretch;
  /** When its events are, but for those that are gone. */
  times: EpochMs[];
  /** Of the first segment that it was made of, and of the last that was told. */
  first: number;
  last: number;
  /** How many there were from the first to the last. */
  segments: number;
  /** The earliest moment for which another beginning would not be better. */
  since: EpochMs;
  /** What a step back needs was looked for. */
  lookedBehind: boolean;
  /** About how many nodes it began with. */
  nodes: number;
}

/** What is held ready ahead of the clock, in the session's time: two seconds of the fastest playing. */
const aheadMs = 30_000;
/** Of segments ahead, packed, at once: some 4 MB as they are read. */
export const mostAheadBytes = 400_000;
/** Events that wait to be shown; past it nothing is added. */
const mostWaiting = 20_000;

/** False: what is shown at this moment is not what this stretch can show. */
export function covers(holding: Holding, at: EpochMs): boolean {
  const { page, stretch, last, since, nodes } = holding;
  if (at < since) return false;
  if (hasComeLate(holding)) return false;
  if (isPast(stretch, at)) return false;
  const isMore = page.places().some(({ seq, from }) => seq > last && from <= at);
  if (changesUntil(holding, at, isMore) > fewChanges + nodes / nodesPerChange) return false;
  if (at <= stretch.until + aheadMs) return true;
  // Far ahead: from a whole page on the way it is a shorter road.
  return !page.places().some(({ seq, anchor, from }) => anchor && seq > last && from <= at);
}

/** What was on its way for longer than what was sent after it stands before what was told. */
function hasComeLate({ page, first, last, segments }: Holding): boolean {
  const places = page.places();
  const upTo = (end: number): number => countUpTo(places.length, (index) => (places[index]?.seq ?? end) < end);
  return upTo(last + 1) - upTo(first) > segments;
}

/** To build a page of 4,000 nodes anew takes as long as a thousand changes, one after the other. */
const fewChanges = 300;
const nodesPerChange = 6;

/** About how many are still to be shown; of what is stored and has not come yet, as many as came before it. */
function changesUntil({ stretch, times }: Holding, at: EpochMs, isMore: boolean): number {
  const { came, gone, shown, from, until } = stretch;
  const end = countUpTo(times.length, (index) => (times[index] ?? 0) <= at);
  const rate = came / Math.max(1_000, until - from);
  return (shown === 0 ? 0 : Math.max(0, end - (shown - gone))) + (isMore ? Math.max(0, at - until) * rate : 0);
}

/** The number of the segment up to which the stretch is to grow; `null`: it need not. */
export function moreOf({ page, stretch, last }: Holding, at: EpochMs): number | null {
  const waits = stretch.came - stretch.shown > mostWaiting;
  if (at + (waits ? 0 : aheadMs) <= stretch.until) return null;
  const next = page.places().filter(({ seq }) => seq > last);
  return next.length > 0 ? ahead(next, at, at > stretch.until) : null;
}

/** @param isUrgent - Only what is needed now. */
function ahead(places: readonly Place[], at: EpochMs, isUrgent: boolean): number {
  let bytes = 0;
  let [last] = places;
  for (const place of places) {
    const isEnough = isUrgent || place.from > at + aheadMs || bytes > mostAheadBytes;
    if (last !== place && place.from > at && isEnough) break;
    bytes += place.bytes;
    last = place;
  }
  return last?.seq ?? 0;
}

/** Where a stretch ends that begins with this segment: the moment is in it, and what follows comes once that is seen. */
export function endOf(places: readonly Place[], first: number, at: EpochMs): { last: number; since: EpochMs } {
  const within = places.filter(({ seq }) => seq >= first);
  const last = within.findLast(({ from }) => from <= at)?.seq ?? first;
  return { last, since: within[0]?.from ?? at };
}
