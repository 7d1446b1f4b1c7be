import type { EpochMs, ReplayIndexLine } from '@sightglass/wire';
import type { Channel, Decoder, DeliveryPort } from './decoder.ts';
import { createKnownPage, type KnownPage, type Place } from './known-page.ts';
import { pageAt } from './page-at.ts';
import { createLines } from './read-lines.ts';
import type { Recording } from './recording.ts';
import { pageKey } from './shelf.ts';
import { createStretches } from './stretches.ts';
import { whenIdle } from './when-idle.ts';

export interface ReplayFeedState {
  recording: Recording;
  /** `done`: all that was stored when asked has been read over. */
  state: 'loading' | 'done' | 'failed';
  /** Why it failed; what came before stays. */
  error: unknown;
}

/**
 * The recording of one session as far as it is needed: which segments there are, what a timeline wants to know of all of them, and the
 * stretch around the moment that is shown. However long the session, only that is in memory; it grows while the session is live.
 */
export interface ReplayFeed {
  state(): ReplayFeedState;
  /** Fetches what has come since; while one fetch runs, further calls make one more after it. */
  catchUp(): void;
  /** From now on whoever says `catchUp` says it as more comes: the session is live. */
  follow(): void;
  /**
   * By this port the events of what `around` asks for reach the stage that shows them; whatever it has not seen is told anew. Before the
   * first `around`.
   */
  watchedBy(port: DeliveryPort): void;
  /** The same for what `glimpse` asks for. */
  glimpsedBy(port: DeliveryPort): void;
  /** This moment is to be shown, now and as the clock runs. Cheap where what it needs is here. */
  around(at: EpochMs, tab?: string | null): void;
  /**
   * A recording of this one moment, for a stage of its own (a small picture, say); what `around` keeps stays. `null`: nothing is known of
   * that moment.
   */
  glimpse(at: EpochMs, tab?: string | null): Promise<Recording | null>;
  subscribe(changed: () => void): () => void;
  stop(): void;
}

/** What to ask the replay's door for; see `getReplay` in wire. */
export interface ReplayPart {
  as?: 'segments' | 'index';
  since?: number;
  page?: string;
  first?: number;
  last?: number;
}

export type OpenReplay = (part: ReplayPart, signal: AbortSignal) => Promise<ReadableStream<Uint8Array<ArrayBuffer>>>;

/** Segments that come late end before those that are here: how far back a catch-up looks for them. */
const lookBackMs = 30_000;
/** What is missing is looked for from before it, for so long. */
const missedMs = 10 * 60_000;
/** While a replay is read over, the timeline hears of it no more often than this. */
const tellEveryMs = 500;
/** How far ahead of the clock the next page is made ready. */
const nextPageMs = 10_000;

/** Whoever is shown what: see `Decoder.join`. */
const [watcher, glimpser] = [0, 1];

