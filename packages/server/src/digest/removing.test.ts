import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Columns, SampleCounts } from '@sightglass/store';
import { SightglassError } from '@sightglass/wire';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type DigestLedger, openDigestLedger } from '../ledger/index.ts';
import { createRemoving } from './removing.ts';

const project = 'p_abcdefabcdef';
let dir = '';
let ledger: DigestLedger;
const open = () => openDigestLedger(join(dir, 'ledger.sqlite'), Date.now);
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'sg-removing-'));
  ledger = open();
});
afterEach(() => {
  ledger.stop();
  rmSync(dir, { recursive: true, force: true });
});

/** Columns that count so many sample rows in each table until they are told that these are gone. */
function start(rows = 7) {
  let left = rows;
  let away = false;
  const told: [project: string, was: SampleCounts, upTo: number][] = [];
  const full: string[] = [];
  let onCommand = (): void => undefined;
  const columns = {
    async ask(sql: string) {
      if (away) throw new SightglassError('engine_unavailable');
      if (sql.includes('_part AS part')) return left > 0 ? [{ part: 'all_1_1_0', whole: 1 }] : [];
      return [{ rows: left }];
    },
    async command() {
      onCommand();
      left = 0;
    },
    sync: async () => undefined,
  } as unknown as Columns; // as much of it as is asked here
  const segments = { removeSample: async () => undefined };
  const sync = async () => {
    if (!away) ledger.setSynced(ledger.checkpoint(), 0);
  };
  const onRemoved = (...removed: (typeof told)[number]) => told.push(removed);
  const onFull = (of: string) => full.push(of);
  return {
    removing: createRemoving({ columns, segments, ledger, sync, onRemoved, onFull }),
    told,
    full,
    onCommand(next: () => void) {
      onCommand = next;
    },
    left: () => left,
    goAway: (now: boolean) => {
      away = now;
    },
  };
}

function store(last: number): void {
  const batch = { id: ledger.nextBatch(), first: 1, last, ancestors: [], atoms: [] };
  ledger.fix([batch], []);
  ledger.done(batch, [], []);
}

test('sample data goes as soon as everything is stored that may hold some', async () => {
  const { removing, told, left } = start();
  removing.want(project, 5);
  expect(removing.dueAt()).toBe(Number.POSITIVE_INFINITY);
  store(5);
  expect(removing.dueAt()).toBe(0);
  await removing.run(() => true);
  expect(left()).toBe(0);
  expect(told).toEqual([[project, { sessions: 7, records: 7, segments: 7 }, 5]]);
  expect(removing.dueAt()).toBe(Number.POSITIVE_INFINITY);
});

test('nothing goes that would be stored again after a power cut', async () => {
  const { removing, left, goAway } = start();
  removing.want(project, 5);
  store(5);
  goAway(true);
  await expect(removing.run(() => true)).rejects.toMatchObject({ code: 'engine_unavailable' });
  expect(left()).toBe(7);
  goAway(false);
  await removing.run(() => true);
  expect([left(), ledger.unsynced()]).toEqual([0, []]);
});

test('G3: what was begun is finished by the next digest, and told with what there was at first', async () => {
  const first = start();
  first.removing.want(project, 5);
  store(5);
  const was = { sessions: 7, records: 7, segments: 7 };
  ledger.setRemoval({ project, after: 5, found: { ...was, upTo: 5 } });
  first.goAway(true);
  await expect(first.removing.run(() => true)).rejects.toMatchObject({ code: 'engine_unavailable' });

  ledger.stop();
  ledger = open();
  const second = start(3);
  expect(second.removing.dueAt()).toBe(0);
  second.removing.want(project, 5);
  await second.removing.run(() => true);
  expect(second.left()).toBe(0);
  expect(second.told).toEqual([[project, was, 5]]);
});

test('wanted again while it is under way, with more than was counted, it begins anew once it is over, by the next digest too', async () => {
  const first = start();
  first.removing.want(project, 5);
  store(5);
  first.onCommand(() => first.removing.want(project, 9));
  await first.removing.run(() => true);
  expect(first.told).toEqual([[project, { sessions: 7, records: 7, segments: 7 }, 5]]);
  expect(first.removing.dueAt()).toBe(Number.POSITIVE_INFINITY);

  ledger.stop();
  ledger = open();
  const second = start(2);
  store(9);
  expect(second.removing.dueAt()).toBe(0);
  await second.removing.run(() => true);
  expect(second.told).toEqual([[project, { sessions: 2, records: 2, segments: 2 }, 9]]);
  expect(second.removing.dueAt()).toBe(Number.POSITIVE_INFINITY);
});

test('whoever waits is told that there is no room, and it is tried again', async () => {
  const { removing, left, onCommand, full } = start();
  removing.want(project, 5);
  store(5);
  onCommand(() => {
    throw new SightglassError('disk_full');
  });
  await expect(removing.run(() => true)).rejects.toMatchObject({ code: 'disk_full' });
  expect([full, left(), removing.dueAt()]).toEqual([[project], 7, 0]);
});
