import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { Disk } from './disk.ts';
import { entriesFrom, pathOf, spareName } from './file.ts';

const ending = '.wiping';
const step = Buffer.alloc(1024 * 1024);

/**
 * Writes zeros over what a file held that is confirmed, and makes it a spare. Under another name meanwhile: half of it is no journal, and after
 * a crash it is removed.
 */
export async function wipe(disk: Disk, dir: string, generation: number, bytes: number): Promise<void> {
  const path = pathOf(dir, generation);
  const meanwhile = path + ending;
  await disk.rename(path, meanwhile);
  await disk.syncFolder(dir);
  const file = await disk.open(meanwhile);
  try {
    for (let at = entriesFrom; at < bytes; at += step.length)
      await file.write([step.subarray(0, Math.min(step.length, bytes - at))], at);
    await file.sync();
  } finally {
    await file.close();
  }
  await disk.rename(meanwhile, join(dir, spareName(generation)));
}

/** What a crash left half wiped. */
export function listWiping(dir: string): string[] {
  return readdirSync(dir)
    .filter((name) => name.endsWith(ending))
    .map((name) => join(dir, name));
}

/** Whether nothing stands where a file's first entry would. */
export function isWiped(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const first = Buffer.alloc(64);
    return readSync(file, first, 0, first.length, entriesFrom) === first.length && first.every((byte) => byte === 0);
  } finally {
    closeSync(file);
  }
}
