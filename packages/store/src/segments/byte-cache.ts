export interface ByteCache {
  /** What was loaded under this name, or is now; two who ask at once share one load. A load that fails is not kept. */
  get(name: string, load: () => Promise<Buffer>): Promise<Buffer>;
}

/** Keeps loaded bytes, at most `maxBytes`, the longest unused leaving first. */
export function createByteCache(maxBytes: number): ByteCache {
  const loads = new Map<string, Promise<Buffer>>();
  const sizes = new Map<string, number>();
  let bytes = 0;

  async function get(name: string, load: () => Promise<Buffer>): Promise<Buffer> {
    const there = loads.get(name) ?? begin(name, load);
    // A map lists what was put in last at its end.
    if (loads.delete(name)) loads.set(name, there);
    return there;
  }

  function begin(name: string, load: () => Promise<Buffer>): Promise<Buffer> {
    const loading = load();
    loads.set(name, loading);
    loading.then(
      (loaded) => {
        sizes.set(name, loaded.length);
        bytes += loaded.length;
        shrink();
      },
      () => loads.delete(name),
    );
    return loading;
  }

  function shrink(): void {
    for (const name of loads.keys()) {
      if (bytes <= maxBytes) return;
      const size = sizes.get(name);
      // Still loading.
      if (size === undefined) continue;
      bytes -= size;
      sizes.delete(name);
      loads.delete(name);
    }
  }

  return { get };
}
