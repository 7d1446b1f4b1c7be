import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { limits, type SegmentContent } from '@sightglass/wire';
import { createByteCache } from './byte-cache.ts';
import { readDictionary } from './dictionaries.ts';
import { contentHash, readEntry } from './entry.ts';
import { packPath } from './paths.ts';
import { decodePayload } from './payload.ts';
import type { LongReference } from './segments.ts';
import { DamagedSegment, type Place } from './segments.ts';
import { blobsName } from './week-writer.ts';
import { unpack } from './zstd.ts';

export interface Reader {
  /** @throws {DamagedSegment} */
  read(place: Place): Promise<SegmentContent>;
  /** The segment with references in the place of its long strings. @throws {DamagedSegment} */
  payload(place: Place): Promise<Buffer>;
}

/** A style sheet is asked for with every first snapshot of its page, a dictionary with every segment. */
const maxCachedBytes = 24 * 1024 * 1024;
/** A segment's long strings stand elsewhere, but each string that begins with the sign has grown by one character. */
const maxBytes = limits.maxSegmentUnpackedBytes * 2;

/** Reads segments from the files of any process. What it caches is named by its content, so that it is never stale. */
export function createReader(root: string): Reader {
  const cache = createByteCache(maxCachedBytes);

  async function read(place: Place): Promise<SegmentContent> {
    const { folder } = packPath(root, place.project, place.pack);
    return decodePayload(await payload(place), (reference) => long(folder, reference));
  }

  async function payload(place: Place): Promise<Buffer> {
    const { folder, file } = packPath(root, place.project, place.pack);
    const { packed, content } = readEntry(await slice(join(folder, file), place.offset, place.length));
    const bytes = await unpack(packed, maxBytes, await dictionary(folder, place.dictionary));
    return checked(bytes, content);
  }

  async function dictionary(folder: string, id: string): Promise<Buffer | undefined> {
    if (id === '') return undefined;
    return cache.get(`${folder}/${id}`, async () => (await readDictionary(folder, id)).bytes);
  }

  async function long(folder: string, reference: LongReference): Promise<string> {
    const bytes = await cache.get(`${folder}/${reference.content}`, async () => {
      const entry = readEntry(await slice(join(folder, blobsName), reference.offset, reference.length));
      return checked(await unpack(entry.packed, maxBytes), reference.content);
    });
    return JSON.parse(bytes.toString('utf8'));
  }

  return { read, payload };
}

function checked(bytes: Buffer, content: string): Buffer {
  if (contentHash(bytes) !== content) throw new DamagedSegment('The bytes are not the ones that were written');
  return bytes;
}

async function slice(path: string, offset: number, length: number): Promise<Buffer> {
  const file = await open(path, 'r').catch((cause) => {
    throw new DamagedSegment('The pack is gone', { cause });
  });
  try {
    const { size } = await file.stat();
    if (offset < 0 || length < 0 || offset + length > size)
      throw new DamagedSegment('The pack ends before the segment');
    const bytes = Buffer.allocUnsafe(length);
    const { bytesRead } = await file.read(bytes, 0, length, offset);
    if (bytesRead !== length) throw new DamagedSegment('The pack ends before the segment');
    return bytes;
  } finally {
    await file.close();
  }
}
