import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { DamagedSegment } from './segments.ts';

/**
 * One entry of a pack: 28 bytes of head, then the packed bytes. Little-endian.
 *
 *     magic u32 · packed length u32 · CRC32 of the packed bytes u32 · first 16 bytes of SHA-256 of what was packed
 */
export const headBytes = 28;
const magic = 0x31454753;
/** Bytes of SHA-256 that are kept. 128 bits: nobody finds two contents with one hash by trying. */
export const hashBytes = 16;

/** Names a content: 22 characters, safe in a file name. */
export function contentHash(content: Buffer | string): string {
  return hash('sha256', content, 'buffer').subarray(0, hashBytes).toString('base64url');
}

export function writeEntry(packed: Buffer, content: string): Buffer {
  const head = Buffer.allocUnsafe(headBytes);
  head.writeUInt32LE(magic, 0);
  head.writeUInt32LE(packed.length, 4);
  head.writeUInt32LE(crc32(packed), 8);
  head.write(content, 12, hashBytes, 'base64url');
  return Buffer.concat([head, packed]);
}

export interface Entry {
  packed: Buffer;
  /** {@link contentHash} of what was packed; the reader holds it against what it unpacked. */
  content: string;
}

/** @throws {DamagedSegment} unless the bytes are exactly one whole entry. */
export function readEntry(bytes: Buffer): Entry {
  const entry = entryAt(bytes, 0);
  if (!entry || entry.packed.length + headBytes !== bytes.length) throw new DamagedSegment('The entry is damaged');
  return entry;
}

/** How long the entry is that begins at `offset`, whole or not; undefined where none does. */
export function lengthAt(bytes: Buffer, offset: number): number | undefined {
  if (offset < 0 || offset + headBytes > bytes.length || bytes.readUInt32LE(offset) !== magic) return undefined;
  const length = headBytes + bytes.readUInt32LE(offset + 4);
  return offset + length > bytes.length ? undefined : length;
}

/** The entry that begins at `offset`; undefined when it is cut off or damaged. */
export function entryAt(bytes: Buffer, offset: number): Entry | undefined {
  if (offset + headBytes > bytes.length || bytes.readUInt32LE(offset) !== magic) return undefined;
  const end = offset + headBytes + bytes.readUInt32LE(offset + 4);
  if (end > bytes.length) return undefined;
  const packed = bytes.subarray(offset + headBytes, end);
  if (crc32(packed) !== bytes.readUInt32LE(offset + 8)) return undefined;
  return { packed, content: bytes.toString('base64url', offset + 12, offset + headBytes) };
}
