import { native } from '../scene/native.ts';

/** Readings follow each other no closer than this where the page is busy, and this where it was quiet. */
const busyMs = 100;
const quietMs = 40;
/** An idle moment that does not come is taken. */
const patienceMs = 100;
/** What one slice of work may take. */
export const sliceMs = 4;
/** After one that took less the next needs no idle moment, which costs more than that. */
const shortMs = 1;
const spanMs = 10_000;
/** Shares of the main thread, measured over a span. */
const tooMuch = 0.03;
const little = 0.01;
const widest = 4;
const mostRestMs = 1_000;

/** What a slice has left over: nothing, or something. */
export const none = 0;
export const some = 1;
/** Something of a page that is written for the first time, which is not held against it: without it there is nothing to see, and it ends. */
export const first = 2;
export type Left = typeof none | typeof some | typeof first;

/** When work is done, and how much of it: it times itself, and gives way. */
export interface Pace {
  /** Work is waiting. */
  wake(): void;
  /** Runs and times something of ours that the page waits for. */
  timed(task: () => void): void;
  /** 0: everything; 1: readings further apart; 2: no pointer moves; 3: no attributes; 4: readings far apart. */
  level(): number;
  stop(): void;
}

/**
 * @param work - One slice, until `deadline`.
 * @param changed - Told when the level has changed.
 */
export function createPace(
  work: (deadline: number) => Left,
  changed: (level: number) => void,
  wrap: <T>(task: () => T) => () => T | undefined,
): Pace {
  let level = 0;
  let spent = 0;
  let spanFrom = performance.now();
  let lastWork = 0;
  let tookMs = sliceMs;
  let planned: boolean | undefined;
  let stopped: boolean | undefined;

  const safeSlice = wrap(slice);
  const safeBegin = wrap(begin);

  function begin(): void {
    if (tookMs < shortMs) slice();
    else idle();
  }

  function idle(): void {
    const soon: unknown = native(window, 'requestIdleCallback') ?? native(window, 'setTimeout');
    // What is no number counts as 0 where there are no idle moments.
    (soon as typeof requestIdleCallback)(safeSlice, { timeout: patienceMs });
  }

  function plan(afterMs: number): void {
    if (planned) return;
    planned = true;
    if (afterMs) native(window, 'setTimeout')(safeBegin, afterMs);
    else idle();
  }

  function slice(): void {
    planned = false;
    if (stopped) return;
    judge();
    const began = performance.now();
    const left = work(began + sliceMs);
    lastWork = performance.now();
    tookMs = lastWork - began;
    if (left !== first) spent += tookMs;
    if (!left) return;
    // Where it is too much, work that is left over takes no more than its share.
    plan(level && left !== first ? Math.min(tookMs / tooMuch, mostRestMs) : 0);
  }

  /** Over each span: too much, and we do less; little, and we do more again. */
  function judge(): void {
    const now = performance.now();
    const span = now - spanFrom;
    const share = spent / Math.max(span, spanMs);
    if (share > tooMuch && level < widest) changed(++level);
    else if (span < spanMs) return;
    else if (share < little && level) changed(--level);
    spent = 0;
    spanFrom = now;
  }

  function timed(task: () => void): void {
    const began = performance.now();
    task();
    spent += performance.now() - began;
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
