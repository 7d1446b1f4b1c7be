import {
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createAgeing, oldestFile } from './ageing.ts';
import { encodeEntry, entryHeadBytes } from './entry.ts';
import { encodeFileHead, entriesFrom } from './file.ts';
import { createJournal } from './journal.ts';
import { createReader } from './reader.ts';
import { bodies, codeOf, entry, filesIn, journalFolder, silent } from './testing/journal-folder.ts';

const folder = journalFolder();

function overwrite(path: string, position: number, bytes: Buffer) {
  const file = openSync(path, 'r+');
  writeSync(file, bytes, 0, bytes.length, position);
  closeSync(file);
}

test('what was appended is read in order by another reader, also after a restart', async () => {
  const first = await folder.open();
  const sequences = await Promise.all(['a', 'b', 'c'].map((body) => first.append(entry(body))));
  expect(sequences).toEqual([1, 2, 3]);
  expect(first.state()).toMatchObject({ durable: 3, trouble: null });
  await first.stop();
  const second = await folder.open();
  expect(await second.append(entry('d'))).toBe(4);
  expect(bodies(folder.readAll(4))).toEqual(['a', 'b', 'c', 'd']);
  expect(bodies(folder.readAll(4, 2))).toEqual(['c', 'd']);
  expect(bodies(folder.readAll(3))).toEqual(['a', 'b', 'c']);
});

test('a reader follows the file that is being written', async () => {
  const journal = await folder.open();
  const reader = createReader(folder.dir, 0);
  folder.stopAfter(() => reader.stop());
  for (const body of ['a', 'b', 'c']) {
    expect(reader.next(journal.state().durable)).toBeUndefined();
    await journal.append(entry(body));
    expect(reader.next(journal.state().durable)).toMatchObject({ entry: { body: Buffer.from(body) } });
  }
});

test('full files are followed by new ones, and confirmed ones are used again', async () => {
  const journal = await folder.open();
  const big = 'x'.repeat(50_000);
  for (let index = 0; index < 40; index += 1) {
    const sequence = await journal.append(entry(`${index} ${big}`));
    if (index % 4 === 3) journal.confirm(sequence);
  }
  await expect.poll(() => readdirSync(folder.dir).length).toBeLessThanOrEqual(5);
  const { durable, waitingBytes } = journal.state();
  expect(durable).toBe(40);
  expect(waitingBytes).toBe(0);
  await journal.append(entry('after'));
  expect(bodies(folder.readAll(41, 40))).toEqual(['after']);
});

test('what stood in a file before it was recycled is never read again', async () => {
  const journal = await folder.open();
  for (let round = 0; round < 6; round += 1) {
    let last = 0;
    for (let index = 0; index < 12; index += 1) last = await journal.append(entry(`${round} ${'y'.repeat(20_000)}`));
    journal.confirm(last);
  }
  await journal.append(entry('end'));
  await journal.stop();
  expect(bodies(folder.readAll(10_000, 72))).toEqual(['end']);
});

test('sequences go on above what the ledger has seen, even in an empty folder', async () => {
  const journal = await folder.open({ after: 500 });
  expect(journal.state().durable).toBe(500);
  expect(await journal.append(entry('a'))).toBe(501);
  expect(bodies(folder.readAll(501, 500))).toEqual(['a']);
});

test('D52: a torn last entry is left out and said; the ones before stay', async () => {
  const first = await folder.open();
  await first.append(entry('whole'));
  await first.append(entry('z'.repeat(5_000)));
  await first.stop();
  const path = folder.newest();
  const end = readFileSync(path).lastIndexOf('z');
  truncateSync(path, end - 100);
  const warn = vi.fn();
  const second = await folder.open({ teller: { ...silent, warn } });
  expect(warn).toHaveBeenCalledWith(expect.objectContaining({ path }), expect.stringContaining('cut'));
  await second.append(entry('next'));
  expect(bodies(folder.readAll(second.state().durable))).toEqual(['whole', 'damage', 'next']);
});

