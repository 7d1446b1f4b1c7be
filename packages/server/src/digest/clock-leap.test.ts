import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Columns } from '@sightglass/store';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type DigestLedger, openDigestLedger } from '../ledger/index.ts';
import { createRetaining } from './retaining.ts';

const dayMs = 24 * 3_600_000;
const begun = Date.UTC(2026, 10, 22);
let dir = '';
let ledger: DigestLedger;
const open = (): DigestLedger => openDigestLedger(join(dir, 'ledger.sqlite'), Date.now);
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'sg-clock-'));
  ledger = open();
});
afterEach(() => {
  ledger.stop();
  rmSync(dir, { recursive: true, force: true });
});

/** An engine that has one day that is long gone, of which it is told what is dropped. */
function createEngine(dropped: string[]): Columns {
  const ask = async (sql: string) =>
    sql.includes('partition_key') ? [{ partition_key: 'toDate(at)' }] : [{ table: 'records', partition: '20260101' }];
  const command = async (sql: string) => void dropped.push(sql);
  return { ask, command } as Partial<Columns> as Columns; // nothing else is asked of it
}

/** A process of its own, with a clock that is what the wall says; what it says was dropped, in days after the beginning. */
function start() {
  const dropped: number[] = [];
  const rows: string[] = [];
  const warned: object[] = [];
  let at = begun;
  const retaining = createRetaining({
    columns: createEngine(rows),
    segments: { dropBefore: async (time) => void dropped.push((time - begun) / dayMs) },
    aside: { dropBefore: async () => undefined },
    ledger,
    teller: { warn: (about) => warned.push(about) },
    days: 90,
    now: () => at,
    ticks: () => 0,
    onDropped: () => undefined,
  });
  const runAt = (days: number) => {
    at = begun + days * dayMs;
    return retaining.run(() => true);
  };
  return { dropped, rows, warned, runAt };
}

test('C43: a clock that leaps ahead deletes nothing for a day, in this process and the next; put right, it is believed at once', async () => {
  const first = start();
  await first.runAt(0);
  await first.runAt(1);
  await first.runAt(201);
  await first.runAt(201.5);
  expect(first.dropped).toEqual([-90, -89]);
  expect(first.rows).toEqual([0, 1].map(() => "ALTER TABLE records DROP PARTITION ID '20260101'"));
  expect(first.warned).toEqual([{ days: 200 }]);
  ledger.stop();
  ledger = open();
  const second = start();
  await second.runAt(201.9);
  await second.runAt(1.1);
  expect(second.dropped.map(Math.round)).toEqual([-89]);
  expect(second.rows.length).toBe(1);
  expect(second.warned).toEqual([]);
});

test('a server that was off for weeks deletes what is old a day later; a clock that goes back waits for nothing', async () => {
  const { dropped, runAt } = start();
  for (const day of [0, 30, 30.5, 31, 31.1, 20]) await runAt(day);
  expect(dropped.map(Math.round)).toEqual([-90, -59, -59, -70]);
});
