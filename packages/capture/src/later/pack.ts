import type { Tab } from '../session/tab.ts';

/** Text to gzip. Below this a stream costs more than it saves; above `workerFrom` it is worth a thread of its own. */
const packFrom = 1_024;
const workerFrom = 24_000;

const workerSource =
  'onmessage=async({data:[i,t]})=>{const b=await new Response(new Response(t).body.pipeThrough(new CompressionStream("gzip"))).arrayBuffer();postMessage([i,b],[b])}';

export interface Packer {
  /** The text packed, or as it is where it is small or the browser cannot. */
  pack(text: string): Promise<ArrayBuffer | string>;
  stop(): void;
}

/**
 * Packs with the browser's own compressor, large texts in a worker. Under a policy that forbids workers from blobs it packs on the main
 * thread, which blocks for about 5 ms a megabyte; the text is handed over as it is, since posting text is 20 times cheaper than objects.
 */
export function createPacker(tab: Tab): Packer {
  const waiting = new Map<number, (packed: ArrayBuffer | undefined) => void>();
  let worker: Worker | undefined;
  // Trying again on every page would only put another line on its console.
  let refused = tab.noWorker;
  let count = 0;

  function refuse(): void {
    refused = tab.noWorker = true;
    for (const resolve of waiting.values()) resolve(undefined);
    waiting.clear();
    worker?.terminate();
    worker = undefined;
  }

  function start(): Worker | undefined {
    const url = URL.createObjectURL(new Blob([workerSource], { type: 'text/javascript' }));
    try {
      const started = new Worker(url);
      started.onerror = refuse;
      started.onmessage = ({ data: [id, packed] }) => {
        waiting.get(id)?.(packed);
        waiting.delete(id);
      };
      return started;
    } catch {
      // The page's policy forbids it.
      refuse();
      return undefined;
    } finally {
      URL.revokeObjectURL(url);
    }
  }

  async function inWorker(text: string): Promise<ArrayBuffer | undefined> {
    if (refused) return undefined;
    worker ??= start();
    const id = count++;
    const packed = new Promise<ArrayBuffer | undefined>((resolve) => waiting.set(id, resolve));
    if (!worker) return undefined;
    worker.postMessage([id, text]);
    return packed;
  }

  return {
    async pack(text) {
      if (text.length < packFrom || typeof CompressionStream !== 'function') return text;
      try {
        const packed = text.length < workerFrom ? undefined : await inWorker(text);
        if (packed) return packed;
        // Not of a blob, which the browser's own process holds: to ask it takes longer than to pack.
        return await new Response(
          // A text has one.
          (new Response(text).body as NonNullable<Response['body']>).pipeThrough(new CompressionStream('gzip')),
        ).arrayBuffer();
      } catch {
        // Any compressor that fails leaves the text, which the intake takes as well.
        return text;
      }
    },
    stop() {
      waiting.clear();
      worker?.terminate();
      worker = undefined;
      refused = true;
    },
  };
}