test('D52: garbage after the last entry, a file of no length and one with a torn head do not keep it from starting', async () => {
  const first = await folder.open();
  await first.append(entry('a'));
  await first.stop();
  const path = folder.newest();
  const end = readFileSync(path).lastIndexOf('SGJE') + entryHeadBytes + 'p_abcdefabcdefFirefoxa'.length;
  overwrite(path, end, Buffer.from(Array.from({ length: 3_000 }, (_, index) => (index * 7) % 256)));
  writeFileSync(join(folder.dir, '0000000090.journal'), '');
  writeFileSync(join(folder.dir, '0000000091.journal'), 'torn');
  const second = await folder.open();
  expect(await second.append(entry('b'))).toBe(2);
  expect(bodies(folder.readAll(2))).toEqual(['a', 'b']);
  expect(readdirSync(folder.dir)).toContain('0000000091.damaged');
});

test('D52: a missing file costs its own entries, no others', async () => {
  const journal = await folder.open();
  for (let index = 0; index < 9; index += 1) await journal.append(entry(`${index}${'x'.repeat(80_000)}`));
  await journal.stop();
  const files = filesIn(folder.dir);
  expect(files.length).toBeGreaterThan(2);
  rmSync(join(folder.dir, files[1] ?? ''));
  const left = bodies(folder.readAll(9)).map((body) => body[0]);
  expect(left[0]).toBe('0');
  expect(left.at(-1)).toBe('8');
  expect(left.length).toBeLessThan(9);
  expect(await (await folder.open()).append(entry('on'))).toBe(10);
});

test('D52: a file from a newer version stops the start and touches nothing', async () => {
  const path = join(folder.dir, '0000000004.journal');
  writeFileSync(path, encodeFileHead({ version: 2, generation: 4, salt: 1, firstSequence: 1 }));
  expect(await codeOf(createJournal({ dir: folder.dir, after: 0, teller: silent }))).toBe('data_newer');
  expect(statSync(path).size).toBe(entriesFrom);
  expect(readdirSync(folder.dir)).toEqual(['0000000004.journal']);
});

test('D51: a flipped bit costs one entry; the rest is read, and reading ends', async () => {
  const journal = await folder.open();
  for (const body of ['first', 'second', 'third']) await journal.append(entry(body));
  const at = readFileSync(folder.newest()).indexOf('second');
  overwrite(folder.newest(), at, Buffer.from('S'));
  expect(bodies(folder.readAll(3))).toEqual(['first', 'damage', 'third']);
  // Nothing stands behind the damage yet: it is told when something does.
  const last = readFileSync(folder.newest()).indexOf('third');
  overwrite(folder.newest(), last, Buffer.from('T'));
  expect(bodies(folder.readAll(3))).toEqual(['first']);
  await journal.append(entry('fourth'));
  expect(bodies(folder.readAll(4)).at(-1)).toBe('fourth');
});

test('D51: a flipped bit in the head of a file costs nothing: it has a copy', async () => {
  const journal = await folder.open();
  await journal.append(entry('kept'));
  await journal.stop();
  overwrite(folder.newest(), 17, Buffer.from([0xff]));
  expect(bodies(folder.readAll(1))).toEqual(['kept']);
});

test('a body that holds entries does not smuggle them in, even when the one around it is damaged', async () => {
  const journal = await folder.open();
  const forged = Buffer.concat(encodeEntry(entry('forged'), 2, { generation: 1, salt: 0 }));
  await journal.append(entry(Buffer.concat([Buffer.from('around '), forged])));
  overwrite(folder.newest(), readFileSync(folder.newest()).indexOf('around'), Buffer.from('A'));
  await journal.append(entry('next'));
  expect(bodies(folder.readAll(2))).toEqual(['damage', 'next']);
});

test('E61: past the bound of what waits it says backlog, until enough is confirmed', async () => {
  const journal = await folder.open({ maxWaitingBytes: 300_000 });
  const outcomes: string[] = [];
  for (let index = 0; index < 8; index += 1) outcomes.push(await codeOf(journal.append(entry('x'.repeat(60_000)))));
  expect(outcomes.at(-1)).toBe('backlog');
  journal.confirm(journal.state().durable);
  await expect.poll(() => codeOf(journal.append(entry('x')))).toBe('kept');
});

