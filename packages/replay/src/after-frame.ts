/** A tab that is not seen draws none. */
const atLatestMs = 250;

/** Runs once what was built until now has been laid out and drawn; answers how to let it be. */
export function afterFrame(run: () => void): () => void {
  let timer = setTimeout(run, atLatestMs);
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    // What runs here still belongs to the frame's own task, before its layout.
    timer = setTimeout(run);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
