import type { EpochMs } from '@sightglass/wire';
import type { Span } from './tracks.ts';

export const speeds = [0.5, 1, 1.5, 2, 4, 6, 8, 16] as const;

export interface ClockState {
  at: EpochMs;
  /** It came there by running, over a rest as well; else somebody went there. */
  ran: boolean;
  playing: boolean;
  speed: number;
  skipIdle: boolean;
  /** The rest that was jumped over last, until the next seek. */
  skipped: Span | null;
  /** What is to be seen at this moment is not there yet: time stands still, though it plays. */
  waiting: boolean;
}

export interface Clock {
  state(): ClockState;
  play(): void;
  pause(): void;
  toggle(): void;
  /** Held to the bounds. Playing goes on from there. */
  seek(at: EpochMs): void;
  setSpeed(speed: number): void;
  setSkipIdle(skipIdle: boolean): void;
  /** `open`: more is to come (a live session), so playing waits at the end instead of stopping. */
  setBounds(span: Span, open: boolean): void;
  setIdle(spans: readonly Span[]): void;
  /** Whether to wait for what is to be seen. Playing and seeking stay what they are. */
  hold(waits: boolean): void;
  subscribe(changed: () => void): () => void;
  stop(): void;
}

/** What the clock runs on: `performance.now` and `requestAnimationFrame`, or a test's own. */
export interface Ticker {
  now(): number;
  /** Calls once, at the next frame; the answer takes that back. */
  next(frame: () => void): () => void;
}

/**
 * The time of a replay. It runs `speed` times as fast as the ticker's, and with `skipIdle` jumps over rests; both can be
 * changed while it runs.
 */
export function createClock(ticker: Ticker, start: EpochMs, speed = 1, skipIdle = true): Clock {
  let state: ClockState = { at: start, ran: false, playing: false, speed, skipIdle, skipped: null, waiting: false };
  let bounds: Span = { from: start, until: start };
  let open = false;
  let idle: readonly Span[] = [];
  let tickedAt = 0;
  let cancel = (): void => undefined;
  const listeners = new Set<() => void>();

  function become(change: Partial<ClockState>): void {
    state = { ...state, ...change };
    for (const changed of listeners) changed();
  }

  function play(): void {
    if (state.playing) return;
    const ended = !open && state.at >= bounds.until;
    become({ playing: true, ...(ended ? { at: bounds.from, ran: false, skipped: null } : {}) });
    tickedAt = ticker.now();
    cancel = ticker.next(tick);
  }

  function pause(): void {
    cancel();
    if (state.playing) become({ playing: false });
  }

  function tick(): void {
    const now = ticker.now();
    const wanted = state.at + (now - tickedAt) * state.speed;
    tickedAt = now;
    if (state.waiting) {
      cancel = ticker.next(tick);
      return;
    }
    const rest = state.skipIdle ? idle.find(({ from, until }) => wanted >= from && wanted < until) : undefined;
    // A rest that lasts to the live edge is no rest to skip: it may end any moment.
    const jumps = rest !== undefined && !(open && rest.until >= bounds.until - 2_000);
    const at = Math.min(jumps ? rest.until : wanted, bounds.until);
    const ends = at >= bounds.until && !open;
    if (!ends) cancel = ticker.next(tick);
    become({ at, ran: true, ...(jumps ? { skipped: rest } : {}), ...(ends ? { playing: false } : {}) });
  }

  return {
    state: () => state,
    play,
    pause,
    toggle: () => (state.playing ? pause() : play()),
    seek: (at) => become({ at: Math.min(Math.max(at, bounds.from), bounds.until), ran: false, skipped: null }),
    setSpeed: (faster) => become({ speed: Math.min(Math.max(faster, 0.5), 16) }),
    setSkipIdle: (skips) => become({ skipIdle: skips }),
    setBounds(span, more) {
      bounds = span;
      open = more;
      const at = Math.min(Math.max(state.at, span.from), span.until);
      if (at !== state.at) become({ at, ran: false });
    },
    setIdle: (spans) => {
      idle = spans;
    },
    hold(waits) {
      if (waits !== state.waiting) become({ waiting: waits });
    },
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    stop() {
      cancel();
      listeners.clear();
    },
  };
}
