import { crc32c } from './crc32c.ts';

/** The doors of the intake whose bodies the journal keeps; the number stands in the entry, so numbers never change. */
export const doors = { records: 1, segments: 2, datadog: 3, sentry: 4, rrweb: 5 } as const;
export type Door = keyof typeof doors;

/** How a body is packed on the outside. What is inside is told by its first bytes. */
export const encodings = { identity: 0, gzip: 1, deflate: 2, 'deflate-raw': 3 } as const;
export type Encoding = keyof typeof encodings;

/** One acknowledged body with what the door knew of it. */
export interface Entry {
  receivedAt: number;
  project: string;
  door: Door;
  encoding: Encoding;
  /** Sample data: marked in its rows, so that it can be removed. */
  sample: boolean;
  /** How often it was taken out of the quarantine and run again. */
  tries: number;
  userAgent: string;
  /** Where a proxy told it: two capital letters (ISO 3166-1 alpha-2). */
  country?: string;
  /** What else of the request its decoder must know, as text: path, query and content type of another SDK's. Absent for our own doors. */
  head?: string | undefined;
  /** As received, still packed. */
  body: Buffer;
}

/** An entry that has its place in the order. */
export interface Numbered extends Entry {
  sequence: number;
}

/** What is the same for all entries of one file: entries of the file's earlier life carry another generation and salt. */
export interface FileMark {
  generation: number;
  /** Begins every checksum of the file. Unknown outside, so that no body can hold something that passes for an entry. */
  salt: number;
}

export const entryHeadBytes = 48;
/** A segment at its largest, with room for its head. */
export const maxEntryBytes = 17 * 1024 * 1024;
/** "SGJE" when read byte by byte. */
export const entryMagic = Buffer.from('SGJE', 'latin1');
const magicNumber = entryMagic.readUInt32LE();
const sampleFlag = 1;
const maxUserAgentBytes = 512;
export const maxHeadBytes = 32 * 1024;

/**
 * The bytes of an entry: the head, then project, user agent, head of the request and body. The body is not copied. Layout, little-endian: magic,
 * CRC-32C of all that follows, length, generation (four bytes each), sequence, time of receipt (eight each), door, encoding, flags,
 * tries (one each), lengths of project and user agent (two each), of the body (four) and of the request's head (two), country (two letters, or zeros).
 */
export function encodeEntry(entry: Entry, sequence: number, { generation, salt }: FileMark): [Buffer, Buffer] {
  const project = Buffer.from(entry.project);
  const userAgent = Buffer.from(entry.userAgent).subarray(0, maxUserAgentBytes);
  const about = Buffer.from(entry.head ?? '').subarray(0, maxHeadBytes);
  const head = Buffer.allocUnsafe(entryHeadBytes + project.length + userAgent.length + about.length);
  head.writeUInt32LE(magicNumber, 0);
  head.writeUInt32LE(head.length + entry.body.length, 8);
  head.writeUInt32LE(generation, 12);
  head.writeUInt32LE(sequence % 2 ** 32, 16);
  head.writeUInt32LE(Math.floor(sequence / 2 ** 32), 20);
  head.writeDoubleLE(entry.receivedAt, 24);
  head.writeUInt8(doors[entry.door], 32);
  head.writeUInt8(encodings[entry.encoding], 33);
  head.writeUInt8(entry.sample ? sampleFlag : 0, 34);
  head.writeUInt8(Math.min(entry.tries, 255), 35);
  head.writeUInt16LE(project.length, 36);
  head.writeUInt16LE(userAgent.length, 38);
  head.writeUInt32LE(entry.body.length, 40);
  head.writeUInt16LE(about.length, 44);
  head.fill(0, 46, entryHeadBytes);
  if (entry.country) head.write(entry.country, 46, 2, 'latin1');
  head.set(project, entryHeadBytes);
  head.set(userAgent, entryHeadBytes + project.length);
  head.set(about, entryHeadBytes + project.length + userAgent.length);
  head.writeUInt32LE(crc32c(entry.body, crc32c(head, salt, 8)), 4);
  return [head, entry.body];
}

/** How many bytes the entry that begins here says it has; undefined: no entry of this file begins here. */
export function entryLength(head: Buffer, mark: FileMark): number | undefined {
  if (head.length < entryHeadBytes || head.readUInt32LE(0) !== magicNumber) return undefined;
  const length = head.readUInt32LE(8);
  if (head.readUInt32LE(12) !== mark.generation || length < entryHeadBytes || length > maxEntryBytes) return undefined;
  const parts =
    entryHeadBytes + head.readUInt16LE(36) + head.readUInt16LE(38) + head.readUInt16LE(44) + head.readUInt32LE(40);
  return parts === length ? length : undefined;
}

/** Reads exactly one entry; its body is a view of the given bytes. undefined: the checksum or a field is wrong. */
export function decodeEntry(bytes: Buffer, mark: FileMark): Numbered | undefined {
  if (entryLength(bytes, mark) !== bytes.length) return undefined;
  if (crc32c(bytes, mark.salt, 8) !== bytes.readUInt32LE(4)) return undefined;
  const door = nameOf(doors, bytes.readUInt8(32));
  const encoding = nameOf(encodings, bytes.readUInt8(33));
  if (door === undefined || encoding === undefined) return undefined;
  const projectEnd = entryHeadBytes + bytes.readUInt16LE(36);
  const userAgentEnd = projectEnd + bytes.readUInt16LE(38);
  const aboutEnd = userAgentEnd + bytes.readUInt16LE(44);
  return {
    sequence: bytes.readUInt32LE(20) * 2 ** 32 + bytes.readUInt32LE(16),
    receivedAt: bytes.readDoubleLE(24),
    door,
    encoding,
    sample: (bytes.readUInt8(34) & sampleFlag) !== 0,
    tries: bytes.readUInt8(35),
    project: bytes.toString('utf8', entryHeadBytes, projectEnd),
    userAgent: bytes.toString('utf8', projectEnd, userAgentEnd),
    ...(bytes.readUInt16LE(46) !== 0 && { country: bytes.toString('latin1', 46, entryHeadBytes) }),
    ...(aboutEnd > userAgentEnd && { head: bytes.toString('utf8', userAgentEnd, aboutEnd) }),
    body: bytes.subarray(aboutEnd),
  };
}

/**
 * Whose bytes these are that begin where an entry should and are not whole: the project that every head in them names. undefined: a
 * head cannot be read, or they differ.
 */
export function projectOf(bytes: Buffer, mark: FileMark): string | undefined {
  const named = new Set<string>();
  for (let at = 0; at < bytes.length; ) {
    const head = bytes.subarray(at);
    const length = entryLength(head, mark);
    if (length === undefined) return undefined;
    named.add(head.toString('utf8', entryHeadBytes, entryHeadBytes + head.readUInt16LE(36)));
    at += length;
  }
  const [project] = named;
  return named.size === 1 ? project : undefined;
}

function nameOf<Name extends string>(numbers: Record<Name, number>, number: number): Name | undefined {
  return (Object.keys(numbers) as Name[]).find((name) => numbers[name] === number);
}
