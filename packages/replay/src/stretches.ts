import type { EpochMs } from '@sightglass/wire';
import type { Decoder, Outline, Told } from './decoder.ts';
import type { KnownPage, Place } from './known-page.ts';
import { covers, endOf, type Holding, moreOf, mostAheadBytes } from './reach.ts';
import type { Stretch } from './recording.ts';

export interface Stretches {
  /** A stretch that nothing is added to, for another viewer. */
  once(page: KnownPage, at: EpochMs, viewer: number): Promise<Stretch | null>;
  /** Whoever watches has seen nothing of what was begun: all of it begins anew. */
  beginAnew(): void;
  /** These moments of these pages are shown, or soon will be. All others are let go. Cheap where all that is needed is here. */
  need(needs: readonly Need[]): void;
  /** When what is needed has begun. */
  settled(): Promise<void>;
  stop(): void;
}

export interface Need {
  page: KnownPage;
  at: EpochMs;
  /** More of it is on its way here: where it is half there, its other half is worth waiting for. */
  mayGrow?: boolean;
}

interface Parts {
  /** Who watches what is needed; see `Decoder.join`. */
  viewer: number;
  /** Gives the decoder these segments, or whichever of them are stored. Rejects when it was aborted. */
  fetch(page: KnownPage, first: number, last: number, signal: AbortSignal): Promise<void>;
  decoder: Decoder;
  /** A page has another stretch. */
  onChange(): void;
  /** There is more of one that is there. */
  onGrown(): void;
  onError(error: unknown): void;
  /** Runs when nothing more urgent is left to do; answers how to let it be. */
  whenIdle(run: () => void): () => void;
}

/** Shown events that may stay before they are let go. */
const mostShown = 2_000;
/** A page is written whole within so long, and brought every second to whoever looks on. */
const halfMs = 6_000;
/** Of the recording's own time: what makes a page whole is looked for so far, in so many segments at once. */
const halfWithinMs = 30_000;
const moreAtOnce = 4;

/** Something under way that a newer wish may end. */
interface Task extends Need {
  /** The segment that it begins with. */
  first: number | undefined;
  stop: AbortController;
  done: Promise<void>;
}

/**
 * Keeps one stretch of each page that is needed around the moment that is needed. A moment that is not here comes before all else: what is
 * fetched for another, or ahead, is given up for it, and what comes after it waits until the screen is idle.
 */
