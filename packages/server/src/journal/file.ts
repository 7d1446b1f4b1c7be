import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { crc32c } from './crc32c.ts';
import type { FileMark } from './entry.ts';

/** Large enough that a roll is rare, small enough that recycling keeps the disk flat (STORAGE, section 7). */
export const defaultFileBytes = 64 * 1024 * 1024;
/** Head and its copy, each in a sector of its own; entries begin after them. */
export const entriesFrom = 4_096;
const copyAt = 2_048;
const headBytes = 40;
const magic = Buffer.from('SGJF', 'latin1').readUInt32LE();
export const journalVersion = 1;

export interface FileHead extends FileMark {
  version: number;
  /** Every entry in the file has this sequence or a higher one; every entry of earlier files a lower one. */
  firstSequence: number;
}

export const fileName = (generation: number): string => `${String(generation).padStart(10, '0')}.journal`;
export const spareName = (generation: number): string => `${String(generation).padStart(10, '0')}.spare`;
export const pathOf = (dir: string, generation: number): string => join(dir, fileName(generation));

/** Generations of the files with this ending, oldest first. */
export function listGenerations(dir: string, ending: 'journal' | 'spare'): number[] {
  return readdirSync(dir)
    .map((name) => new RegExp(`^(\\d{10})\\.${ending}$`).exec(name)?.[1])
    .filter((digits) => digits !== undefined)
    .map(Number)
    .sort((one, other) => one - other);
}

export const newSalt = (): number => randomBytes(4).readUInt32LE();

/** The first {@link entriesFrom} bytes of a file. */
export function encodeFileHead(head: FileHead): Buffer {
  const bytes = Buffer.alloc(entriesFrom);
  for (const at of [0, copyAt]) {
    bytes.writeUInt32LE(magic, at);
    bytes.writeUInt32LE(head.version, at + 8);
    bytes.writeUInt32LE(head.generation, at + 12);
    bytes.writeUInt32LE(head.salt, at + 16);
    bytes.writeDoubleLE(head.firstSequence, at + 24);
    bytes.writeUInt32LE(crc32c(bytes, 0, at + 8, at + headBytes), at + 4);
  }
  return bytes;
}

/** From the head or, where that is damaged, its copy. */
export function decodeFileHead(bytes: Buffer): FileHead | undefined {
  for (const at of [0, copyAt]) {
    if (bytes.length < at + headBytes || bytes.readUInt32LE(at) !== magic) continue;
    if (bytes.readUInt32LE(at + 4) !== crc32c(bytes, 0, at + 8, at + headBytes)) continue;
    return {
      version: bytes.readUInt32LE(at + 8),
      generation: bytes.readUInt32LE(at + 12),
      salt: bytes.readUInt32LE(at + 16),
      firstSequence: bytes.readDoubleLE(at + 24),
    };
  }
  return undefined;
}

/** undefined: no head can be read there. */
export function readFileHead(path: string): FileHead | undefined {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(entriesFrom);
    return decodeFileHead(bytes.subarray(0, readSync(file, bytes, 0, entriesFrom, 0)));
  } finally {
    closeSync(file);
  }
}
