import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createJournal, createReader, type Entry, type Journal } from '../journal/index.ts';
import { createAside, openQuarantine } from './quarantine.ts';

const [one, other] = ['p_aaaaaaaaaaaa', 'p_bbbbbbbbbbbb'];
const silent = { info: () => undefined, warn: () => undefined };
let dir = '';
let journal: Journal;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'sg-quarantine-'));
  journal = await createJournal({ dir: join(dir, 'journal'), after: 0, teller: silent, fileBytes: 1024 * 1024 });
});
afterEach(async () => {
  await journal.stop();
  rmSync(dir, { recursive: true, force: true });
});

const entry = (project: string, body: string): Entry => ({
  ...{ receivedAt: Date.now(), project, door: 'records', encoding: 'identity', sample: false, tries: 0 },
  ...{ userAgent: 'x', body: Buffer.from(body) },
});

/** Turns one byte of what was written. */
function damage(text: string): void {
  const folder = join(dir, 'journal');
  const path = join(folder, readdirSync(folder).find((name) => name.endsWith('.journal')) ?? '');
  const at = readFileSync(path).indexOf(text);
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.from([0xff]), 0, 1, at);
  closeSync(file);
}

/** What the quarantine has of each project after all damage was put aside. */
async function setAside(): Promise<Record<string, number>> {
  const aside = createAside(join(dir, 'quarantine'), Date.now);
  const reader = createReader(join(dir, 'journal'), 0);
  const { durable } = journal.state();
  for (let read = reader.next(durable); read !== undefined; read = reader.next(durable))
    if ('damage' in read) await aside.putDamage(read.damage);
  reader.stop();
  const quarantine = openQuarantine(join(dir, 'quarantine'), journal);
  const totals = [one, other, 'unknown'].map(async (of) => [of, (await quarantine.list(of)).total]);
  return Object.fromEntries(await Promise.all(totals));
}

test('damaged bytes are shown to the project whose they are, as far as they still tell it', async () => {
  for (const [project, body] of [
    [one, 'first'],
    [one, 'second'],
    [other, 'third'],
    [one, 'fourth'],
    [one, 'fifth'],
  ] as const)
    await journal.append(entry(project, body));
  damage('second');
  damage('fourth');
  expect(await setAside()).toEqual({ [one]: 2, [other]: 0, unknown: 0 });
});

test('what was put aside goes when its time is over, with nothing of it left', async () => {
  const aside = createAside(join(dir, 'quarantine'), Date.now);
  await aside.putEntry({ ...entry(one, 'bad'), sequence: 1 }, 'no reason');
  await aside.dropBefore(Date.now() - 60_000);
  expect((await openQuarantine(join(dir, 'quarantine'), journal).list(one)).total).toBe(1);
  await aside.dropBefore(Date.now() + 60_000);
  expect(readdirSync(join(dir, 'quarantine', one))).toEqual([]);
});

test('bytes of two projects, or with a head that cannot be read, are nobody’s', async () => {
  for (const [project, body] of [
    [one, 'first'],
    [other, 'second'],
    [one, 'third'],
    [other, 'fourth'],
    [one, 'fifth'],
  ] as const)
    await journal.append(entry(project, body));
  damage('first');
  damage('second');
  damage('SGJE');
  expect(await setAside()).toEqual({ [one]: 0, [other]: 0, unknown: 1 });
});