export function createReplayFeed(
  open: OpenReplay,
  decoder: Decoder,
  now: () => number = () => performance.now(),
): ReplayFeed {
  const pages = new Map<string, KnownPage>();
  const stopped = new AbortController();
  const { signal } = stopped;
  const listeners = new Set<() => void>();
  let state: ReplayFeedState = { recording: recordingOf(pages), state: 'loading', error: null };
  let wanted: { at: EpochMs; tab: string | null } | null = null;
  let running = false;
  let again = false;
  let answers = 0;
  let isLive = false;
  /** All that was stored when it was asked first has been read over. */
  let wasRead = false;

  const stretches = createStretches({
    ...{ viewer: watcher, fetch: fetchSegments, decoder, whenIdle },
    ...{ onChange: () => become({}), onError: fail },
    // The recording is as it was: whoever draws by the clock goes on, and a screen has nothing to draw anew.
    onGrown: () => tell(),
  });

  function become(change: Partial<ReplayFeedState>): void {
    if (signal.aborted) return;
    state = { ...state, ...change, recording: recordingOf(pages) };
    tell();
  }

  function tell(): void {
    if (!signal.aborted) for (const changed of listeners) changed();
  }

  function fail(error: unknown): void {
    if (!signal.aborted) become({ state: 'failed', error });
  }

  /** Bytes go to the decoder as they come, no more at once than it keeps up with. */
  async function pour(
    kind: Channel['kind'],
    part: ReplayPart,
    until: AbortSignal,
    onProgress?: () => Promise<void>,
  ): Promise<void> {
    const reader = (await open(part, until)).getReader();
    answers += 1;
    const channel = { kind, answer: answers };
    let taking: Promise<void> = Promise.resolve();
    try {
      for (let read = await reader.read(); !read.done; read = await reader.read()) {
        await taking;
        taking = decoder.take(channel, read.value);
        taking.catch(() => undefined); // told where it is waited for; the bytes may end before
        await onProgress?.();
      }
      await taking;
    } finally {
      await decoder.end(channel);
      await reader.cancel().catch(() => undefined); // at its end, or broken: there is nothing left to release
    }
  }

  async function fetchSegments({ page }: KnownPage, first: number, last: number, until: AbortSignal): Promise<void> {
    await pour('stretch', { page, first, last }, AbortSignal.any([signal, until]));
  }

  /** Answers when the first of those that are new ended; infinity: there are none. */
  async function fetchIndex(since: number): Promise<EpochMs> {
    const reader = (await open({ as: 'index', since }, signal)).getReader();
    const lines = createLines();
    let first = Number.POSITIVE_INFINITY;
    for (;;) {
      const { done, value } = await reader.read();
      for (const text of value ? lines.add(value) : lines.end()) {
        const place = placeIn(text);
        if (place && pageOf(place).add(place)) first = Math.min(first, place.until);
      }
      if (done) return first;
    }
  }

  function pageOf({ tab, page }: { tab: string; page: string }): KnownPage {
    const key = pageKey(tab, page);
    const known = pages.get(key) ?? createKnownPage(tab, page);
    pages.set(key, known);
    return known;
  }

  async function learn(): Promise<void> {
    const news = await decoder.news();
    for (const summary of news) pages.get(pageKey(summary.tab, summary.page))?.learn(summary);
    if (news.length > 0) become({});
  }

  async function fetchSince(since: number): Promise<void> {
    const first = await fetchIndex(since);
    if (first === Number.POSITIVE_INFINITY) return;
    become({});
    pursue();
    // First what is to be seen, then what the timeline says of the rest.
    await stretches.settled();
    let toldAt = now();
    const from = wasRead ? first : 0;
    await pour(wasRead ? 'live' : 'scan', { since: from }, signal, async () => {
      if (now() - toldAt < tellEveryMs) return;
      toldAt = now();
      await learn();
    });
    if (wasRead) for (const page of pages.values()) page.hasSince(from);
    await learn();
    pursue();
  }

  async function run(): Promise<void> {
    running = true;
    try {
      do {
        again = false;
        if (state.state === 'failed') become({ state: 'loading', error: null });
        pursue();
        await fetchSince(wasRead ? sinceOf(state.recording) : 0);
        wasRead = true;
        // What is to be seen may have failed meanwhile.
        if (state.state === 'loading') become({ state: 'done', error: null });
      } while (again && !signal.aborted);
    } catch (error) {
      fail(error);
    } finally {
      running = false;
    }
  }

  function pursue(): void {
    // After a failure nothing is asked for by itself: `catchUp` tries again.
    if (!wanted || signal.aborted || state.state === 'failed') return;
    const { at, tab } = wanted;
    const now = pageAt(state.recording, at, tab);
    const next = pageAt(state.recording, at + nextPageMs, tab);
    const here = now && pages.get(pageKey(now.tab, now.page));
    const ahead = next && pages.get(pageKey(next.tab, next.page));
    const needs = [
      ...(here ? [{ page: here, at, mayGrow: isLive && now.until === state.recording.until }] : []),
      ...(ahead && ahead !== here ? [{ page: ahead, at: Math.max(at, next.from) }] : []),
    ];
    stretches.need(needs);
  }

  return {
    state: () => state,
    catchUp() {
      again = true;
      if (!running) void run();
    },
    follow() {
      isLive = true;
    },
    watchedBy(port) {
      void decoder.join(watcher, port).catch(fail);
      stretches.beginAnew();
    },
    glimpsedBy(port) {
      void decoder.join(glimpser, port).catch(fail);
    },
    around(at, tab = null) {
      wanted = { at, tab };
      pursue();
    },
    async glimpse(at, tab = null) {
      const now = pageAt(state.recording, at, tab);
      const known = now && pages.get(pageKey(now.tab, now.page));
      if (!known || signal.aborted) return null;
      const stretch = await stretches.once(known, at, glimpser);
      return stretch && { ...state.recording, pages: [{ ...known.stream(), times: [], stretch }] };
    },
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    stop() {
      stopped.abort();
      stretches.stop();
      listeners.clear();
      decoder.stop();
    },
  };
}

function recordingOf(known: ReadonlyMap<string, KnownPage>): Recording {
  const pages = [...known.values()].map((page) => page.stream());
  const gaps = [...known.values()].flatMap((page) => page.gaps());
  pages.sort((a, b) => a.from - b.from || (a.page < b.page ? -1 : 1));
  gaps.sort((a, b) => a.from - b.from || (a.page < b.page ? -1 : 1));
  return {
    pages,
    gaps,
    from: pages[0]?.from ?? 0,
    until: pages.reduce((most, { until }) => Math.max(most, until), 0),
    refused: [...known.values()].reduce((sum, { refused }) => sum + refused, 0),
  };
}

/** What waited for a network to come back is sent newest first. */
function sinceOf({ until, gaps }: Recording): EpochMs {
  const missed = gaps.filter(({ reason, from }) => reason === 'missing-segments' && from > until - missedMs);
  return Math.max(0, Math.min(until, ...missed.map(({ from }) => from)) - lookBackMs);
}

function placeIn(text: string): Place | null {
  try {
    const { place } = JSON.parse(text) as Partial<ReplayIndexLine>;
    const isWhole =
      place && Number.isSafeInteger(place.seq) && place.from <= place.until && typeof place.page === 'string';
    return isWhole ? place : null;
  } catch {
    return null; // cut short on the way: the next catch-up brings it
  }
}
