import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { SegmentContent } from '@sightglass/wire';
import { type AppendFile, openAppendFile, syncFolder } from './append-file.ts';
import { type Dictionary, newestDictionary, writeDictionary } from './dictionaries.ts';
import { contentHash, entryAt, headBytes, writeEntry } from './entry.ts';
import { encodeLong } from './long-strings.ts';
import { isRenewed } from './paths.ts';
import { encodePayload } from './payload.ts';
import { createReference } from './reference.ts';
import type { LongReference } from './segments.ts';
import { pack } from './zstd.ts';

export interface Written {
  offset: number;
  length: number;
  /** Id of the dictionary; empty without one. */
  dictionary: string;
}

/** Writes one week of one project. Calls are carried out one after the other, in the order they came. */
export interface WeekWriter {
  /** Appends to the pack of this name, long strings to the blobs. Changes what it is given: hand over a copy. */
  append(file: string, content: SegmentContent): Promise<Written>;
  /** Appends what {@link append} made before, packed again at a higher level. */
  repack(file: string, payload: Buffer): Promise<Written>;
  /** Deletes a pack, unless it goes on past `end`. */
  discard(file: string, end: number): Promise<void>;
  /** What came before goes into no dictionary that is made from now on, and no new segment names long strings that are left. */
  leave(): Promise<void>;
  /** False when the folder was deleted under the writer. */
  isThere(): Promise<boolean>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** On arrival: the fastest that finds matches in a dictionary. Later, when nobody waits: the best before the time explodes. */
const arrivalLevel = 3;
const repackLevel = 9;
const blobLevel = 9;
const maxOpenPacks = 4;
/** The file of a week's long strings. */
export const blobsName = 'blobs';

/** @param isLeft - Whether the long string at this place is not to be named any more: the same one is written again. */
export async function openWeek(folder: string, isLeft: (offset: number) => boolean): Promise<WeekWriter> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { blobs, known } = await openBlobs(join(folder, blobsName));
  const packs = new Map<string, AppendFile>();
  let dictionary = await firstDictionary(folder);
  let reference = createReference(dictionary?.bytes ?? Buffer.alloc(0));
  let newNames = true;
  let last: Promise<unknown> = Promise.resolve();

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  }

  async function append(file: string, content: SegmentContent): Promise<Written> {
    const payload = await encodePayload(content, keep);
    const used = dictionary;
    const packed = await pack(payload, arrivalLevel, used?.bytes);
    const written = await write(file, payload, packed, used);
    const next = reference.packed(payload, packed.length);
    if (next) dictionary = await writeDictionary(folder, numberOf(used) + 1, next);
    return written;
  }

  async function repack(file: string, payload: Buffer): Promise<Written> {
    return write(file, payload, await pack(payload, repackLevel, dictionary?.bytes), dictionary);
  }

  async function keep(text: string): Promise<LongReference> {
    const { bytes, content } = encodeLong(text);
    const there = known.get(content);
    if (there && !isLeft(there.offset)) return there;
    const entry = writeEntry(await pack(bytes, blobLevel), content);
    const place = { offset: await blobs.append(entry), length: entry.length, content };
    known.set(content, place);
    return place;
  }

  async function write(file: string, payload: Buffer, packed: Buffer, used: Dictionary | undefined): Promise<Written> {
    const entry = writeEntry(packed, contentHash(payload));
    const offset = await (await packFile(file)).append(entry);
    return { offset, length: entry.length, dictionary: used?.id ?? '' };
  }

  async function packFile(file: string): Promise<AppendFile> {
    const open = packs.get(file);
    if (open) return open;
    for (const [name, old] of packs) {
      if (packs.size < maxOpenPacks) break;
      packs.delete(name);
      await old.sync();
      await old.close();
    }
    const made = await openAppendFile(join(folder, file));
    packs.set(file, made);
    newNames = true;
    return made;
  }

  async function discard(file: string, end: number): Promise<void> {
    const pack = await packFile(file);
    if (pack.end() > end) return;
    packs.delete(file);
    await pack.close();
    await rm(join(folder, file), { force: true });
  }

  async function sync(): Promise<void> {
    await Promise.all([blobs.sync(), ...[...packs.values()].map((file) => file.sync())]);
    if (!newNames) return;
    // The folder's own name, its week's and its project's may be as new as its files.
    for (const path of [folder, dirname(folder), dirname(dirname(folder))]) await syncFolder(path);
    newNames = false;
  }

  return {
    append: (file, content) => inTurn(() => append(file, content)),
    repack: (file, payload) => inTurn(() => repack(file, payload)),
    discard: (file, end) => inTurn(() => discard(file, end)),
    leave: () =>
      inTurn(async () => {
        reference = createReference(dictionary?.bytes ?? Buffer.alloc(0));
      }),
    isThere: () => blobs.isThere(),
    sync: () => inTurn(sync),
    close: () =>
      inTurn(async () => {
        await Promise.all([blobs.close(), ...[...packs.values()].map((file) => file.close())]);
      }),
  };
}

function numberOf(dictionary: Dictionary | undefined): number {
  return dictionary ? Number.parseInt(dictionary.id, 10) : 0;
}

/** Reads what stands in the blob file. Bytes after the last whole entry were never synced, nothing points at them. */
async function openBlobs(path: string): Promise<{ blobs: AppendFile; known: Map<string, LongReference> }> {
  const known = new Map<string, LongReference>();
  const bytes = await readFile(path).catch(() => Buffer.alloc(0));
  let end = 0;
  for (let entry = entryAt(bytes, end); entry; entry = entryAt(bytes, end)) {
    const length = headBytes + entry.packed.length;
    known.set(entry.content, { offset: end, length, content: entry.content });
    end += length;
  }
  return { blobs: await openAppendFile(path), known };
}

/** A new week begins with the dictionary of the last one, as a copy of its own. */
async function firstDictionary(folder: string): Promise<Dictionary | undefined> {
  const own = await newestDictionary(folder);
  if (own || isRenewed(basename(folder))) return own;
  const weeks = (await readdir(dirname(folder))).filter((week) => week < basename(folder)).sort();
  const before = weeks.at(-1);
  const old = before === undefined ? undefined : await newestDictionary(join(dirname(folder), before));
  return old && (await writeDictionary(folder, 1, old.bytes));
}
