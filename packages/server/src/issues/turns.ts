import { SightglassError } from '@sightglass/wire';

/** Work on one thing at a time for each project, however often it is wanted. */
export interface Turns {
  /** Soon, once: what is wanted again before it began is not done twice. One that failed and is wanted again does not wait for its next try. */
  want(project: string, work: () => Promise<void>): void;
  /** After what is under way, each time; again until it is done. */
  alsoWant(project: string, work: () => Promise<void>): void;
  /** As `alsoWant`, not before the given time has passed. */
  laterWant(project: string, work: () => Promise<void>, inMs: number): void;
  /** As `alsoWant`, for whoever waits for its end. Rejects when it is not done any more, since everything is stopped or the project is left. */
  untilDone(project: string, work: () => Promise<void>): Promise<void>;
  /** Nothing is done for this project any more; resolves once what is under way is over. */
  leave(project: string): Promise<void>;
  /** Once nothing is wanted, waits for its next try or is under way. */
  settled(): Promise<void>;
  /** Nothing new begins; what is under way is awaited. */
  stop(): Promise<void>;
}

/** An engine that is away for a night must not fill the log with it. */
const mostAgainAfterMs = 60_000;

/**
 * @param restMs - Between two of the wanted kind.
 * @param againAfterMs - After a failure, such as an engine that is being restarted; after another one twice as long, up to a minute.
 */
export function createTurns(
  restMs: number,
  failed: (error: unknown, project: string) => void,
  againAfterMs = 2_000,
): Turns {
  const last = new Map<string, Promise<unknown>>();
  const waiting = new Map<string, { timer: NodeJS.Timeout; again: boolean }>();
  /** What failed and waits to be done again. */
  const later = new Set<NodeJS.Timeout>();
  const underWay = new Set<Promise<unknown>>();
  /** Those who wait until all of these are empty. */
  const settling = new Set<() => void>();
  /** Those who wait until something is done, however often it fails. */
  const unfinished = new Map<(reason: Error) => void, string>();
  const gone = new Set<string>();
  let stopping = false;

  const isOver = (project: string): boolean => stopping || gone.has(project);
  const isSettled = (): boolean => waiting.size === 0 && later.size === 0 && underWay.size === 0;

  function tellSettled(): void {
    if (!isSettled()) return;
    for (const tell of settling) tell();
    settling.clear();
  }

  function after(project: string, work: () => Promise<void>): Promise<void> {
    const before = last.get(project) ?? Promise.resolve();
    const turn = before.then(() => (isOver(project) ? undefined : work()));
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

  function want(project: string, work: () => Promise<void>, again?: number): void {
    const before = waiting.get(project);
    if (stopping || (before !== undefined && (again !== undefined || !before.again))) return;
    clearTimeout(before?.timer);
    const timer = setTimeout(() => {
      waiting.delete(project);
      after(project, work).catch((error: unknown) => {
        if (isOver(project)) return;
        failed(error, project);
        want(project, work, longer(again));
      });
    }, again ?? restMs);
    waiting.set(project, { timer, again: again !== undefined });
  }

  function alsoWant(project: string, work: () => Promise<void>, again?: number): void {
    after(project, work).catch((error: unknown) => {
      if (isOver(project)) return;
      failed(error, project);
      const inMs = longer(again);
      laterWant(project, work, inMs, inMs);
    });
  }

  function laterWant(project: string, work: () => Promise<void>, inMs: number, again?: number): void {
    if (stopping) return;
    const timer = setTimeout(() => {
      later.delete(timer);
      alsoWant(project, work, again);
    }, inMs);
    later.add(timer);
  }

  function untilDone(project: string, work: () => Promise<void>): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    if (stopping) reject(new SightglassError('stopping', undefined, { retryAfter: 2 }));
    else if (gone.has(project)) reject(new SightglassError('not_found'));
    else {
      unfinished.set(reject, project);
      alsoWant(project, async () => {
        await work();
        unfinished.delete(reject);
        resolve();
      });
    }
    return promise;
  }

  const longer = (again: number | undefined): number =>
    again === undefined ? againAfterMs : Math.min(again * 2, mostAgainAfterMs);

  return {
    want: (project, work) => want(project, work),
    alsoWant: (project, work) => alsoWant(project, work),
    laterWant: (project, work, inMs) => laterWant(project, work, inMs),
    untilDone,
    async leave(project) {
      gone.add(project);
      for (const [giveUp, of] of unfinished)
        if (of === project && unfinished.delete(giveUp)) giveUp(new SightglassError('not_found'));
      await last.get(project);
    },
    settled: () => (isSettled() ? Promise.resolve() : new Promise((resolve) => settling.add(resolve))),
    async stop() {
      stopping = true;
      for (const giveUp of unfinished.keys()) giveUp(new SightglassError('stopping', undefined, { retryAfter: 2 }));
      for (const { timer } of waiting.values()) clearTimeout(timer);
      for (const timer of later) clearTimeout(timer);
      waiting.clear();
      later.clear();
      await Promise.all(underWay);
      tellSettled();
    },
  };
}
