import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SightglassError } from '@sightglass/wire';
import { afterEach, beforeEach } from 'vitest';
import type { Entry } from '../entry.ts';
import type { Journal } from '../face.ts';
import { createJournal, type JournalOptions } from '../journal.ts';
import { createReader, type Read } from '../reader.ts';

export const silent = { info: () => undefined, warn: () => undefined };

/** A folder for journals, a new one for each test; what was opened in it is stopped. */
export interface JournalFolder {
  readonly dir: string;
  open(more?: Partial<JournalOptions>): Promise<Journal>;
  readAll(durable: number, after?: number): Read[];
  /** The file that is being written. */
  newest(): string;
  stopAfter(stop: () => unknown): void;
}

/** Called once, where the tests of a file stand. */
export function journalFolder(): JournalFolder {
  let dir = '';
  const stops: (() => unknown)[] = [];
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'sg-journal-'));
  });
  afterEach(async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
    rmSync(dir, { recursive: true, force: true });
  });
  return {
    get dir() {
      return dir;
    },
    async open(more = {}) {
      const journal = await createJournal({ dir, after: 0, teller: silent, fileBytes: 256 * 1024, ...more });
      stops.push(() => journal.stop());
      return journal;
    },
    readAll(durable, after = 0) {
      const reader = createReader(dir, after);
      const found: Read[] = [];
      for (let read = reader.next(durable); read !== undefined; read = reader.next(durable)) found.push(read);
      reader.stop();
      return found;
    },
    newest: () => join(dir, filesIn(dir).at(-1) ?? ''),
    stopAfter: (stop) => void stops.push(stop),
  };
}

/** Oldest first. */
export const filesIn = (dir: string): string[] =>
  readdirSync(dir)
    .filter((name) => name.endsWith('.journal'))
    .sort();

export const entry = (body: string | Buffer, more: Partial<Entry> = {}): Entry => ({
  receivedAt: 1_763_700_000_123,
  project: 'p_abcdefabcdef',
  door: 'records',
  encoding: 'identity',
  sample: false,
  tries: 0,
  userAgent: 'Firefox',
  body: Buffer.from(body),
  ...more,
});

export const bodies = (found: Read[]): string[] =>
  found.map((read) => ('entry' in read ? read.entry.body.toString() : 'damage'));

export const codeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'kept',
    (error: SightglassError) => error.code,
  );
