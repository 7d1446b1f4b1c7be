/** A pause that can be cut short. */
export interface Waker {
  wake(): void;
  /** Resolves after this time, or at the next {@link wake}; at once when one came since the last pause. */
  pause(ms: number): Promise<void>;
}

export function createWaker(): Waker {
  let woken = false;
  let go: (() => void) | undefined;
  return {
    wake() {
      woken = true;
      go?.();
    },
    pause(ms) {
      return new Promise((resolve) => {
        const timer = setTimeout(done, woken ? 0 : ms);
        function done(): void {
          clearTimeout(timer);
          woken = false;
          go = undefined;
          resolve();
        }
        go = done;
      });
    },
  };
}
