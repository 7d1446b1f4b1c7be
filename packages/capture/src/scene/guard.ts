/** Catches whatever goes wrong in our own code, and counts it: the watched page never notices us (FAULTS H3). */
export interface Guard {
  /** Runs it; undefined when it threw. */
  run<T>(task: () => T): T | undefined;
  /** The same function, made safe to hand to the page or the browser. */
  wrap<Args extends unknown[], T>(task: (...args: Args) => T): (...args: Args) => T | undefined;
  faults(): number;
}

export function createGuard(): Guard {
  let faults = 0;

  function failed(): undefined {
    // Counted and silent, as the edge of capture must be.
    faults++;
  }

  return {
    run(task) {
      try {
        return task();
      } catch {
        return failed();
      }
    },
    wrap:
      (task) =>
      (...args) => {
        try {
          return task(...args);
        } catch {
          return failed();
        }
      },
    faults: () => faults,
  };
}
