import { fieldsOf, firstOf, type Given, textOf, timeOf } from '../given.ts';
import { type Page, pageOf } from './visit.ts';
import type { Memory } from './whose-session.ts';

/** Which page a replay showed when, as far as one of its segments tells. */
export interface Timeline {
  pageAt(at: number): Shown | undefined;
  /** For the next segment, oldest first; null: whatever it was before this one. */
  last: readonly LastShown[] | null;
}

/** A view that was shown up to a segment's end. */
export interface LastShown {
  route: string;
  /** Where a navigation told which it is. */
  view?: string | undefined;
  /** Since when. */
  since: number;
}

/** `since`: when this segment tells that it came; 0: it was there before. */
interface Shown extends Page {
  since: number;
}

interface SegmentTold {
  /** Some page of the visit's origin: SDKs before 9 tell navigations by their path alone. */
  home: Page | undefined;
  /** rrweb's own word for a page, at a load or a checkout. */
  loads: readonly { timestamp: unknown; href: unknown }[];
  crumbs: readonly Given[];
  spans: readonly Given[];
  /** When the picture of this segment begins. */
  begun: number | undefined;
  viewOf(page: Page, at: number): string;
}

/** Segments come in order as a rule, and then the one before says it. */
const mostBack = 100;

/** A click in vain is told up to seven seconds later. */
const mostShown = 6;

/** What a segment began with and what was before, oldest first, as far as those before it were told; between them, none may be missing. */
export function lastShown(replay: string, segment: number, { recall }: Memory): readonly LastShown[] {
  for (let of = segment - 1; of >= Math.max(0, segment - mostBack); of -= 1) {
    const told = recall(nameOf(replay, of));
    if (told === undefined) return [];
    const last = JSON.parse(told) as LastShown[] | null; // written below
    if (last !== null) return last;
  }
  return [];
}

export function keepShown(replay: string, segment: number, { last }: Timeline, { keep }: Memory): void {
  keep(nameOf(replay, segment), JSON.stringify(last));
}

const nameOf = (replay: string, segment: number): string => `shown ${replay} ${segment}`;

/** @param earlier - What was shown before this segment; see {@link lastShown}. */
export function createTimeline(
  { home, loads, crumbs, spans, begun, viewOf }: SegmentTold,
  earlier: readonly LastShown[],
): Timeline {
  const latest = earlier.at(-1);
  const shown: Shown[] = [];
  for (const { timestamp, href } of loads) {
    const since = timeOf(timestamp);
    const page = pageOf(href, home);
    if (since !== undefined && page !== undefined) shown.push({ ...page, since });
  }
  for (const { op, startTimestamp, description } of spans) {
    const since = String(op).startsWith('navigation.') ? timeOf(startTimestamp) : undefined;
    const page = pageOf(description, home);
    if (since !== undefined && page !== undefined) shown.push({ ...page, since, view: viewOf(page, since) });
  }
  shown.sort((one, other) => one.since - other.since);
  const first = shown[0];
  const came = crumbs.find(({ category }) => category === 'navigation');
  const leftAt = timeOf(came?.timestamp);
  // Before the first navigation of the segment stood the page that it left, which its breadcrumb names; without one, the last known.
  const isLeft = first !== undefined && leftAt !== undefined && leftAt <= first.since + 100;
  const page = isLeft ? pageOf(textOf(fieldsOf(came?.data).from), home) : firstOf<Page>(first, home);
  const before = page && { ...page, since: 0, view: page.route === latest?.route ? latest.view : undefined };
  // rrweb tells of a page that was there already: its view is the one that a navigation began.
  let view = before?.view;
  let route = before?.route;
  for (const one of shown) {
    if (one.view === undefined && one.route === route) one.view = view;
    ({ view, route } = one);
  }
  // Sentry tells of some clicks only in a later segment that they frustrated: they were on what stood there before, since it came.
  const begins = crumbs
    .filter(({ category }) => category !== 'ui.multiClick' && category !== 'ui.slowClickDetected')
    .reduce((least, { timestamp }) => Math.min(least, timeOf(timestamp) ?? least), begun ?? Number.MAX_VALUE);
  const stoodThere = before !== undefined && before.route === latest?.route ? latest.since : undefined;
  const all = [...earlier, ...shown.map(({ route, view, since }) => ({ route, view, since }))].slice(-mostShown);
  return {
    pageAt: (at) =>
      shown.findLast((one) => one.since <= at) ?? (at >= (stoodThere ?? begins) ? before : shownEarlier(at)),
    last: all.length === 0 ? null : all,
  };

  function shownEarlier(at: number): Shown | undefined {
    const past = earlier.findLast(({ since }) => since <= at);
    return past && home && { ...home, view: undefined, ...past };
  }
}