test('K56: a stop lets what waits be written and takes nothing new', async () => {
  const journal = await folder.open();
  const kept = journal.append(entry('a'));
  const stopped = journal.stop();
  expect(await codeOf(journal.append(entry('b')))).toBe('stopping');
  expect(await kept).toBe(1);
  await stopped;
  expect(bodies(folder.readAll(1))).toEqual(['a']);
});

test('P20, P23: what another SDK sent is nowhere in the folder once it is stored, and under load within a minute', async () => {
  let now = 0;
  const journal = await folder.open({ now: () => now });
  const raw = (body: string) => journal.append(entry(body, { door: 'sentry', head: '{}' }));
  const left = (word: string) =>
    readdirSync(folder.dir).filter((name) => readFileSync(join(folder.dir, name)).includes(word));
  // Of files that were used before, too.
  for (let round = 0; round < 8; round += 1) {
    await journal.append(entry('ours'));
    journal.confirm(await raw(`password ${'x'.repeat(round * 9_000)}`));
    await expect.poll(() => left('password')).toEqual([]);
  }
  await raw('password');
  const stored = await raw('password');
  now += 59_000;
  const last = await raw('secret');
  journal.confirm(stored);
  expect(bodies(folder.readAll(last, stored))).toEqual(['secret']);
  expect(left('password')).not.toEqual([]);
  now += 2_000;
  const ours = await journal.append(entry('ours'));
  journal.confirm(last);
  const next = await journal.append(entry('next'));
  journal.confirm(ours);
  await expect.poll(() => left('password').concat(left('secret'))).toEqual([]);
  expect(bodies(folder.readAll(next, ours))).toEqual(['next']);
  // What a crash left, half wiped or not at all.
  await journal.stop();
  for (const name of ['0000000090.journal.wiping', '0000000091.spare'])
    writeFileSync(join(folder.dir, name), Buffer.concat([Buffer.alloc(entriesFrom), Buffer.from('password')]));
  const again = await folder.open({ after: last });
  expect(left('password')).toEqual([]);
  expect(await again.append(entry('more'))).toBe(next + 1);
});

test('a journal that was copied as it was is as old as can be: nobody knows when it was begun', async () => {
  const journal = await folder.open();
  await journal.append(entry('quetzal'));
  const [name = ''] = readdirSync(folder.dir);
  utimesSync(join(folder.dir, name), 1_700_000_000, 1_700_000_000);
  expect(oldestFile(folder.dir, Date.now())).toBe(0);
});

test('G4: of what came before a time no byte is left in the files, and what is newer stays as it is', async () => {
  const journal = await folder.open();
  const begun = oldestFile(folder.dir, Number.POSITIVE_INFINITY);
  expect(begun).toBeGreaterThan(Date.now() - 60_000);
  let time = begun;
  const ageing = createAgeing(journal, begun, () => time);
  const holding = () =>
    readdirSync(folder.dir).filter((name) => readFileSync(join(folder.dir, name)).includes('quetzal'));
  journal.confirm(await journal.append(entry('quetzal')));
  const before = holding();
  expect(before).toHaveLength(1);
  await ageing.dropBefore(begun - 1);
  expect(holding()).toEqual(before);
  time += 10_000;
  await ageing.dropBefore(begun + 1);
  expect(holding()).toEqual([]);
  journal.confirm(await journal.append(entry('quetzal again')));
  await ageing.dropBefore(time - 1);
  expect(holding()).toHaveLength(1);
});

test('G1: forgetting again what nothing was added to is done at once, and the journal goes on taking in', async () => {
  const journal = await folder.open();
  journal.confirm(await journal.append(entry('a')));
  for (let times = 0; times < 3; times += 1) await journal.forget();
  expect(await codeOf(journal.append(entry('b')))).toBe('kept');
  expect(bodies(folder.readAll(2))).toEqual(['b']);
});
