import { gunzipSync, inflateRawSync, inflateSync, constants as zlib, zstdDecompressSync } from 'node:zlib';

/** Finds many texts in any bytes at once, in any case of ASCII letters; also in what is packed inside of them. */
export interface Finder {
  /** The names of the texts that stand in these bytes. */
  find(bytes: Buffer): Set<string>;
  /** Bytes that were looked through so far, unpacked ones included. */
  looked(): { bytes: number; unpacked: number };
}

const maxUnpackedBytes = 64 * 1024 * 1024;
const maxDepth = 3;

/** @param texts - By name; each has four bytes or more. */
export function createFinder(texts: Map<string, string[]>): Finder {
  const patterns = new Map<number, { name: string; pattern: Buffer }[]>();
  const begins = new Uint8Array(1 << 16);
  const looked = { bytes: 0, unpacked: 0 };
  for (const [name, forms] of texts)
    for (const form of forms) {
      const pattern = Buffer.from(form.toLowerCase());
      const first = pattern.readUInt32LE(0);
      begins[first & 0xffff] = 1;
      patterns.set(first, [...(patterns.get(first) ?? []), { name, pattern }]);
    }

  function look(bytes: Buffer, found: Set<string>, depth: number): void {
    looked.bytes += bytes.length;
    // Most of a data folder is room that the journal keeps: zeros.
    if (isZeros(bytes)) return;
    const lower = Buffer.from(bytes);
    for (let at = 0; at < lower.length; at++) {
      const byte = lower[at] ?? 0;
      if (byte > 64 && byte < 91) lower[at] = byte + 32;
    }
    for (let at = 0; at + 4 <= lower.length; at++) {
      if (begins[(lower[at] ?? 0) | ((lower[at + 1] ?? 0) << 8)] !== 1) continue;
      for (const { name, pattern } of patterns.get(lower.readUInt32LE(at)) ?? [])
        if (pattern.compare(lower, at, Math.min(lower.length, at + pattern.length)) === 0) found.add(name);
    }
    if (depth < maxDepth)
      for (const inside of unpackedFrom(bytes)) {
        looked.unpacked += inside.length;
        look(inside, found, depth + 1);
      }
  }

  return {
    find(bytes) {
      const found = new Set<string>();
      look(bytes, found, 0);
      return found;
    },
    looked: () => looked,
  };
}

/** Told by comparing it with itself, one place on. */
const isZeros = (bytes: Buffer): boolean => bytes[0] === 0 && bytes.subarray(1).equals(bytes.subarray(0, -1));

/** First bytes of gzip, zstd, zlib and a block of a column: of most bytes nothing more is asked. */
const beginsPacked = new Uint8Array(256);
for (const first of [0x1f, 0x28, 0x78, 0x82]) beginsPacked[first] = 1;

/**
 * Everything that begins like gzip, zlib, zstd or a block of a column and unpacks, wherever it stands. `gunzip` refuses what something else
 * follows, as in the journal; so a plain head, which has ten bytes, is passed over.
 */
function* unpackedFrom(bytes: Buffer): Generator<Buffer> {
  const options = { finishFlush: zlib.Z_SYNC_FLUSH, maxOutputLength: maxUnpackedBytes };
  for (let at = 0; at + 4 <= bytes.length; at++) {
    if (beginsPacked[bytes[at] ?? 0] === 0) continue;
    const [first, second, third] = [bytes[at], bytes[at + 1] ?? 0, bytes[at + 2]];
    const unpack =
      first === 0x1f && second === 0x8b && third === 8
        ? () =>
            bytes[at + 3] === 0
              ? inflateRawSync(bytes.subarray(at + 10), options)
              : gunzipSync(bytes.subarray(at), options)
        : first === 0x28 && second === 0xb5 && third === 0x2f && bytes[at + 3] === 0xfd
          ? () => zstdDecompressSync(bytes.subarray(at), { maxOutputLength: maxUnpackedBytes })
          : first === 0x78 && (second === 0x01 || second === 0x9c || second === 0xda)
            ? () => inflateSync(bytes.subarray(at), options)
            : first === 0x82
              ? () => lz4Block(bytes, at)
              : undefined;
    const inside = unpack && trying(unpack);
    if (inside !== undefined && inside.length > 0) yield inside;
  }
}

function trying(unpack: () => Buffer | undefined): Buffer | undefined {
  try {
    return unpack();
  } catch {
    // Bytes that only began like something packed.
    return undefined;
  }
}

/** A block of the column engine: method 0x82, its packed size with these nine bytes, its size; then LZ4. */
function lz4Block(bytes: Buffer, at: number): Buffer | undefined {
  if (at + 9 > bytes.length) return undefined;
  const end = at + bytes.readUInt32LE(at + 1);
  const size = bytes.readUInt32LE(at + 5);
  if (end > bytes.length || end <= at + 9 || size === 0 || size > maxUnpackedBytes) return undefined;
  const out = Buffer.alloc(size);
  let from = at + 9;
  let to = 0;
  const length = (begin: number): number => {
    let total = begin;
    if (begin === 15)
      for (let more = 255; more === 255; total += more) {
        more = bytes[from++] ?? 0;
      }
    return total;
  };
  while (from < end && to < size) {
    const token = bytes[from++] ?? 0;
    const literals = length(token >> 4);
    if (from + literals > end || to + literals > size) return undefined;
    bytes.copy(out, to, from, from + literals);
    from += literals;
    to += literals;
    if (from >= end) break;
    const back = bytes.readUInt16LE(from);
    from += 2;
    if (back === 0 || back > to) return undefined;
    for (let left = length(token & 15) + 4; left > 0 && to < size; left--, to++) out[to] = out[to - back] ?? 0;
  }
  return to === size ? out : undefined;
}