export function createStretches({
  viewer: watcher,
  fetch,
  decoder,
  onChange,
  onGrown,
  onError,
  whenIdle,
}: Parts): Stretches {
  const held = new Map<KnownPage, Holding>();
  let needs: readonly Need[] = [];
  let beginning: Task | null = null;
  let growing: AbortController | null = null;
  let rest: (() => void) | null = null;
  let ids = 0;
  /** Pages of which half has come: since when that is known, and how many segments there were. */
  const halves = new Map<KnownPage, { since: number; segments: number }>();
  let halfOver: ReturnType<typeof setTimeout> | undefined;

  function pursue(): void {
    for (const [page, holding] of held) if (!needs.some((need) => need.page === page)) letGo(page, holding);
    for (const { page, at } of needs) {
      const holding = held.get(page);
      if (holding) holding.stretch.over = !covers(holding, at);
    }
    const lacking = needs.find(({ page }) => held.get(page)?.stretch.over !== false && !awaitsHalf(page));
    if (beginning && !(lacking && serves(beginning, lacking))) {
      beginning.stop.abort();
      beginning = null;
    }
    if (lacking) {
      growing?.abort();
      if (!beginning) begin(lacking);
    } else lookAhead();
  }

  function isEarly(page: KnownPage): boolean {
    const { since } = halves.get(page) ?? {};
    return since === undefined || performance.now() - since < halfMs;
  }

  /** The other half has not come, and may yet. */
  function awaitsHalf(page: KnownPage): boolean {
    return halves.get(page)?.segments === page.places().length && isEarly(page);
  }

  function awaitHalf(page: KnownPage): void {
    const { since = performance.now() } = halves.get(page) ?? {};
    halves.set(page, { since, segments: page.places().length });
    clearTimeout(halfOver);
    halfOver = setTimeout(pursue, halfMs);
  }

  function lookAhead(): void {
    if (growing) return;
    for (const { page, at } of needs) {
      const holding = held.get(page);
      const more = holding && moreOf(holding, at);
      if (!holding || more === null || more === undefined) continue;
      if (at > holding.stretch.until) void during((signal) => extend(holding, more, signal));
      else atRest((signal) => extend(holding, more, signal));
      return;
    }
    const [near] = needs.flatMap(({ page }) => held.get(page) ?? []).filter(({ lookedBehind }) => !lookedBehind);
    if (near) atRest((signal) => lookBehind(near, signal));
  }

  /** What is not needed at once; whoever comes last is right. */
  function atRest(work: (signal: AbortSignal) => Promise<void>): void {
    rest?.();
    rest = whenIdle(() => {
      rest = null;
      if (!growing && !beginning) void during(work);
    });
  }

  async function during(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const mine = new AbortController();
    growing = mine;
    try {
      await work(mine.signal);
    } catch (error) {
      growing = null;
      if (!mine.signal.aborted) return onError(error);
    }
    growing = null;
    pursue();
  }

  function letGo(page: KnownPage, { stretch }: Holding): void {
    held.delete(page);
    stretch.over = true;
    if (page.stretch === stretch) page.stretch = null;
    if (page.stretch === null) page.times = [];
    void decoder.forget(stretch.id).catch(onError);
  }

  function begin({ page, at, mayGrow = false }: Need): void {
    const stop = new AbortController();
    const task: Task = { page, at, first: page.beginnings(at)[0], stop, done: Promise.resolve() };
    beginning = task;
    task.done = open(page, at, watcher, stop.signal, mayGrow && isEarly(page))
      .then((found) => {
        if (stop.signal.aborted) return isHolding(found) ? decoder.forget(found.stretch.id) : undefined;
        beginning = null;
        if (found === 'half') {
          awaitHalf(page);
          return pursue();
        }
        halves.delete(page);
        const old = held.get(page);
        if (old) letGo(page, old);
        if (found) {
          held.set(page, found);
          page.stretch = found.stretch;
          page.times = found.times;
        } else hold(page, at);
        onChange();
        pursue();
      })
      .catch((error: unknown) => {
        if (stop.signal.aborted) return;
        beginning = null;
        onError(error);
      });
  }

  /**
   * The page as it stood at this moment; `null`: nothing of it is stored any more.
   *
   * @param mayWait - A page that is half there is answered as that, and else shown as far as it came.
   */
  async function open(
    page: KnownPage,
    at: EpochMs,
    viewer: number,
    signal: AbortSignal,
    mayWait: boolean,
  ): Promise<Holding | 'half' | null> {
    const beginnings = page.beginnings(at);
    for (const [nth, first] of beginnings.entries()) {
      const { last: end, since } = endOf(page.places(), first, at);
      let last = end;
      ids += 1;
      const id = ids;
      const times: EpochMs[] = [];
      let nodes = 0;
      const about = { stretch: id, viewer, tab: page.tab, page: page.page, first, last, at };
      const grow = (part: Outline): void => {
        append(times, part.times);
        nodes += part.nodes;
      };
      const following = (): Place[] => page.places().filter(({ seq, from }) => seq > last && from < at + halfWithinMs);
      const goesOn = () => ({ more: mayWait || following().length > 0, stored: following().length > 0 });
      const before = page.places().filter(({ seq }) => seq < first).length;
      let told = await withSegments(page, first, last, signal, (needs) =>
        decoder.begin({ ...about, needs, ...goesOn() }, grow),
      );
      let { segments } = told;
      // A page is written in many steps, and its style sheets last: some of it may come after the moment.
      for (let more = following(); told.isHalf && more.length > 0; more = following()) {
        const from = last + 1;
        last = more.slice(0, moreAtOnce).at(-1)?.seq ?? last;
        told = await withSegments(page, from, last, signal, (needs) =>
          decoder.extend(id, { last, needs, ...goesOn() }, grow),
        );
        segments += told.segments;
      }
      if (signal.aborted) return decoder.forget(id).then(() => null);
      if (told.isHalf) return decoder.forget(id).then(() => 'half');
      page.refused = Math.max(page.refused, told.refused);
      // A page that begins only after the moment is no page of that moment, as long as there may be an earlier one.
      if (nth < beginnings.length - 1 && (told.from === null || told.from > at)) {
        await decoder.forget(id);
        continue;
      }
      const { from, until, format, leftOut } = told;
      const stretch: Stretch = {
        ...{ id, from: from ?? at, until, format: format ?? 'rrweb/2', leftOut },
        ...{ came: times.length, gone: 0, shown: 0, reached: 0, over: false },
      };
      const begins = from !== null && from <= at ? from : Math.min(since, at);
      // Where no page is whole, any that comes before may be its beginning.
      const reaches = from === null ? { first: 0, last, segments: before + segments } : { first, last, segments };
      return { page, stretch, times, ...reaches, since: begins, lookedBehind: false, nodes };
    }
    return null;
  }

  /** So that nobody asks again and again. */
  function hold(page: KnownPage, at: EpochMs): void {
    const nothing = { came: 0, gone: 0, shown: 0, reached: 0, over: false, leftOut: { nodes: 0, changes: 0, uses: 0 } };
    const stretch: Stretch = { id: -1, from: at, until: Number.POSITIVE_INFINITY, format: 'rrweb/2', ...nothing };
    const reaches = { first: 0, last: Number.MAX_SAFE_INTEGER, segments: page.places().length };
    const since = Number.NEGATIVE_INFINITY;
    held.set(page, { page, stretch, times: [], ...reaches, since, lookedBehind: true, nodes: 0 });
    page.stretch = stretch;
    page.times = [];
  }

  async function extend(holding: Holding, last: number, signal: AbortSignal): Promise<void> {
    const { page, stretch, times } = holding;
    const grow = (part: Outline): void => {
      append(times, part.times);
      stretch.came += part.times.length;
    };
    const told = await withSegments(page, holding.last + 1, last, signal, (needs) =>
      decoder.extend(stretch.id, { last, needs, more: false, stored: false }, grow),
    );
    holding.last = last;
    holding.segments += told.segments;
    stretch.until = Math.max(stretch.until, told.until);
    stretch.leftOut = told.leftOut;
    const past = stretch.shown - stretch.gone;
    if (past > mostShown) {
      times.splice(0, past);
      stretch.gone += past;
    }
    onGrown();
  }

  /** Ten seconds back is a key: what it needs is fetched before it is pressed. */
  async function lookBehind(holding: Holding, signal: AbortSignal): Promise<void> {
    holding.lookedBehind = true;
    const { page, first } = holding;
    const before = page.places().filter(({ seq }) => seq < first);
    const anchor = before.findLastIndex(({ anchor: isAnchor }) => isAnchor);
    const between = before.slice(anchor);
    const [from, until] = [between[0], between.at(-1)];
    if (anchor === -1 || !from || !until || sumOf(between) > mostAheadBytes) return;
    await bring(page, from.seq, until.seq, signal);
  }

  /** Asks the decoder, which is given what it lacks; what it no longer has is fetched once more. `segments`: how many there are of these. */
  async function withSegments(
    page: KnownPage,
    first: number,
    last: number,
    signal: AbortSignal,
    ask: (needs: readonly number[]) => Promise<Told>,
  ): Promise<Told & { segments: number }> {
    const there = await bring(page, first, last, signal);
    const segments = there.length;
    const told = await ask(there);
    if (told.lacking.length === 0 || signal.aborted) return { ...told, segments };
    for (const seq of told.lacking) page.brought.delete(seq);
    await bring(page, first, last, signal);
    return { ...(await ask([])), segments };
  }

  /** Answers which segments there are of these. */
  async function bring(page: KnownPage, first: number, last: number, signal: AbortSignal): Promise<number[]> {
    const there = page.places().flatMap(({ seq }) => (seq >= first && seq <= last ? [seq] : []));
    const lacking = there.filter((seq) => !page.brought.has(seq));
    const [from, until] = [lacking[0], lacking.at(-1)];
    if (from === undefined || until === undefined) return there;
    await fetch(page, from, until, signal);
    for (const seq of there) if (seq >= from && seq <= until) page.brought.add(seq);
    return there;
  }

  return {
    async once(page, at, viewer) {
      const found = await open(page, at, viewer, new AbortController().signal, false);
      if (!isHolding(found)) return null;
      await decoder.forget(found.stretch.id);
      return found.stretch;
    },
    beginAnew() {
      beginning?.stop.abort();
      beginning = null;
      growing?.abort();
      for (const [page, holding] of held) letGo(page, holding);
      onChange();
      pursue();
    },
    need(next) {
      needs = next;
      pursue();
    },
    async settled() {
      // Each once: what is over and still stood there would be waited for without end, and nothing else would run.
      for (let last: Task | null = null; beginning && beginning !== last; ) {
        last = beginning;
        await last.done;
      }
    },
    stop() {
      needs = [];
      rest?.();
      clearTimeout(halfOver);
      beginning?.stop.abort();
      beginning = null;
      growing?.abort();
    },
  };
}

function isHolding(found: Holding | 'half' | null): found is Holding {
  return found !== null && found !== 'half';
}

/** True: what is under way will show this moment too. */
function serves({ page, at, first }: Task, need: Need): boolean {
  return page === need.page && at <= need.at && page.beginnings(need.at)[0] === first;
}

function sumOf(places: readonly Place[]): number {
  return places.reduce((sum, { bytes }) => sum + bytes, 0);
}

function append<T>(list: T[], more: readonly T[]): void {
  for (const one of more) list.push(one);
}
