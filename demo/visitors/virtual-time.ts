/** One visit's time, for its desk and its pages alike: real time, plus whatever was skipped, from a start of our own. */
export interface VirtualTime {
  now(): number;
  /** What pages add to the machine's clock. */
  offsetMs(): number;
  skip(ms: number): void;
}

export function startTime(startsAt: number): VirtualTime {
  let offset = startsAt - Date.now();
  return {
    now: () => Date.now() + offset,
    offsetMs: () => offset,
    skip(ms) {
      offset += ms;
    },
  };
}

/** The cookie that tells a fresh document by how much its clock is off. */
export const offsetCookie = 'visit-offset';

/** What {@link installClock} leaves in the page for the driver. */
export interface PageClock {
  /** Milliseconds until the next timer, at most `atMost`. */
  nextWithin(atMost: number): number;
  /** Moves the clock on and runs what is due, in order. */
  jump(ms: number): number;
}

/**
 * Runs in the page before anything else. Replaces `Date`, timers and every reading of the performance timeline so that skipped time
 * has passed for all of them alike: an entry's `startTime` stays on the same axis as `performance.now()`, and web vitals stay true.
 */
export function installClock(cookie: string): void {
  const RealDate = Date;
  const realNow = performance.now.bind(performance);
  const realTimeout = setTimeout.bind(window);
  const realClear = clearTimeout.bind(window);
  const realFrame = requestAnimationFrame.bind(window);
  const given = new RegExp(`${cookie}=(-?\\d+)`).exec(document.cookie)?.[1];
  const startOffset = Number(given ?? 0);
  const skips: { at: number; ms: number }[] = [];
  const skipped = (): number => skips.reduce((sum, skip) => sum + skip.ms, 0);
  const onAxis = (real: number): number =>
    real > 0 ? real + skips.reduce((sum, skip) => sum + (skip.at <= real ? skip.ms : 0), 0) : real;

  const wallNow = (): number => RealDate.now() + startOffset + skipped();
  class VirtualDate extends RealDate {
    constructor(...parts: unknown[]) {
      // The signatures of Date are many; whatever was given goes on as it came.
      if (parts.length === 0) super(wallNow());
      else super(...(parts as [number]));
    }
    static override now(): number {
      return wallNow();
    }
  }
  window.Date = VirtualDate as DateConstructor;

  const origin = performance.timeOrigin + startOffset;
  Object.defineProperty(performance, 'timeOrigin', { get: () => origin });
  performance.now = () => realNow() + skipped();
  const moments =
    /^(startTime|.*(Start|End)|renderTime|loadTime|domInteractive|domComplete|timeStamp|firstUIEventTimestamp)$/;
  for (const name of Object.getOwnPropertyNames(window).filter((found) =>
    /^(Event|Performance\w*|LargestContentfulPaint|LayoutShift)$/.test(found),
  )) {
    const prototype = (window as unknown as Record<string, { prototype?: object }>)[name]?.prototype;
    for (const [property, own] of Object.entries(Object.getOwnPropertyDescriptors(prototype ?? {}))) {
      const { get } = own;
      if (!get || !moments.test(property)) continue;
      Object.defineProperty(prototype, property, {
        ...own,
        get: function reading() {
          return onAxis(get.call(this));
        },
      });
    }
  }
  window.requestAnimationFrame = (then) => realFrame((at) => then(onAxis(at)));

  interface Timer {
    due: number;
    everyMs: number | undefined;
    run: () => void;
    handle: number;
  }
  const timers = new Map<number, Timer>();
  let lastId = 1_000;
  const virtualNow = (): number => realNow() + skipped();
  const arm = (id: number, timer: Timer): void => {
    realClear(timer.handle);
    // Node's types stand beside the browser's here: in a page a timer is a number.
    timer.handle = realTimeout(() => fire(id), Math.max(0, timer.due - virtualNow())) as unknown as number;
  };
  const fire = (id: number): void => {
    const timer = timers.get(id);
    if (!timer) return;
    realClear(timer.handle);
    if (timer.everyMs === undefined) timers.delete(id);
    else {
      timer.due = Math.max(timer.due + timer.everyMs, virtualNow());
      arm(id, timer);
    }
    timer.run();
  };
  const add = (run: unknown, waitMs: number | undefined, repeats: boolean, args: unknown[]): number => {
    lastId += 1;
    const wait = Math.max(repeats ? 1 : 0, Number(waitMs) || 0);
    const timer: Timer = {
      due: virtualNow() + wait,
      everyMs: repeats ? wait : undefined,
      run: () => (typeof run === 'function' ? run(...args) : undefined),
      handle: 0,
    };
    timers.set(lastId, timer);
    arm(lastId, timer);
    return lastId;
  };
  const remove = (id: number | undefined): void => {
    const timer = timers.get(id ?? 0);
    if (timer) realClear(timer.handle);
    timers.delete(id ?? 0);
  };
  // Node's types stand beside the browser's here; these are the browser's.
  Object.assign(window, {
    setTimeout: (run: unknown, waitMs?: number, ...args: unknown[]) => add(run, waitMs, false, args),
    setInterval: (run: unknown, waitMs?: number, ...args: unknown[]) => add(run, waitMs, true, args),
    clearTimeout: remove,
    clearInterval: remove,
  });

  const clock: PageClock = {
    nextWithin(atMost) {
      const next = Math.min(...[...timers.values()].map((timer) => timer.due - virtualNow()));
      return Math.max(0, Math.min(atMost, Math.ceil(next)));
    },
    jump(ms) {
      skips.push({ at: realNow(), ms });
      const due = [...timers].filter(([, timer]) => timer.due <= virtualNow()).sort(([, a], [, b]) => a.due - b.due);
      for (const [id] of due) fire(id);
      for (const [id, timer] of timers) arm(id, timer);
      return due.length;
    },
  };
  Object.defineProperty(window, 'visitClock', { value: clock });
}
