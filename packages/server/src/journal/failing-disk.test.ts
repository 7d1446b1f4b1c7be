import { readdirSync, rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Disk, realDisk } from './disk.ts';
import { bodies, codeOf, entry, journalFolder } from './testing/journal-folder.ts';

/** What the journal takes and says when the disk below it fails, is full, or is slow to sync. */

const folder = journalFolder();

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

test('all that waits shares one sync', async () => {
  let syncs = 0;
  const journal = await folder.open({
    disk: faulty((operation) => {
      if (operation === 'sync') syncs += 1;
    }),
  });
  syncs = 0;
  await Promise.all(Array.from({ length: 200 }, (_, index) => journal.append(entry(`${index}`))));
  expect(syncs).toBeLessThanOrEqual(2);
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
  const journal = await folder.open({ disk, now: () => time });
  await journal.append(entry('before'));
  broken = true;
  expect(await codeOf(journal.append(entry('unknown')))).toBe('journal_unavailable');
  expect(journal.state()).toMatchObject({ durable: 1, trouble: expect.stringContaining(folder.dir) });
  time = 1_000;
  const sequence = await journal.append(entry('after'));
  expect(sequence).toBe(3);
  expect(bodies(folder.readAll(3)).filter((body) => body !== 'unknown')).toEqual(['before', 'after']);
  expect(journal.state().trouble).toBeNull();
});

test('D46, D47: without room it says so, uses the spare it kept, and goes on by itself when room returns', async () => {
  let full = false;
  let time = 0;
  const disk = faulty((operation) => {
    if (full && operation === 'open') throw failing('ENOSPC');
  });
  const journal = await folder.open({ disk, now: () => time });
  await expect.poll(() => readdirSync(folder.dir).some((name) => name.endsWith('.spare'))).toBe(true);
  full = true;
  const outcomes: string[] = [];
  for (let index = 0; index < 8; index += 1) outcomes.push(await codeOf(journal.append(entry('x'.repeat(100_000)))));
  expect(outcomes).toContain('kept');
  expect(outcomes.at(-1)).toBe('disk_full');
  expect(journal.state()).toMatchObject({ refusal: 'disk_full' });
  full = false;
  time = 10_000;
  expect(await codeOf(journal.append(entry('again')))).toBe('kept');
  expect(journal.state()).toMatchObject({ refusal: null });
});

test('D47: it stops taking while there is still room for what must be stored', async () => {
  let free = 1e9;
  let time = 0;
  const journal = await folder.open({ disk: { ...realDisk, freeBytes: async () => free }, now: () => time });
  expect(await codeOf(journal.append(entry('a')))).toBe('kept');
  free = 1e6;
  time = 5_000;
  expect(await codeOf(journal.append(entry('b')))).toBe('disk_full');
  free = 1e9;
  time = 10_000;
  expect(await codeOf(journal.append(entry('c')))).toBe('kept');
  expect(bodies(folder.readAll(2))).toEqual(['a', 'c']);
});

test('D50: with its folder deleted nothing is acknowledged, and the message names the folder', async () => {
  const journal = await folder.open();
  await journal.append(entry('a'));
  rmSync(folder.dir, { recursive: true });
  expect(await codeOf(journal.append(entry('b')))).toBe('journal_unavailable');
  expect(journal.state().trouble).toContain(folder.dir);
});

test('D53: with no file left to open nothing is acknowledged, the cause is named, and it goes on by itself', async () => {
  let used = false;
  let time = 0;
  const disk = faulty((operation) => {
    if (used && operation === 'open') throw failing('EMFILE');
  });
  const journal = await folder.open({ disk, now: () => time });
  used = true;
  const outcomes: string[] = [];
  for (let index = 0; index < 4; index += 1) outcomes.push(await codeOf(journal.append(entry('x'.repeat(100_000)))));
  expect(outcomes).toEqual(['kept', 'kept', 'journal_unavailable', 'journal_unavailable']);
  expect(journal.state().trouble).toContain('EMFILE');
  used = false;
  time = 10_000;
  expect(await codeOf(journal.append(entry('again')))).toBe('kept');
  expect(bodies(folder.readAll(journal.state().durable)).at(-1)).toBe('again');
});
