import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import { DamagedSegment } from './segments.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

export function pack(bytes: Buffer, level: number, dictionary?: Buffer): Promise<Buffer> {
  return compress(bytes, {
    params: {
      [constants.ZSTD_c_compressionLevel]: level,
      // The dictionary's name stands in the row, the checksum in the entry.
      [constants.ZSTD_c_dictIDFlag]: 0,
      [constants.ZSTD_c_checksumFlag]: 0,
    },
    // Lets the compressor size its tables by the input, which is far smaller than it would guess.
    pledgedSrcSize: bytes.length,
    ...(dictionary ? { dictionary } : {}),
  });
}

/** @throws {DamagedSegment} when these are no zstd bytes, or unpack to more than `maxBytes`. */
export async function unpack(bytes: Buffer, maxBytes: number, dictionary?: Buffer): Promise<Buffer> {
  try {
    return await decompress(bytes, { maxOutputLength: maxBytes, ...(dictionary ? { dictionary } : {}) });
  } catch (cause) {
    throw new DamagedSegment('The bytes cannot be unpacked', { cause });
  }
}
