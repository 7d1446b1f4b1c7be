import { createGathering, type Recording, readLines } from '@sightglass/replay';

export interface FeedState {
  recording: Recording;
  /** `done`: all that was stored when asked is here. */
  state: 'loading' | 'done' | 'failed';
  /** Why it failed; what came before stays. */
  error: unknown;
}

/** The recording of one session as it comes in, and as it grows while the session is live. */
export interface Feed {
  state(): FeedState;
  /** Fetches what has come since; while one fetch runs, further calls make one more after it. */
  catchUp(): void;
  subscribe(changed: () => void): () => void;
  stop(): void;
}

type Open = (since: number, signal: AbortSignal) => Promise<ReadableStream<Uint8Array<ArrayBuffer>>>;

/** Segments that come late end before those that are here: how far back a catch-up looks for them. */
const lookBackMs = 30_000;
/** The stage gets its first segment at once, and then no more often than this while thousands stream in. */
const tellEveryMs = 250;

export function createFeed(open: Open, now: () => number = () => performance.now()): Feed {
  const gathering = createGathering();
  const stopped = new AbortController();
  const listeners = new Set<() => void>();
  let state: FeedState = { recording: gathering.recording(), state: 'loading', error: null };
  let running = false;
  let again = false;

  function become(change: Partial<FeedState>): void {
    if (stopped.signal.aborted) return;
    state = { ...state, ...change };
    for (const changed of listeners) changed();
  }

  async function fetchSince(since: number): Promise<void> {
    const bytes = await open(since, stopped.signal);
    let toldAt = Number.NEGATIVE_INFINITY;
    for await (const line of readLines(bytes)) {
      if (!gathering.add(line) || now() - toldAt < tellEveryMs) continue;
      toldAt = now();
      become({ recording: gathering.recording() });
    }
  }

  async function run(): Promise<void> {
    running = true;
    try {
      do {
        again = false;
        await fetchSince(Math.max(0, state.recording.until - lookBackMs));
        become({ recording: gathering.recording(), state: 'done', error: null });
      } while (again && !stopped.signal.aborted);
    } catch (error) {
      become({ recording: gathering.recording(), state: 'failed', error });
    } finally {
      running = false;
    }
  }

  function catchUp(): void {
    again = true;
    if (!running) void run();
  }

  return {
    state: () => state,
    catchUp,
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    stop() {
      stopped.abort();
      listeners.clear();
    },
  };
}
