/** Time as the application sees it. `main.tsx` hands in the browser's; a test hands in its own. */
export interface Clock {
  now(): number;
  /** Calls back after `waitMs`; the answer cancels. */
  after(waitMs: number, then: () => void): () => void;
}

export const browserClock: Clock = {
  now: () => Date.now(),
  after(waitMs, then) {
    const timer = setTimeout(then, waitMs);
    return () => clearTimeout(timer);
  },
};

/** `yyyy-mm-dd` of a moment, in UTC as the server counts days. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
