import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SightglassError } from '@sightglass/wire';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { crc32c } from './crc32c.ts';
import { type Disk, realDisk } from './disk.ts';
import { decodeEntry, type Entry, encodeEntry, entryHeadBytes } from './entry.ts';
import { encodeFileHead, entriesFrom } from './file.ts';
import { createJournal, type JournalOptions } from './journal.ts';
import { createReader, type Read } from './reader.ts';

const silent = { info: () => undefined, warn: () => undefined };
let dir = '';
const stops: (() => unknown)[] = [];
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'sg-journal-'));
});
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
  rmSync(dir, { recursive: true, force: true });
});

async function open(more: Partial<JournalOptions> = {}) {
  const journal = await createJournal({ dir, after: 0, teller: silent, fileBytes: 256 * 1024, ...more });
  stops.push(() => journal.stop());
  return journal;
}
const entry = (body: string | Buffer, more: Partial<Entry> = {}): Entry => ({
  receivedAt: 1_763_700_000_123,
  project: 'p_abcdefabcdef',
  door: 'records',
  encoding: 'identity',
  sample: false,
  tries: 0,
  userAgent: 'Firefox',
  body: Buffer.from(body),
  ...more,
});
function readAll(durable: number, after = 0): Read[] {
  const reader = createReader(dir, after);
  const found: Read[] = [];
  for (let read = reader.next(durable); read !== undefined; read = reader.next(durable)) found.push(read);
  reader.stop();
  return found;
}
const bodies = (found: Read[]) => found.map((read) => ('entry' in read ? read.entry.body.toString() : 'damage'));
const newest = () =>
  join(
    dir,
    readdirSync(dir)
      .filter((name) => name.endsWith('.journal'))
      .sort()
      .at(-1) ?? '',
  );
function overwrite(path: string, position: number, bytes: Buffer) {
  const file = openSync(path, 'r+');
  writeSync(file, bytes, 0, bytes.length, position);
  closeSync(file);
}
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'kept',
    (error: SightglassError) => error.code,
  );
const failing = (code: string) => Object.assign(new Error(code), { code });
/** The real disk, save for what `fault` says before an operation on an open file. */
const faulty = (fault: (operation: 'write' | 'sync' | 'open') => void, more: Partial<Disk> = {}): Disk => ({
  ...realDisk,
  ...more,
  async open(path) {
    if (path.endsWith('.journal')) fault('open');
    const file = await realDisk.open(path);
    if (!path.endsWith('.journal')) return file;
    return {
      ...file,
      async write(buffers, position) {
        fault('write');
        return file.write(buffers, position);
      },
      async sync() {
        fault('sync');
        return file.sync();
      },
    };
  },
});

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

