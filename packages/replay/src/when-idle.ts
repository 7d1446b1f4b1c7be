/** A screen that is never idle gets to it all the same. */
const atLatestMs = 1_000;

/** Runs once nothing more urgent is left to do here, which not every browser tells; answers how to let it be. */
export function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(run);
    return () => clearTimeout(timer);
  }
  const id = requestIdleCallback(run, { timeout: atLatestMs });
  return () => cancelIdleCallback(id);
}
