/** Catches whatever goes wrong in our own code, and counts it: the watched page never notices us (FAULTS H3). */
export interface Guard {
  /** Runs it, with what it is given; undefined when it threw. */
  run<T, Given = void>(task: (given: Given) => T, given: Given): T | undefined;
  run<T>(task: () => T): T | undefined;
  /** The same function, made safe to hand to the page or the browser. */
  wrap<Args extends unknown[], T>(task: (...args: Args) => T): (...args: Args) => T | undefined;
  faults(): number;
}

export function createGuard(): Guard {
  let faults = 0;

  function run<T, Given>(task: (given: Given) => T, given?: Given): T | undefined {
    try {
      return task(given as Given);
    } catch {
      // Counted and silent, as the edge of capture must be.
      faults++;
    }
  }

  return {
    run,
    // Not by `run`, which would need a closure for each call: browsers call us a thousand times a minute.
    wrap:
      (task) =>
      (...args) => {
        try {
          return task(...args);
        } catch {
          faults++;
        }
      },
    faults: () => faults,
  };
}
