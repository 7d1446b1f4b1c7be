import { type FileHandle, open, readFile } from 'node:fs/promises';
import { isMissing } from '../missing.ts';
import { contentHash, hashBytes, headBytes, lengthAt, writeEntry } from './entry.ts';
import type { LongReference } from './segments.ts';

/** A part of a file, in bytes. */
export interface Stretch {
  offset: number;
  length: number;
}

const zeros = Buffer.alloc(256 * 1024);

/**
 * Writes zeros over everything below `end` that lies in none of these stretches. On the disk when it resolves; safe to repeat. Whatever nobody
 * points at goes as well: what a crash left of a segment that was written again.
 */
export async function wipeAround(path: string, kept: readonly Stretch[], end: number): Promise<void> {
  await inFile(path, async (file) => {
    const until = Math.min(end, (await file.stat()).size);
    let at = 0;
    for (const { offset, length } of [...kept].sort((one, other) => one.offset - other.offset)) {
      await wipe(file, at, Math.min(offset, until));
      at = Math.max(at, offset + length);
    }
    await wipe(file, at, until);
  });
}

/** Where these long strings stand in a file, each as often as it does: after a power cut one may have been written again. */
export async function findLong(path: string, contents: ReadonlySet<string>): Promise<LongReference[]> {
  if (contents.size === 0) return [];
  const bytes = await readFile(path).catch((error: unknown) => {
    if (isMissing(error)) return Buffer.alloc(0);
    throw error;
  });
  const found: LongReference[] = [];
  for (const content of contents) {
    const name = Buffer.from(content, 'base64url');
    for (let at = bytes.indexOf(name); at !== -1; at = bytes.indexOf(name, at + 1)) {
      const length = lengthAt(bytes, at - (headBytes - hashBytes));
      if (length !== undefined) found.push({ offset: at - (headBytes - hashBytes), length, content });
    }
  }
  return found;
}

/** Writes zeros over these long strings, in a way that those after them are still found. */
export async function wipeLong(path: string, places: readonly LongReference[]): Promise<void> {
  await inFile(path, async (file) => {
    for (const { offset, length, content } of places) {
      const entry = Buffer.alloc(length);
      await file.read(entry, 0, length, offset);
      if (lengthAt(entry, 0) !== length || entry.toString('base64url', headBytes - hashBytes, headBytes) !== content)
        continue;
      const empty = writeEntry(Buffer.alloc(length - headBytes), contentHash(''));
      // Its name goes last: by that it is found again when this is broken off.
      await file.write(empty, headBytes, length - headBytes, offset + headBytes);
      await file.datasync();
      await file.write(empty, 0, headBytes, offset);
    }
  });
}

async function wipe(file: FileHandle, from: number, until: number): Promise<void> {
  for (let at = from; at < until; at += zeros.length)
    await file.write(zeros, 0, Math.min(zeros.length, until - at), at);
}

async function inFile(path: string, work: (file: FileHandle) => Promise<void>): Promise<void> {
  let file: FileHandle;
  try {
    file = await open(path, 'r+');
  } catch (error) {
    if (isMissing(error)) return;
    throw error;
  }
  try {
    await work(file);
    await file.datasync();
  } finally {
    await file.close();
  }
}
