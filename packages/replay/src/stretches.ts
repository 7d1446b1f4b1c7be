import type { EpochMs, ReplayEvent } from '@sightglass/wire';
import type { Decoder } from './decoder.ts';
import type { KnownPage, Place } from './known-page.ts';
import { isPast, type Stretch } from './recording.ts';

export interface Stretches {
  /** A stretch that nothing is added to. */
  once(page: KnownPage, at: EpochMs): Promise<Stretch | null>;
  /** These moments of these pages are shown, or soon will be. All others are let go. */
  need(needs: readonly Need[]): void;
  /** When nothing is under way. */
  settled(): Promise<void>;
}

export interface Need {
  page: KnownPage;
  at: EpochMs;
}

interface Parts {
  /** Gives the decoder these segments, or whichever of them are stored. */
  fetch(page: KnownPage, first: number, last: number): Promise<void>;
  decoder: Decoder;
  onChange(): void;
  onError(error: unknown): void;
}

/** What is held ready ahead of the clock, in the session's time: two seconds of the fastest playing. */
const aheadMs = 30_000;
/** Of segments ahead, packed, at once: some 4 MB as they are read. */
const mostAheadBytes = 400_000;
/** Events that wait to be shown; past it nothing is added. */
const mostWaiting = 20_000;
/** Shown events that may stay before they are let go. */
const mostShown = 2_000;

interface Holding {
  page: KnownPage;
  stretch: Stretch;
  /** Of the last segment that was told. */
  last: number;
  /** The earliest moment for which another beginning would not be better. */
  since: EpochMs;
}

/** Keeps one stretch of each page that is needed around the moment that is needed. One thing at a time: the newest wish wins. */
export function createStretches({ fetch, decoder, onChange, onError }: Parts): Stretches {
  const held = new Map<KnownPage, Holding>();
  let needs: readonly Need[] = [];
  let working: Promise<void> | null = null;
  let ids = 0;

  async function work(): Promise<void> {
    try {
      for (let next = step(); next; next = step()) await next;
    } catch (error) {
      onError(error);
    } finally {
      working = null;
    }
  }

  /** The next thing to do; nothing when all that is needed is here. */
  function step(): Promise<void> | null {
    for (const [page, holding] of held) if (!needs.some((need) => need.page === page)) letGo(page, holding);
    for (const { page, at } of needs) {
      const holding = held.get(page);
      if (!holding || !covers(holding, at)) return begin(page, at);
      const more = moreOf(holding, at);
      if (more !== null) return extend(holding, more);
    }
    return null;
  }

  function letGo(page: KnownPage, { stretch }: Holding): void {
    held.delete(page);
    if (page.stretch === stretch) page.stretch = null;
    void decoder.forget(stretch.id).catch(onError);
  }

  async function begin(page: KnownPage, at: EpochMs): Promise<void> {
    const found = await open(page, at);
    const old = held.get(page);
    if (old) letGo(page, old);
    if (found) {
      held.set(page, found);
      page.stretch = found.stretch;
    } else hold(page, at);
    onChange();
  }

  /** The page as it stood at this moment; `null`: nothing of it is stored any more. */
  async function open(page: KnownPage, at: EpochMs): Promise<Holding | null> {
    const beginnings = page.beginnings(at);
    for (const [nth, first] of beginnings.entries()) {
      const { last, since } = endOf(page.places(), first, at);
      await bring(page, first, last);
      ids += 1;
      const id = ids;
      const events: ReplayEvent[] = [];
      const about = { stretch: id, tab: page.tab, page: page.page, first, last, at };
      const told = await decoder.begin(about, (part) => append(events, part));
      page.refused = Math.max(page.refused, told.refused);
      // A page that begins only after the moment is no page of that moment, as long as there may be an earlier one.
      if (nth < beginnings.length - 1 && (told.from === null || told.from > at)) {
        await decoder.forget(id);
        continue;
      }
      const { from, until, format, leftOut } = told;
      const stretch: Stretch = {
        ...{ id, from: from ?? at, until, format: format ?? 'rrweb/2', events, leftOut },
        ...{ gone: 0, shown: 0, reached: 0 },
      };
      return { page, stretch, last, since: from !== null && from <= at ? from : Math.min(since, at) };
    }
    return null;
  }

  /** So that nobody asks again and again. */
  function hold(page: KnownPage, at: EpochMs): void {
    const nothing = { events: [], gone: 0, shown: 0, reached: 0, leftOut: { nodes: 0, changes: 0 } };
    const stretch: Stretch = { id: -1, from: at, until: Number.POSITIVE_INFINITY, format: 'rrweb/2', ...nothing };
    held.set(page, { page, stretch, last: Number.MAX_SAFE_INTEGER, since: Number.NEGATIVE_INFINITY });
    page.stretch = stretch;
  }

  async function extend(holding: Holding, last: number): Promise<void> {
    const { page, stretch } = holding;
    await bring(page, holding.last + 1, last);
    const told = await decoder.extend(stretch.id, last, (part) => append(stretch.events, part));
    holding.last = last;
    stretch.until = Math.max(stretch.until, told.until);
    stretch.leftOut = told.leftOut;
    const past = stretch.shown - stretch.gone;
    if (past > mostShown) {
      stretch.events.splice(0, past);
      stretch.gone += past;
    }
    onChange();
  }

  async function bring(page: KnownPage, first: number, last: number): Promise<void> {
    const there = new Set(page.places().map(({ seq }) => seq));
    const lacking = (await decoder.lacking(page.tab, page.page, first, last)).filter((seq) => there.has(seq));
    const [from, until] = [lacking[0], lacking.at(-1)];
    if (from !== undefined && until !== undefined) await fetch(page, from, until);
  }

  return {
    async once(page, at) {
      const found = await open(page, at);
      if (found) await decoder.forget(found.stretch.id);
      return found === null ? null : found.stretch;
    },
    need(next) {
      needs = next;
      working ??= Promise.resolve().then(work);
    },
    async settled() {
      while (working) await working;
    },
  };
}

