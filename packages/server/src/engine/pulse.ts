/** Whether the engine lives: told with every beat of the supervisor's heart. */
export interface Pulse {
  /** Keeps in mind that a statement runs, which may take this long. */
  during<T>(limitMs: number, statement: () => Promise<T>): Promise<T>;
  /**
   * Asks the engine, unless an earlier question is still open. Never waits.
   *
   * @returns true: it hangs, and will not answer any more. Busy is not hanging: see {@link createPulse}.
   */
  hangs(): boolean;
}

export interface PulseParts {
  /** A question that takes the engine no time, on a session of its own. It must not reject. */
  probe(): Promise<void>;
  /** Processor time of the whole process so far, milliseconds. */
  cpuMs(): number;
  /** Milliseconds that never step back. */
  now(): number;
}

/** An engine with nothing to do answers within milliseconds, and in the middle of heavy work within a second or two. */
const silentMs = 10_000;
/** Whoever works, works: with both cores taken by others a thread still gets several times this share. An idle engine takes 0.4 %. */
const idleShare = 0.01;
/** The engine looks at a statement's limit between blocks, so it may end a while after it. */
const graceMs = 60_000;

/**
 * The engine hangs when a question that takes no time stays open for ten seconds, and either no statement is under way that explains
 * it or the process does not even use its processor; and when a statement has outlived its own limit by a minute, since its session would
 * never come free.
 */
export function createPulse({ probe, cpuMs, now }: PulseParts): Pulse {
  const running = new Set<{ until: number }>();
  let open: { at: number; cpuMs: number } | undefined;

  async function during<T>(limitMs: number, statement: () => Promise<T>): Promise<T> {
    const run = { until: now() + limitMs };
    running.add(run);
    try {
      return await statement();
    } finally {
      running.delete(run);
    }
  }

  function hangs(): boolean {
    const time = now();
    if (open === undefined) {
      open = { at: time, cpuMs: cpuMs() };
      probe().finally(() => {
        open = undefined;
      });
    }
    if ([...running].some(({ until }) => until + graceMs < time)) return true;
    const silentFor = time - open.at;
    if (silentFor < silentMs) return false;
    const isStill = cpuMs() - open.cpuMs < silentFor * idleShare;
    return isStill || running.size === 0;
  }

  return { during, hangs };
}
