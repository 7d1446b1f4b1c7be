import { type ChildProcess, fork } from 'node:child_process';
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
  /** Of scripts. */
  megabytes: number;
}

/** @property inspection - Words where it could not be read. */
export type FromReader =
  | { tell: 'gathered'; gathered: Gathered }
  /** How much is read, 0 to 1. */
  | { tell: 'share'; share: number }
  | { tell: 'read'; inspection: Inspection | string };

/** Who waits is told. */
export interface Watching {
  onGathered(gathered: Gathered): void;
  onShare(share: number): void;
}

/**
 * Reads a release in a process of its own, so that code on which the parser itself falls over costs an answer in words and nothing else.
 */
export function readApart(toRead: ToRead, { onGathered, onShare }: Watching): Promise<Inspection | string> {
  return new Promise((answer) => {
    const reader = start();
    if (typeof reader === 'string') return answer(reader);
    reader.on('message', (message: FromReader) => {
      if (message.tell === 'read') answer(message.inspection);
      else if (message.tell === 'share') onShare(message.share);
      else onGathered(message.gathered);
    });
    reader.on('error', (error) => answer(String(error)));
    const exited = new Promise<string>((tell) =>
      reader.once('exit', (code, signal) => tell(`The parser gave up on it (${signal ?? `exit ${code}`}).`)),
    );
    // By then all that it said is heard; after an answer this one is too late to count.
    reader.once('disconnect', async () => answer(await exited));
    // One that could not be started has no channel.
    if (reader.connected) reader.send(toRead, () => undefined);
  });
}

/** Node throws some of what keeps a process from being started (ENOMEM), and tells the rest by an event. */
function start(): ChildProcess | string {
  try {
    return fork(new URL('reader.ts', import.meta.url), {
      serialization: 'advanced',
      execArgv: [],
      // The parser's threads keep what they freed, each for itself: with two such stores it is a hundred megabytes less.
      env: { ...process.env, MALLOC_ARENA_MAX: '2' },
    });
  } catch (error) {
    return String(error);
  }
}