/** False: what is shown at this moment is not what this stretch can show. */
function covers({ page, stretch, last, since }: Holding, at: EpochMs): boolean {
  if (at < since) return false;
  if (isPast(stretch, at)) return false;
  if (at <= stretch.until + aheadMs) return true;
  // Far ahead: from a whole page on the way it is a shorter road.
  return !page.places().some(({ seq, anchor, from }) => anchor && seq > last && from <= at);
}

/** The number of the segment up to which the stretch is to grow; `null`: it need not. */
function moreOf({ page, stretch, last }: Holding, at: EpochMs): number | null {
  const waits = stretch.events.length - (stretch.shown - stretch.gone) > mostWaiting;
  if (at + (waits ? 0 : aheadMs) <= stretch.until) return null;
  const next = page.places().filter(({ seq }) => seq > last);
  return next.length > 0 ? ahead(next, at) : null;
}

function ahead(places: readonly Place[], at: EpochMs): number {
  let bytes = 0;
  let [last] = places;
  for (const place of places) {
    if (last !== place && place.from > at && (place.from > at + aheadMs || bytes > mostAheadBytes)) break;
    bytes += place.bytes;
    last = place;
  }
  return last?.seq ?? 0;
}

/** Where a stretch ends that begins with this segment: the moment is in it, and what follows comes once that is seen. */
function endOf(places: readonly Place[], first: number, at: EpochMs): { last: number; since: EpochMs } {
  const within = places.filter(({ seq }) => seq >= first);
  const last = within.findLast(({ from }) => from <= at)?.seq ?? first;
  return { last, since: within[0]?.from ?? at };
}

function append<T>(list: T[], more: readonly T[]): void {
  for (const one of more) list.push(one);
}
