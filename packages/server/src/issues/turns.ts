/** Work on one thing at a time for each project, however often it is wanted. */
export interface Turns {
  /** Soon, once: what is wanted again before it began is not done twice. */
  want(project: string, work: () => Promise<void>): void;
  /** After what is under way, each time. */
  alsoWant(project: string, work: () => Promise<void>): void;
  /** The same; rejects as the work does. */
  now(project: string, work: () => Promise<void>): Promise<void>;
  settled(): Promise<void>;
  /** Nothing new begins; what is under way is awaited. */
  stop(): Promise<void>;
}

/** After a failure, such as an engine that is being restarted. */
const againAfterMs = 2_000;

/** @param restMs - Between two of the wanted kind. */
export function createTurns(restMs: number, failed: (error: unknown, project: string) => void): Turns {
  const last = new Map<string, Promise<unknown>>();
  const waiting = new Map<string, NodeJS.Timeout>();
  const underWay = new Set<Promise<unknown>>();
  let stopping = false;

  function after(project: string, work: () => Promise<void>): Promise<void> {
    const before = last.get(project) ?? Promise.resolve();
    const turn = before.then(() => (stopping ? undefined : work()));
    const ended = turn.catch(() => undefined); // the caller hears of it
    last.set(project, ended);
    underWay.add(ended);
    ended.then(() => {
      underWay.delete(ended);
      if (last.get(project) === ended) last.delete(project);
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

  return {
    want: (project, work) => want(project, work),
    alsoWant: (project, work) =>
      void after(project, work).catch((error: unknown) => {
        if (stopping) return;
        failed(error, project);
      }),
    now: after,
    async settled() {
      while (waiting.size > 0 || underWay.size > 0) {
        await Promise.all(underWay);
        if (waiting.size > 0) await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
    async stop() {
      stopping = true;
      for (const timer of waiting.values()) clearTimeout(timer);
      waiting.clear();
      await Promise.all(underWay);
    },
  };
}
