import { gunzip, gunzipSync, inflate, inflateRaw, inflateRawSync, inflateSync, type ZlibOptions } from 'node:zlib';
import type { ErrorCode } from '@sightglass/wire';
import type { Encoding } from '../journal/index.ts';

type Refused = { code: ErrorCode };
type Packed = Exclude<Encoding, 'identity'>;

/** Two at most: a browser packs once, and a proxy now and then once more (FAULTS B21). */
const maxLayers = 2;
/** Up to here a body is unpacked on the spot: handing it to another thread would cost more than the work. */
const quickBodyBytes = 64 * 1024;
const quickUnpackedBytes = 512 * 1024;
/** From here on a buffer has its memory to itself, and it can be given back by {@link release}. */
const smallestChunk = Math.ceil(Buffer.poolSize / 2);
const largestChunk = 1024 * 1024;
/** So that many bombs at once leave the other threads to the journal (FAULTS B26). */
const maxAtOnce = 2;

const ways = {
  gzip: { now: gunzipSync, later: gunzip },
  deflate: { now: inflateSync, later: inflate },
  'deflate-raw': { now: inflateRawSync, later: inflateRaw },
};

/**
 * How the outside of a body is packed, from the header `content-encoding` or, as a beacon cannot set headers, from its first bytes.
 * JSON begins with none of them.
 */
export function encodingOf(header: string | undefined, body: Buffer): Encoding | Refused {
  const outermost = header?.split(',').at(-1)?.trim().toLowerCase() ?? '';
  if (outermost === '' || outermost === 'identity') return sniff(body);
  if (outermost === 'gzip' || outermost === 'x-gzip') return 'gzip';
  if (outermost === 'deflate') return sniff(body) === 'deflate' ? 'deflate' : 'deflate-raw';
  return { code: 'encoding_not_offered' };
}

function sniff(bytes: Buffer): Encoding {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return 'gzip';
  return isZlib(bytes) ? 'deflate' : 'identity';
}

/** A window of any size (RFC 1950): most say 0x78, some packers of small bodies less. */
function isZlib(bytes: Buffer): boolean {
  return bytes.length > 1 && ((bytes[0] ?? 0) & 0x8f) === 8 && bytes.readUInt16BE(0) % 31 === 0;
}

/**
 * Gives the memory of an unpacked body back at once; the buffer is empty from then on. It lies outside of the heap, where V8 sees only
 * its size: left to the collection of garbage, every eight megabytes of such buffers cost a whole one.
 *
 * @param body - What it was unpacked from; nothing happens when that is the same.
 */
export function release(unpacked: Buffer, body: Buffer): void {
  const { buffer } = unpacked;
  // Node's pool is shared by many small buffers.
  if (buffer instanceof ArrayBuffer && buffer !== body.buffer && buffer.byteLength !== Buffer.poolSize)
    buffer.transfer(0);
}

export interface Unpacker {
  /** All layers of a body. It stops as soon as more than `maxBytes` come out, and never holds more than that. */
  unpack(body: Buffer, encoding: Encoding, maxBytes: number): Promise<Buffer | Refused>;
}

export function createUnpacker(): Unpacker {
  const queue: (() => void)[] = [];
  let running = 0;

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= maxAtOnce) await new Promise<void>((resolve) => queue.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  }

  async function layer(body: Buffer, packed: Packed, maxBytes: number): Promise<Buffer | Refused> {
    if (body.length <= quickBodyBytes) {
      const quick = atOnce(body, packed, Math.min(maxBytes, quickUnpackedBytes));
      if (Buffer.isBuffer(quick) || quick.code !== 'unpacked_too_large' || maxBytes <= quickUnpackedBytes) return quick;
    }
    return inTurn(() => later(body, packed, maxBytes));
  }

  return {
    async unpack(body, encoding, maxBytes) {
      let bytes = body;
      let outside = encoding;
      for (let layers = 0; outside !== 'identity'; layers += 1) {
        if (layers === maxLayers) return { code: 'bad_encoding' };
        const inside = await layer(bytes, outside, maxBytes);
        if (!Buffer.isBuffer(inside)) return inside;
        bytes = inside;
        outside = sniff(bytes);
      }
      return bytes.length > maxBytes ? { code: 'unpacked_too_large' } : bytes;
    },
  };
}

/** The end of a gzip body says how much comes out. It is believed only for the size of the first buffer: one that fits spares copies. */
function bounds(body: Buffer, packed: Packed, maxBytes: number): ZlibOptions {
  const said = packed === 'gzip' && body.length > 18 ? body.readUInt32LE(body.length - 4) : body.length * 8;
  const chunkSize = Math.min(Math.max(said + 64, smallestChunk), largestChunk, maxBytes + 64);
  return { maxOutputLength: maxBytes, chunkSize };
}

function atOnce(body: Buffer, packed: Packed, maxBytes: number): Buffer | Refused {
  try {
    return ways[packed].now(body, bounds(body, packed, maxBytes));
  } catch (error) {
    return refusal(error);
  }
}

function later(body: Buffer, packed: Packed, maxBytes: number): Promise<Buffer | Refused> {
  return new Promise((resolve) => {
    ways[packed].later(body, bounds(body, packed, maxBytes), (error, bytes) =>
      resolve(error === null ? bytes : refusal(error)),
    );
  });
}

function refusal(error: unknown): Refused {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  if (code === 'ERR_BUFFER_TOO_LARGE') return { code: 'unpacked_too_large' };
  return { code: code === 'Z_BUF_ERROR' ? 'truncated' : 'bad_encoding' };
}
