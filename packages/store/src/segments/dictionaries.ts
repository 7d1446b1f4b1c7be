import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { filesIn } from '../missing.ts';
import { syncFolder } from './append-file.ts';
import { contentHash, readEntry, writeEntry } from './entry.ts';
import { DamagedSegment } from './segments.ts';
import { pack, unpack } from './zstd.ts';

export interface Dictionary {
  /** `<nnn>-<content hash>`: goes into the row; the number orders the dictionaries of one week. */
  id: string;
  bytes: Buffer;
}

const level = 12;
const maxBytes = 8 * 1024 * 1024;
/** Without its dictionary a segment is lost: each is kept twice. */
const copies = ['dictionary', 'dictionary-copy'];

/** Writes a dictionary; on the disk when it resolves, since the next segment needs it for ever. */
export async function writeDictionary(folder: string, number: number, bytes: Buffer): Promise<Dictionary> {
  const content = contentHash(bytes);
  const id = `${String(number).padStart(3, '0')}-${content}`;
  const entry = writeEntry(await pack(bytes, level), content);
  await mkdir(folder, { recursive: true });
  for (const copy of copies) {
    const path = join(folder, `${id}.${copy}`);
    const file = await open(`${path}.new`, 'w', 0o600);
    try {
      await file.writeFile(entry);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(`${path}.new`, path);
  }
  await syncFolder(folder);
  return { id, bytes };
}

/** @throws {DamagedSegment} when neither copy is whole. */
export async function readDictionary(folder: string, id: string): Promise<Dictionary> {
  if (!/^\d{3}-[\w-]{22}$/.test(id)) throw new DamagedSegment('The row names no dictionary');
  let damage: unknown;
  for (const copy of copies) {
    try {
      const { packed, content } = readEntry(await readFile(join(folder, `${id}.${copy}`)));
      const bytes = await unpack(packed, maxBytes);
      if (contentHash(bytes) === content && id.endsWith(content)) return { id, bytes };
    } catch (error) {
      damage = error;
    }
  }
  throw new DamagedSegment('The dictionary is damaged or gone', { cause: damage });
}

/** The ids of the dictionaries of a folder, in order. */
export async function dictionariesIn(folder: string): Promise<string[]> {
  const named = copies.map((copy) => `.${copy}`);
  const ids = (await filesIn(folder)).flatMap((file) => {
    const ending = named.find((one) => file.endsWith(one));
    return ending === undefined ? [] : [file.slice(0, -ending.length)];
  });
  return [...new Set(ids)].sort();
}

/** The newest dictionary of a folder that can be read; undefined where there is none, or no folder. */
export async function newestDictionary(folder: string): Promise<Dictionary | undefined> {
  for (const id of (await dictionariesIn(folder)).reverse()) {
    try {
      return await readDictionary(folder, id);
    } catch {
      // A damaged one still serves nothing new; the one before it does.
    }
  }
  return undefined;
}
