import { Worker } from 'node:worker_threads';
import { type BundleFile, type InspectAbout, type Inspection, maxReadMegabytes, maxReadMs } from '@sightglass/bundle';

/** Scripts that were downloaded, or the folder or file where they are: what the worker finds there it alone holds. */
export type From = readonly BundleFile[] | string;

export interface ToRead {
  from: From;
  about: InspectAbout;
}

/** What there is to read, as soon as it is known. */
export interface Gathered {
  scripts: number;
  /** Scripts that are more than are read. */
  left: number;
  /** Of scripts, and of maps as far as they count for the time that reading takes. */
  megabytes: number;
}

export type FromWorker = { tell: 'gathered'; gathered: Gathered } | { tell: 'read'; inspection: Inspection };

const lookEveryMs = 500;

/** Reads a release in a worker, within bounds of time and memory. Past them it is answered in words. */
export function readInWorker(
  from: From,
  about: InspectAbout,
  onGathered: (gathered: Gathered) => void,
): Promise<Inspection | string> {
  return new Promise((answer) => {
    const workerData: ToRead = { from, about };
    const worker = new Worker(new URL('worker.ts', import.meta.url), {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: maxReadMegabytes },
    });
    // What it works counts: a machine that is busy with other things is not the release's fault.
    const began = process.cpuUsage();
    const worked = () => {
      const { user, system } = process.cpuUsage(began);
      return (user + system) / 1_000;
    };
    const timer = setInterval(() => {
      if (worked() > maxReadMs) end(`It takes more than ${maxReadMs / 1_000} s of work: name a part of it.`);
    }, lookEveryMs);
    const end = (what: Inspection | string) => {
      clearInterval(timer);
      void worker.terminate();
      answer(what);
    };
    worker.on('message', (message: FromWorker) => {
      if (message.tell === 'read') end(message.inspection);
      else onGathered(message.gathered);
    });
    worker.once('error', (error: Error & { code?: string }) =>
      end(
        error.code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? `It takes more than ${maxReadMegabytes} MB of memory: name a part of it.`
          : String(error.stack),
      ),
    );
  });
}