const anyEntry = fc.record({
  receivedAt: fc.nat(4_102_444_800_000),
  project: fc.string({ maxLength: 40, unit: 'grapheme' }),
  door: fc.constantFrom('records', 'segments', 'datadog', 'sentry', 'rrweb'),
  head: fc.option(fc.string({ minLength: 1, maxLength: 200, unit: 'grapheme' }), { nil: undefined }),
  encoding: fc.constantFrom('identity', 'gzip', 'deflate', 'deflate-raw'),
  sample: fc.boolean(),
  tries: fc.nat(255),
  userAgent: fc.string({ maxLength: 60, unit: 'grapheme' }),
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

test('what was appended is read in order by another reader, also after a restart', async () => {
  const first = await open();
  const sequences = await Promise.all(['a', 'b', 'c'].map((body) => first.append(entry(body))));
  expect(sequences).toEqual([1, 2, 3]);
  expect(first.state()).toMatchObject({ durable: 3, trouble: null });
  await first.stop();
  const second = await open();
  expect(await second.append(entry('d'))).toBe(4);
  expect(bodies(readAll(4))).toEqual(['a', 'b', 'c', 'd']);
  expect(bodies(readAll(4, 2))).toEqual(['c', 'd']);
  expect(bodies(readAll(3))).toEqual(['a', 'b', 'c']);
});

test('all that waits shares one sync', async () => {
  let syncs = 0;
  const journal = await open({
    disk: faulty((operation) => {
      if (operation === 'sync') syncs += 1;
    }),
  });
  syncs = 0;
  await Promise.all(Array.from({ length: 200 }, (_, index) => journal.append(entry(`${index}`))));
  expect(syncs).toBeLessThanOrEqual(2);
});

test('a reader follows the file that is being written', async () => {
  const journal = await open();
  const reader = createReader(dir, 0);
  stops.push(() => reader.stop());
  for (const body of ['a', 'b', 'c']) {
    expect(reader.next(journal.state().durable)).toBeUndefined();
    await journal.append(entry(body));
    expect(reader.next(journal.state().durable)).toMatchObject({ entry: { body: Buffer.from(body) } });
  }
});

test('full files are followed by new ones, and confirmed ones are used again', async () => {
  const journal = await open();
  const big = 'x'.repeat(50_000);
  for (let index = 0; index < 40; index += 1) {
    const sequence = await journal.append(entry(`${index} ${big}`));
    if (index % 4 === 3) journal.confirm(sequence);
  }
  await expect.poll(() => readdirSync(dir).length).toBeLessThanOrEqual(5);
  const { durable, waitingBytes } = journal.state();
  expect(durable).toBe(40);
  expect(waitingBytes).toBe(0);
  await journal.append(entry('after'));
  expect(bodies(readAll(41, 40))).toEqual(['after']);
});

test('what stood in a file before it was recycled is never read again', async () => {
  const journal = await open();
  for (let round = 0; round < 6; round += 1) {
    let last = 0;
    for (let index = 0; index < 12; index += 1) last = await journal.append(entry(`${round} ${'y'.repeat(20_000)}`));
    journal.confirm(last);
  }
  await journal.append(entry('end'));
  await journal.stop();
  expect(bodies(readAll(10_000, 72))).toEqual(['end']);
});

test('sequences go on above what the ledger has seen, even in an empty folder', async () => {
  const journal = await open({ after: 500 });
  expect(journal.state().durable).toBe(500);
  expect(await journal.append(entry('a'))).toBe(501);
  expect(bodies(readAll(501, 500))).toEqual(['a']);
});

test('D52: a torn last entry is left out and said; the ones before stay', async () => {
  const first = await open();
  await first.append(entry('whole'));
  await first.append(entry('z'.repeat(5_000)));
  await first.stop();
  const path = newest();
  const end = readFileSync(path).lastIndexOf('z');
  truncateSync(path, end - 100);
  const warn = vi.fn();
  const second = await open({ teller: { ...silent, warn } });
  expect(warn).toHaveBeenCalledWith(expect.objectContaining({ path }), expect.stringContaining('cut'));
  await second.append(entry('next'));
  expect(bodies(readAll(second.state().durable))).toEqual(['whole', 'damage', 'next']);
});

test('D52: garbage after the last entry, a file of no length and one with a torn head do not keep it from starting', async () => {
  const first = await open();
  await first.append(entry('a'));
  await first.stop();
  const path = newest();
  const end = readFileSync(path).lastIndexOf('SGJE') + entryHeadBytes + 'p_abcdefabcdefFirefoxa'.length;
  overwrite(path, end, Buffer.from(Array.from({ length: 3_000 }, (_, index) => (index * 7) % 256)));
  writeFileSync(join(dir, '0000000090.journal'), '');
  writeFileSync(join(dir, '0000000091.journal'), 'torn');
  const second = await open();
  expect(await second.append(entry('b'))).toBe(2);
  expect(bodies(readAll(2))).toEqual(['a', 'b']);
  expect(readdirSync(dir)).toContain('0000000091.damaged');
});

test('D52: a missing file costs its own entries, no others', async () => {
  const journal = await open();
  for (let index = 0; index < 9; index += 1) await journal.append(entry(`${index}${'x'.repeat(80_000)}`));
  await journal.stop();
  const files = readdirSync(dir)
    .filter((name) => name.endsWith('.journal'))
    .sort();
  expect(files.length).toBeGreaterThan(2);
  rmSync(join(dir, files[1] ?? ''));
  const left = bodies(readAll(9)).map((body) => body[0]);
  expect(left[0]).toBe('0');
  expect(left.at(-1)).toBe('8');
  expect(left.length).toBeLessThan(9);
  expect(await (await open()).append(entry('on'))).toBe(10);
});

test('D52: a file from a newer version stops the start and touches nothing', async () => {
  const path = join(dir, '0000000004.journal');
  writeFileSync(path, encodeFileHead({ version: 2, generation: 4, salt: 1, firstSequence: 1 }));
  expect(await codeOf(createJournal({ dir, after: 0, teller: silent }))).toBe('data_newer');
  expect(statSync(path).size).toBe(entriesFrom);
  expect(readdirSync(dir)).toEqual(['0000000004.journal']);
});

test('D51: a flipped bit costs one entry; the rest is read, and reading ends', async () => {
  const journal = await open();
  for (const body of ['first', 'second', 'third']) await journal.append(entry(body));
  const at = readFileSync(newest()).indexOf('second');
  overwrite(newest(), at, Buffer.from('S'));
  expect(bodies(readAll(3))).toEqual(['first', 'damage', 'third']);
  // Nothing stands behind the damage yet: it is told when something does.
  const last = readFileSync(newest()).indexOf('third');
  overwrite(newest(), last, Buffer.from('T'));
  expect(bodies(readAll(3))).toEqual(['first']);
  await journal.append(entry('fourth'));
  expect(bodies(readAll(4)).at(-1)).toBe('fourth');
});

test('D51: a flipped bit in the head of a file costs nothing: it has a copy', async () => {
  const journal = await open();
  await journal.append(entry('kept'));
  await journal.stop();
  overwrite(newest(), 17, Buffer.from([0xff]));
  expect(bodies(readAll(1))).toEqual(['kept']);
});

test('a body that holds entries does not smuggle them in, even when the one around it is damaged', async () => {
  const journal = await open();
  const forged = Buffer.concat(encodeEntry(entry('forged'), 2, { generation: 1, salt: 0 }));
  await journal.append(entry(Buffer.concat([Buffer.from('around '), forged])));
  overwrite(newest(), readFileSync(newest()).indexOf('around'), Buffer.from('A'));
  await journal.append(entry('next'));
  expect(bodies(readAll(2))).toEqual(['damage', 'next']);
});

test('D48: after a failed sync the file is given up, the body is not acknowledged, and a new file takes the next', async () => {
  let broken = false;
  const disk = faulty((operation) => {
    if (broken && operation === 'sync') {
      broken = false;
      throw failing('EIO');
    }
  });
  let time = 0;
  const journal = await open({ disk, now: () => time });
  await journal.append(entry('before'));
  broken = true;
  expect(await codeOf(journal.append(entry('unknown')))).toBe('journal_unavailable');
  expect(journal.state()).toMatchObject({ durable: 1, trouble: expect.stringContaining(dir) });
  time = 1_000;
  const sequence = await journal.append(entry('after'));
  expect(sequence).toBe(3);
  expect(bodies(readAll(3)).filter((body) => body !== 'unknown')).toEqual(['before', 'after']);
  expect(journal.state().trouble).toBeNull();
});

test('D46, D47: without room it says so, uses the spare it kept, and goes on by itself when room returns', async () => {
  let full = false;
  let time = 0;
  const disk = faulty((operation) => {
    if (full && operation === 'open') throw failing('ENOSPC');
  });
  const journal = await open({ disk, now: () => time });
  await expect.poll(() => readdirSync(dir).some((name) => name.endsWith('.spare'))).toBe(true);
  full = true;
  const outcomes: string[] = [];
  for (let index = 0; index < 8; index += 1) outcomes.push(await codeOf(journal.append(entry('x'.repeat(100_000)))));
  expect(outcomes).toContain('kept');
  expect(outcomes.at(-1)).toBe('disk_full');
  full = false;
  time = 10_000;
  expect(await codeOf(journal.append(entry('again')))).toBe('kept');
});

test('D47: it stops taking while there is still room for what must be stored', async () => {
  let free = 1e9;
  let time = 0;
  const journal = await open({ disk: { ...realDisk, freeBytes: async () => free }, now: () => time });
  expect(await codeOf(journal.append(entry('a')))).toBe('kept');
  free = 1e6;
  time = 5_000;
  expect(await codeOf(journal.append(entry('b')))).toBe('disk_full');
  free = 1e9;
  time = 10_000;
  expect(await codeOf(journal.append(entry('c')))).toBe('kept');
  expect(bodies(readAll(2))).toEqual(['a', 'c']);
});

test('D50: with its folder deleted nothing is acknowledged, and the message names the folder', async () => {
  const journal = await open();
  await journal.append(entry('a'));
  rmSync(dir, { recursive: true });
  expect(await codeOf(journal.append(entry('b')))).toBe('journal_unavailable');
  expect(journal.state().trouble).toContain(dir);
});

test('D53: with no file left to open nothing is acknowledged, the cause is named, and it goes on by itself', async () => {
  let used = false;
  let time = 0;
  const disk = faulty((operation) => {
    if (used && operation === 'open') throw failing('EMFILE');
  });
  const journal = await open({ disk, now: () => time });
  used = true;
  const outcomes: string[] = [];
  for (let index = 0; index < 4; index += 1) outcomes.push(await codeOf(journal.append(entry('x'.repeat(100_000)))));
  expect(outcomes).toEqual(['kept', 'kept', 'journal_unavailable', 'journal_unavailable']);
  expect(journal.state().trouble).toContain('EMFILE');
  used = false;
  time = 10_000;
  expect(await codeOf(journal.append(entry('again')))).toBe('kept');
  expect(bodies(readAll(journal.state().durable)).at(-1)).toBe('again');
});

test('E61: past the bound of what waits it says backlog, until enough is confirmed', async () => {
  const journal = await open({ maxWaitingBytes: 300_000 });
  const outcomes: string[] = [];
  for (let index = 0; index < 8; index += 1) outcomes.push(await codeOf(journal.append(entry('x'.repeat(60_000)))));
  expect(outcomes.at(-1)).toBe('backlog');
  journal.confirm(journal.state().durable);
  await expect.poll(() => codeOf(journal.append(entry('x')))).toBe('kept');
});

test('K56: a stop lets what waits be written and takes nothing new', async () => {
  const journal = await open();
  const kept = journal.append(entry('a'));
  const stopped = journal.stop();
  expect(await codeOf(journal.append(entry('b')))).toBe('stopping');
  expect(await kept).toBe(1);
  await stopped;
  expect(bodies(readAll(1))).toEqual(['a']);
});
