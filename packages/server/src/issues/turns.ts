/** Work on one thing at a time for each project, however often it is wanted. */
export interface Turns {
  /** Soon, once: what is wanted again before it began is not done twice. */
  want(project: string, work: () => Promise<void>): void;
  /** After what is under way, each time; again until it is done. */
  alsoWant(project: string, work: () => Promise<void>): void;
  /** As `alsoWant`, not before the given time has passed. */
  laterWant(project: string, work: () => Promise<void>, inMs: number): void;
  /** The same as `alsoWant` and now; rejects as the work does. */
  now(project: string, work: () => Promise<void>): Promise<void>;
  /** Once nothing is wanted, waits for its next try or is under way. */
  settled(): Promise<void>;
  /** Nothing new begins; what is under way is awaited. */
  stop(): Promise<void>;
}

/**
 * @param restMs - Between two of the wanted kind.
 * @param againAfterMs - After a failure, such as an engine that is being restarted.
 */
export function createTurns(
  restMs: number,
  failed: (error: unknown, project: string) => void,
  againAfterMs = 2_000,
): Turns {
  const last = new Map<string, Promise<unknown>>();
  const waiting = new Map<string, NodeJS.Timeout>();
  /** What failed and waits to be done again. */
  const later = new Set<NodeJS.Timeout>();
  const underWay = new Set<Promise<unknown>>();
  /** Those who wait until all of these are empty. */
  const settling = new Set<() => void>();
  let stopping = false;

  const isSettled = (): boolean => waiting.size === 0 && later.size === 0 && underWay.size === 0;

  function tellSettled(): void {
    if (!isSettled()) return;
    for (const tell of settling) tell();
    settling.clear();
  }

  function after(project: string, work: () => Promise<void>): Promise<void> {
    const before = last.get(project) ?? Promise.resolve();
    const turn = before.then(() => (stopping ? undefined : work()));
    const ended = turn.catch(() => undefined); // the caller hears of it
    last.set(project, ended);
    underWay.add(ended);
    ended.then(() => {
      underWay.delete(ended);
      if (last.get(project) === ended) last.delete(project);
      // What failed has its next try among those that wait by now.
      tellSettled();
    });
    return turn;
  }

  function want(project: string, work: () => Promise<void>, inMs = restMs): void {
    if (stopping || waiting.has(project)) return;
    const timer = setTimeout(() => {
      waiting.delete(project);
      after(project, work).catch((error: unknown) => {
        if (stopping) return;
        failed(error, project);
        want(project, work, againAfterMs);
      });
    }, inMs);
    waiting.set(project, timer);
  }

  function alsoWant(project: string, work: () => Promise<void>): void {
    after(project, work).catch((error: unknown) => {
      if (stopping) return;
      failed(error, project);
      laterWant(project, work, againAfterMs);
    });
  }

  function laterWant(project: string, work: () => Promise<void>, inMs: number): void {
    if (stopping) return;
    const timer = setTimeout(() => {
      later.delete(timer);
      alsoWant(project, work);
    }, inMs);
    later.add(timer);
  }

  return {
    want: (project, work) => want(project, work),
    alsoWant,
    laterWant,
    now: after,
    settled: () => (isSettled() ? Promise.resolve() : new Promise((resolve) => settling.add(resolve))),
    async stop() {
      stopping = true;
      for (const timer of [...waiting.values(), ...later]) clearTimeout(timer);
      waiting.clear();
      later.clear();
      await Promise.all(underWay);
      tellSettled();
    },
  };
}
