import { Worker } from 'node:worker_threads';
import { type BundleFile, type InspectAbout, type Inspection, maxReadMegabytes, maxReadMs } from '@sightglass/bundle';

/** Reads a release in a worker, within bounds of time and memory. Past them it is answered in words. */
export function readInWorker(files: readonly BundleFile[], about: InspectAbout): Promise<Inspection | string> {
  return new Promise((answer) => {
    const worker = new Worker(new URL('worker.ts', import.meta.url), {
      workerData: { files, about },
      resourceLimits: { maxOldGenerationSizeMb: maxReadMegabytes },
    });
    const timer = setTimeout(() => end(`It takes longer than ${maxReadMs / 1_000} s: name a part of it.`), maxReadMs);
    const end = (what: Inspection | string) => {
      clearTimeout(timer);
      void worker.terminate();
      answer(what);
    };
    worker.once('message', end);
    worker.once('error', (error: Error & { code?: string }) =>
      end(
        error.code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? `It takes more than ${maxReadMegabytes} MB of memory: name a part of it.`
          : String(error.stack),
      ),
    );
  });
}
