import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FixedBatch, openDigestLedger, openLedger } from './index.ts';

let dir = '';
let file = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'sg-ledger-'));
  file = join(dir, 'ledger.sqlite');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const now = () => Date.UTC(2026, 10, 21);
const identity = Buffer.alloc(16, 7);
const batch = (id: number, first: number, last: number, ancestors: number[] = []): FixedBatch => ({
  ...{ id, first, last, ancestors },
  atoms: [{ table: 'records', partition: '20261121', rows: 3 }],
});

test('Q75: what is counted at the door and by the digest adds up, and remarks are no items', () => {
  const door = openLedger(file, now);
  const digest = openDigestLedger(file, now);
  door.count('p', 'records', 'over_quota', 2);
  door.count('p', 'records', 'over_quota', 1);
  const counted = [
    { project: 'p', door: 'records', outcome: 'accepted', items: 10 },
    { project: 'p', door: 'records', outcome: 'note:truncated', items: 4 },
    { project: 'other', door: 'records', outcome: 'accepted', items: 100 },
  ];
  digest.fix([batch(1, 1, 5)], []);
  digest.done(batch(1, 1, 5), counted, []);
  // Found again after a power cut: stored anew, counted once.
  digest.done(batch(1, 1, 5), counted, []);
  expect(door.summary('p')).toMatchObject({ received: 13, accepted: 10, refused: 3, known: 0 });
  expect(door.summary('p').outcomes).toHaveLength(3);
  expect(door.checkpoint()).toBe(5);
  door.stop();
  digest.stop();
});

test('Q75: what is refused while nothing can be written, as on a full disk, is told all the same, and written once it can be', () => {
  const door = openLedger(file, now);
  const other = new DatabaseSync(file);
  door.count('p', 'records', 'disk_full', 1);
  expect(door.summary('p')).toMatchObject({ refused: 1 });
  other.exec("CREATE TRIGGER full BEFORE INSERT ON outcomes BEGIN SELECT RAISE(FAIL, 'database or disk is full'); END");
  door.count('p', 'records', 'disk_full', 2);
  door.count('p', 'segments', 'disk_full', 3);
  expect(door.summary('p')).toMatchObject({ received: 6, refused: 6, outcomes: [{ items: 3 }, { items: 3 }] });
  other.exec('DROP TRIGGER full');
  expect(door.summary('p')).toMatchObject({ received: 6, refused: 6, outcomes: [{ items: 3 }, { items: 3 }] });
  other.close();
  door.stop();
});

test('a batch is open from before its insert until it is stored, also for the next process', () => {
  const first = openDigestLedger(file, now);
  const [one, two] = [first.nextBatch(), first.nextBatch()];
  first.fix([batch(one, 1, 5), batch(two, 6, 9)], []);
  first.done(batch(one, 1, 5), [], []);
  first.stop();
  const second = openDigestLedger(file, now);
  expect(second.open()).toEqual([batch(two, 6, 9)]);
  expect(second.unsynced()).toEqual([batch(one, 1, 5)]);
  expect(second.checkpoint()).toBe(5);
  expect(second.nextBatch()).toBeGreaterThan(two);
  second.setSynced(5, 0);
  expect(second.unsynced()).toEqual([]);
  second.stop();
});

test('numbers of batches rise even when the ledger is lost', () => {
  const before = openDigestLedger(file, now);
  const last = before.nextBatch();
  before.stop();
  const after = openDigestLedger(join(dir, 'new.sqlite'), () => now() + 1);
  expect(after.nextBatch()).toBeGreaterThan(last);
  after.stop();
});

test('the first claim stands until it is released or has run out', () => {
  const ledger = openDigestLedger(file, now);
  const claim = (sequence: number) => ({ identity, sequence, content: 'c', at: now() });
  ledger.fix([batch(1, 1, 1)], [claim(1)]);
  ledger.fix([batch(2, 2, 2)], [claim(2)]);
  expect(ledger.claimOf(identity)).toEqual({ sequence: 1, content: 'c' });
  ledger.done(batch(1, 1, 1), [], [identity]);
  expect(ledger.claimOf(identity)).toBeUndefined();
  ledger.fix([batch(3, 3, 3)], [claim(3)]);
  ledger.setSynced(3, now() - 1);
  expect(ledger.claimOf(identity)).toBeDefined();
  ledger.setSynced(3, now() + 1);
  expect(ledger.claimOf(identity)).toBeUndefined();
  ledger.stop();
});

test('halves take the place of a batch in one step', () => {
  const ledger = openDigestLedger(file, now);
  ledger.fix([batch(1, 1, 8)], []);
  ledger.fix([batch(2, 1, 4, [1]), batch(3, 5, 8, [1])], [], 1);
  expect(ledger.open().map(({ id, ancestors }) => [id, ancestors])).toEqual([
    [2, [1]],
    [3, [1]],
  ]);
  ledger.stop();
});

test('of a session that was erased nothing is taken from the moment it began to go, by the door or by the digest, also after a restart', () => {
  const first = openDigestLedger(file, now);
  const erasure = { project: 'p', whom: { visitor: 'anna', sessions: [] }, after: 5, found: null };
  first.setErasure(erasure);
  expect(first.isErased('p', 'hers')).toBe(false);
  const found = { sessions: ['hers'], records: 3, segments: 0, quarantined: 0, upTo: 5 };
  first.setErasure({ ...erasure, found });
  expect(first.isErased('p', 'hers')).toBe(true);
  first.endErasure({ ...erasure, found }, ['anna', 'hers']);
  first.stop();

  const [door, digest] = [openLedger(file, now), openDigestLedger(file, now)];
  for (const ledger of [door, digest]) {
    expect(ledger.isErased('p', 'hers')).toBe(true);
    expect([ledger.isErased('other', 'hers'), ledger.isErased('p', 'his')]).toEqual([false, false]);
    ledger.stop();
  }
});

test('a ledger of the version before keeps what it holds', () => {
  const before = openDigestLedger(file, now);
  const one = before.nextBatch();
  before.fix([batch(one, 1, 5)], []);
  before.stop();
  const database = new DatabaseSync(file);
  database.exec('DROP TABLE erased; PRAGMA user_version = 1;');
  database.close();
  const lifted = openDigestLedger(file, now);
  expect(lifted.open()).toEqual([batch(one, 1, 5)]);
  expect(lifted.isErased('p', 'hers')).toBe(false);
  lifted.stop();
});

test('U3: a ledger from a newer version is refused', () => {
  const newer = new DatabaseSync(file);
  newer.exec('PRAGMA user_version = 99');
  newer.close();
  expect(() => openLedger(file, now)).toThrow(expect.objectContaining({ code: 'data_newer' }));
});
