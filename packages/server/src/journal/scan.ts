import { closeSync, openSync, readSync } from 'node:fs';
import {
  decodeEntry,
  entryHeadBytes,
  entryLength,
  entryMagic,
  type FileMark,
  type Numbered,
  projectOf,
} from './entry.ts';
import { entriesFrom } from './file.ts';

/** Bytes that are no entry, with whole entries after them: a flipped bit, or a write that was torn in the middle. */
export interface Damage {
  generation: number;
  offset: number;
  /** Where what is left of them still tells it. */
  project: string | undefined;
  bytes: Buffer;
}
export type Found = { entry: Numbered } | { damage: Damage };

/** Walks the entries of one journal file. */
export interface Scan {
  /** The next entry, or what stands between here and it. undefined: nothing more; ask again when the file has grown. */
  next(): Found | undefined;
  /** Where the next entry would begin. */
  offset(): number;
  /** At the end of a file that is written no more: what was begun there and is not whole. */
  rest(): Damage | undefined;
  stop(): void;
}

const windowBytes = 256 * 1024;

/** @param from - Where to begin: an {@link Scan.offset} of before. */
export function scanFile(path: string, mark: FileMark, from = entriesFrom): Scan {
  const file = openSync(path, 'r');
  let offset = from;
  let window: Buffer = Buffer.alloc(0);
  let windowAt = 0;

  /** At most `length` bytes: fewer at the end of the file. A fresh buffer each time, since bodies are views of it. */
  function bytesAt(at: number, length: number, fresh = false): Buffer {
    if (fresh || at < windowAt || at + length > windowAt + window.length) {
      const read = Buffer.allocUnsafe(Math.max(length, windowBytes));
      window = read.subarray(0, readSync(file, read, 0, read.length, at));
      windowAt = at;
    }
    return window.subarray(at - windowAt, at - windowAt + length);
  }

  function entryAt(at: number, fresh = false): { entry: Numbered; length: number } | undefined {
    const length = entryLength(bytesAt(at, entryHeadBytes, fresh), mark);
    const entry = length === undefined ? undefined : decodeEntry(bytesAt(at, length, fresh), mark);
    return length === undefined || entry === undefined ? undefined : { entry, length };
  }

  function next(): Found | undefined {
    // What was read ahead may be older than what the writer has put there since.
    const here = entryAt(offset) ?? entryAt(offset, true);
    if (here !== undefined) {
      offset += here.length;
      return { entry: here.entry };
    }
    const found = findEntry(offset + 1);
    if (found === undefined) return undefined;
    const bytes = Buffer.from(bytesAt(offset, found - offset));
    const damage = { generation: mark.generation, offset, project: projectOf(bytes, mark), bytes };
    offset = found;
    return { damage };
  }

  /** The bytes between may be anything, also entries of the file's earlier life: only a whole entry of this one counts. */
  function findEntry(begin: number): number | undefined {
    const chunk = Buffer.allocUnsafe(windowBytes);
    for (let at = begin; ; at += windowBytes - (entryMagic.length - 1)) {
      const bytes = chunk.subarray(0, readSync(file, chunk, 0, chunk.length, at));
      for (let hit = bytes.indexOf(entryMagic); hit !== -1; hit = bytes.indexOf(entryMagic, hit + 1))
        if (entryAt(at + hit) !== undefined) return at + hit;
      if (bytes.length < windowBytes) return undefined;
    }
  }

  return {
    next,
    offset: () => offset,
    rest() {
      const length = entryLength(bytesAt(offset, entryHeadBytes, true), mark);
      if (length === undefined) return undefined;
      const bytes = Buffer.from(bytesAt(offset, length));
      return { generation: mark.generation, offset, project: projectOf(bytes, mark), bytes };
    },
    stop: () => closeSync(file),
  };
}
