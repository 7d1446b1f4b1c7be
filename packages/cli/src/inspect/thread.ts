import { Worker } from 'node:worker_threads';
import { type Inspection, maxReadMs, readMegabytes } from '@sightglass/bundle';
import { longestScript } from './gather.ts';
import type { FromReader, ToRead, Watching } from './read.ts';

const lookEveryMs = 500;

/** Reads a release in a thread, within bounds of work and memory. Past them it is answered in words. */
export function readInThread(workerData: ToRead, { onGathered, onShare }: Watching): Promise<Inspection | string> {
  const megabytes = readMegabytes(longestScript(workerData.from));
  return new Promise((answer) => {
    const worker = new Worker(new URL('worker.ts', import.meta.url), {
      workerData,
      // Of what is new only little is kept before it is looked through: memory is dearer than time here.
      resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 24 },
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
    worker.on('message', (message: FromReader) => {
      if (message.tell === 'read') end(message.inspection);
      else if (message.tell === 'share') onShare(message.share);
      else onGathered(message.gathered);
    });
    worker.once('error', (error: Error & { code?: string }) =>
      end(
        error.code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? `It takes more than ${megabytes} MB of memory: name a part of it.`
          : String(error.stack),
      ),
    );
  });
}
