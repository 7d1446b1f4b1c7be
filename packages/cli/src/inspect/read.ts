import { fork } from 'node:child_process';
import type { BundleFile, InspectAbout, Inspection } from '@sightglass/bundle';

/** Scripts that were downloaded, or the folder or file where they are: what the reader finds there it alone holds. */
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

/** @property inspection - Words where it could not be read. */
export type FromReader = { tell: 'gathered'; gathered: Gathered } | { tell: 'read'; inspection: Inspection | string };

/**
 * Reads a release in a process of its own, so that code on which the parser itself falls over costs an answer in words and nothing else.
 */
export function readApart(toRead: ToRead, onGathered: (gathered: Gathered) => void): Promise<Inspection | string> {
  return new Promise((answer) => {
    const reader = fork(new URL('reader.ts', import.meta.url), { serialization: 'advanced', execArgv: [] });
    reader.on('message', (message: FromReader) => {
      if (message.tell === 'read') answer(message.inspection);
      else onGathered(message.gathered);
    });
    reader.once('error', (error) => answer(String(error)));
    const exited = new Promise<string>((tell) =>
      reader.once('exit', (code, signal) => tell(`The parser gave up on it (${signal ?? `exit ${code}`}).`)),
    );
    // By then all that it said is heard; after an answer this one is too late to count.
    reader.once('disconnect', async () => answer(await exited));
    reader.send(toRead);
  });
}
