const lookEveryMs = 5_000;
/** Processor time within one look that says: there was work. */
const workMs = 150;

export interface Tidied {
  /** Processor time of the process so far, milliseconds. */
  cpuMs(): number;
  /** Collects what is not needed any more; undefined where the process was not started with `--expose-gc`. */
  collect: (() => void) | undefined;
}

/**
 * Collects once after each time of work. V8 does it late when nothing is made any more, and bodies and rows lie outside of its
 * heap, where they count little: forty megabytes stayed.
 *
 * @returns how to stop.
 */
export function startTidying({ cpuMs, collect }: Tidied): () => void {
  let worked = true;
  let before = cpuMs();
  const timer = setInterval(() => {
    const now = cpuMs();
    if (now - before >= workMs) worked = true;
    else if (worked) {
      worked = false;
      collect?.();
    }
    before = cpuMs();
  }, lookEveryMs);
  return () => clearInterval(timer);
}
