/** Readings follow each other no closer than this where the page is busy, and this where it was quiet. */
const busyMs = 100;
const quietMs = 40;
/** An idle moment that does not come is taken. */
const patienceMs = 100;
/** What one slice of work may take. */
export const sliceMs = 4;
const spanMs = 10_000;
/** Shares of the main thread, measured over a span. */
const tooMuch = 0.03;
const little = 0.01;
const widest = 4;
/** At a standstill, one slice in this time. */
const standstillMs = 2_000;

/** When work is done, and how much of it: it times itself, and gives way. */
export interface Pace {
  /** Work is waiting. */
  wake(): void;
  /** Runs and times something of ours that the page waits for. */
  timed<T>(task: () => T): T;
  /** 0: everything; 1: readings further apart; 2: no pointer moves; 3: no attributes; 4: one slice now and then, until it is calm. */
  level(): number;
  stop(): void;
}

/**
 * @param work - One slice, until `deadline`. True while more waits.
 * @param changed - Told when the level has changed.
 */
export function createPace(
  work: (deadline: number) => boolean,
  changed: (level: number) => void,
  wrap: <T>(task: () => T) => () => T | undefined,
): Pace {
  let level = 0;
  let spent = 0;
  let spanFrom = performance.now();
  let lastWork = 0;
  let planned = false;
  let stopped = false;

  function plan(afterMs: number): void {
    if (planned || stopped) return;
    planned = true;
    const begin = (): void => {
      if (typeof requestIdleCallback === 'function') requestIdleCallback(wrap(slice), { timeout: patienceMs });
      else setTimeout(wrap(slice), 1);
    };
    if (afterMs <= 0) begin();
    else setTimeout(wrap(begin), afterMs);
  }

  function slice(): void {
    planned = false;
    if (stopped) return;
    judge();
    if (level >= widest && performance.now() - lastWork < standstillMs) {
      plan(standstillMs);
      return;
    }
    const more = timed(() => work(performance.now() + sliceMs));
    lastWork = performance.now();
    if (more) plan(level === 0 ? 0 : 25 * level);
  }

  /** Over each span: too much, and we do less; little, and we do more again. */
  function judge(): void {
    const now = performance.now();
    const span = now - spanFrom;
    const share = spent / Math.max(span, spanMs);
    if (share > tooMuch && level < widest) say(level + 1);
    else if (span >= spanMs && share < little && level > 0) say(level - 1);
    else if (span < spanMs) return;
    spent = 0;
    spanFrom = now;
  }

  function say(next: number): void {
    level = next;
    changed(next);
  }

  function timed<T>(task: () => T): T {
    const began = performance.now();
    try {
      return task();
    } finally {
      spent += performance.now() - began;
    }
  }

  return {
    wake() {
      const rested = performance.now() - lastWork;
      const apart = (rested > 500 ? quietMs : busyMs) * 2 ** level;
      plan(Math.max(quietMs, apart - rested));
    },
    timed,
    level: () => level,
    stop() {
      stopped = true;
    },
  };
}
