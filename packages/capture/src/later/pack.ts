import type { Scene } from '../scene/scene.ts';
import type { Tab } from '../session/tab.ts';

/** Text to gzip. Below this a stream costs more than it saves; above `workerFrom` it is worth a thread of its own. */
const packFrom = 1_024;
const workerFrom = 24_000;
/** Longer than a file may take. What a blocker puts in a worker's place never answers, and what waits for it would wait until the page is left. */
const answerWithinMs = 10_000;

/**
 * Not of a blob, which the browser's own process holds: to ask it takes longer than to pack. It names nothing from around it: the worker has
 * it as text.
 */
const packed = (text: string): Response =>
  // A text has a body.
  new Response((new Response(text).body as NonNullable<Response['body']>).pipeThrough(new CompressionStream('gzip')));

/** Answers whatever happens: a file that does not come would be waited for as long as the page lives. */
const workerSource = `onmessage=async({data:[e,t,r]})=>{let s;try{s=await(t?await fetch(t,{cache:r||"force-cache",signal:AbortSignal.timeout(4e3)}):(${packed})(r))[t?"text":"arrayBuffer"]()}catch{}postMessage([e,s])}`;

export interface Packer {
  /** The text packed, or as it is where it is small or the browser cannot. */
  pack(text: string): Promise<ArrayBuffer | string>;
  /** A file, by the worker: of the page from the browser's cache where it is there. Nothing where the page lets us have no worker. */
  fileOf(url: string, cache?: RequestCache): Promise<string | undefined>;
  stop(): void;
}

/**
 * Packs with the browser's own compressor, large texts in a worker. Under a policy that forbids workers from blobs it packs on the main
 * thread, which blocks for about 5 ms a megabyte; the text is handed over as it is, since posting text is 20 times cheaper than objects.
 */
export function createPacker(tab: Tab, { guard, after }: Scene): Packer {
  const waiting = new Map<number, (answer?: never) => void>();
  let worker: Worker | undefined;
  let stopped: boolean | undefined;
  let count = 0;

  function stop(): void {
    stopped = true;
    waiting.clear();
    worker?.terminate();
  }

  function refuse(): void {
    tab.denied = true;
    waiting.forEach((resolve) => void resolve());
    stop();
  }

  // These two beside the texts, not among them: what a worker tells its answers to would hold on to the last text for as long as the page lives,
  // and a timer until it is due. (Wrapped also since terser would put a plain function that is called once back among them.)
  const answered = guard.wrap(({ data: [id, answer] }: MessageEvent) => {
    waiting.get(id)?.(answer);
    waiting.delete(id);
  });
  const expectAnswer = guard.wrap((id: number) => after(answerWithinMs, () => waiting.has(id) && refuse()));

  /** A file as text, where `text` says how the browser's cache is asked; or a text packed. */
  async function inWorker<Answer>(url: string, text?: string): Promise<Answer | undefined> {
    // Trying again on every page would only put another line on its console.
    if (tab.denied === true || stopped) return undefined;
    try {
      // Its address lives as long as the page, which makes one.
      worker ??= new Worker(URL.createObjectURL(new Blob([workerSource])));
      worker.onerror = refuse;
      worker.onmessage = answered;
    } catch {
      // The page's policy forbids it.
      refuse();
      return undefined;
    }
    const id = ++count;
    expectAnswer(id);
    return new Promise((resolve) => {
      waiting.set(id, resolve);
      worker?.postMessage([id, url, text]);
    });
  }

  return {
    async pack(text) {
      try {
        if (text.length >= packFrom)
          return (
            (text.length >= workerFrom && (await inWorker<ArrayBuffer>('', text))) || (await packed(text).arrayBuffer())
          );
      } catch {
        // A compressor that is not there or fails leaves the text, which the intake takes as well.
      }
      return text;
    },
    async fileOf(url, cache) {
      const host = url.split('/')[2];
      if (tab.denied === host) return undefined;
      const text = await inWorker<string>(url, cache);
      if (!cache && text == null) tab.denied ||= host;
      return text;
    },
    stop,
  };
}
