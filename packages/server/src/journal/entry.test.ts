import fc from 'fast-check';
import { expect, test } from 'vitest';
import { crc32c } from './crc32c.ts';
import { decodeEntry, encodeEntry } from './entry.ts';

test('the checksum is CRC-32C: the vectors of RFC 3720', () => {
  expect(crc32c(Buffer.from('123456789'))).toBe(0xe3069283);
  expect(crc32c(Buffer.alloc(32))).toBe(0x8a9136aa);
  expect(crc32c(Buffer.alloc(32, 0xff))).toBe(0x62a8ab43);
  expect(crc32c(Buffer.from(Array.from({ length: 32 }, (_, index) => index)))).toBe(0x46dd794e);
});

test('a checksum taken in two pieces is that of the whole', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(200), (bytes, cut) => {
      expect(crc32c(bytes.subarray(cut), crc32c(bytes.subarray(0, cut)))).toBe(crc32c(bytes));
    }),
    { seed: 1 },
  );
});

const letter = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ');
const anyEntry = fc.record({
  receivedAt: fc.nat(4_102_444_800_000),
  project: fc.string({ maxLength: 40, unit: 'grapheme' }),
  door: fc.constantFrom('records', 'segments', 'datadog', 'sentry', 'rrweb'),
  head: fc.option(fc.string({ minLength: 1, maxLength: 200, unit: 'grapheme' }), { nil: undefined }),
  encoding: fc.constantFrom('identity', 'gzip', 'deflate', 'deflate-raw'),
  sample: fc.boolean(),
  tries: fc.nat(255),
  userAgent: fc.string({ maxLength: 60, unit: 'grapheme' }),
  country: fc.option(
    fc.tuple(letter, letter).map((letters) => letters.join('')),
    { nil: undefined },
  ),
  body: fc.uint8Array({ maxLength: 3_000 }).map((bytes) => Buffer.from(bytes)),
});
const mark = { generation: 7, salt: 0x12345678 };

test('an entry that is encoded is decoded to the same', () => {
  fc.assert(
    fc.property(anyEntry, fc.maxSafeNat(), (given, sequence) => {
      const bytes = Buffer.concat(encodeEntry(given, sequence, mark));
      expect(decodeEntry(bytes, mark)).toEqual({ ...given, sequence });
    }),
    { seed: 2 },
  );
});

test('D51: an entry with any bit flipped is told from a whole one, and so is one of another file', () => {
  fc.assert(
    fc.property(anyEntry, fc.nat(), (given, where) => {
      const bytes = Buffer.concat(encodeEntry(given, 5, mark));
      expect(decodeEntry(bytes, { ...mark, salt: 1 })).toBeUndefined();
      const bit = where % (bytes.length * 8);
      bytes.writeUInt8(bytes.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      expect(decodeEntry(bytes, mark)).toBeUndefined();
    }),
    { seed: 3 },
  );
});
