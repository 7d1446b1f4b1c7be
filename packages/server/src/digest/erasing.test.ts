import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Columns } from '@sightglass/store';
import { expect, onTestFinished, test } from 'vitest';
import { openDigestLedger, type Whom } from '../ledger/index.ts';
import { createErasing, type Erased } from './erasing.ts';
import { createEngine, project, segments } from './testing/digest-alone.ts';

const anna = { visitor: 'anna', sessions: [] };

function makeFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'sg-erasing-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** As each start of a digest opens it. */
function start(dir: string, ask: Columns['ask'] = async () => []) {
  const ledger = openDigestLedger(join(dir, 'ledger.sqlite'), Date.now);
  const clock = { now: 1_000 };
  const told: string[] = [];
  let upTo = 0;
  const tell = (what: string) => (erased: Erased) => {
    upTo = erased.upTo;
    told.push([what, ...erased.sessions].join(' '));
  };
  const erasing = createErasing({
    columns: { ...createEngine().columns, ask },
    ...{ segments, ledger },
    aside: { countHolding: async () => 0, dropHolding: async () => undefined },
    ticks: () => clock.now,
    durable: () => ledger.checkpoint(),
    async sync() {
      ledger.setSynced(ledger.checkpoint(), 0);
    },
    onErased: tell('erased here'),
    onErasureOver: tell('over'),
    onFull: () => told.push('full'),
  });
  /** Until nothing is due any more. */
  async function work(): Promise<string[]> {
    while (erasing.dueAt() <= clock.now) await erasing.run(() => true);
    return told.splice(0);
  }
  /** What was journaled up to here is stored. */
  function store(last: number): void {
    const batch = { id: ledger.nextBatch(), first: last, last, ancestors: [], atoms: [] };
    ledger.fix([batch], []);
    ledger.done(batch, [], []);
  }
  return {
    ...{ clock, work, store, told: () => told, dueAt: erasing.dueAt, run: erasing.run },
    want: (after: number, whom: Whom = anna) => erasing.want(project, whom, after),
    putOff: () => erasing.putOff(project, anna, upTo),
    /** @param of - Default: what was told last. */
    end: (of = upTo) => erasing.end(project, anna, of),
    isErased: (session: string) => ledger.isErased(project, session),
    stop: () => ledger.stop(),
  };
}

/** Answers with the sessions that are kept; `asking` is called before the answer. */
function keeping(kept: string[], asking: () => void = () => undefined): Columns['ask'] {
  return async <Row>(sql: string): Promise<Row[]> => {
    if (!sql.includes('visitor = ')) return [];
    const rows = kept.map((session) => ({ session }));
    asking();
    return rows as Row[]; // the one shape that is asked for
  };
}

test('an erasure is over when what is elsewhere of them is gone too, however often that fails and whoever is killed meanwhile', async () => {
  const dir = makeFolder();
  const killed = start(dir);
  killed.want(0);
  expect(await killed.work()).toEqual(['erased here']);
  killed.stop();

  const erasing = start(dir);
  expect(await erasing.work()).toEqual(['erased here']);
  erasing.putOff();
  expect(await erasing.work()).toEqual([]);
  erasing.clock.now += 60_000;
  expect(await erasing.work()).toEqual(['erased here']);
  // Whoever asks again does not wait for that.
  erasing.putOff();
  erasing.want(0);
  expect(await erasing.work()).toEqual(['erased here']);
  erasing.end();
  expect(await erasing.work()).toEqual(['over']);
  erasing.stop();

  const later = start(dir);
  expect(await later.work()).toEqual([]);
  later.stop();
});

test('wanted again while it is under way, a session that has come since is erased as well, whoever is killed meanwhile', async () => {
  const dir = makeFolder();
  const kept = ['one'];
  const first = start(dir, keeping(kept));
  first.want(0);
  expect(await first.work()).toEqual(['erased here one']);
  kept.splice(0, 1, 'two');
  first.store(7);
  first.want(7);
  // With nothing that has come since, there is nothing to begin anew.
  first.want(5);
  expect(await first.work()).toEqual([]);
  first.stop();

  const second = start(dir, keeping(kept));
  expect(await second.work()).toEqual(['erased here one']);
  second.end();
  expect(await second.work()).toEqual(['over one', 'erased here two']);
  // Somebody else was told of the first one, too, before the kill.
  second.end(0);
  expect(await second.work()).toEqual([]);
  second.stop();

  const third = start(dir, keeping(kept));
  expect(await third.work()).toEqual(['erased here two']);
  third.end();
  expect(await third.work()).toEqual(['over two']);
  expect(['one', 'two', 'three'].map(third.isErased)).toEqual([true, true, false]);
  third.stop();

  const later = start(dir);
  expect(await later.work()).toEqual([]);
  later.stop();
});

test('one that fails each time keeps nobody else from being erased', async () => {
  const ask: Columns['ask'] = async (sql, parameters) => {
    if (parameters?.visitor === 'anna') throw new Error('there is something wrong with this one');
    return keeping(['one'])(sql);
  };
  const erasing = start(makeFolder(), ask);
  erasing.want(0);
  erasing.want(0, { visitor: 'bert', sessions: [] });
  // What fails is tried again by whoever runs it.
  for (let turn = 0; turn < 12; turn += 1) {
    erasing.clock.now += 1_000;
    await erasing.run(() => true).catch(() => undefined);
  }
  expect(await erasing.told()).toEqual(['erased here one']);
  expect(erasing.isErased('one')).toBe(true);
  erasing.stop();
});

test('also wanted again in the moment in which their sessions are looked for', async () => {
  const kept = ['one'];
  const asking = () => {
    if (kept[0] !== 'one') return;
    kept.splice(0, 1, 'two');
    erasing.store(7);
    erasing.want(7);
  };
  const erasing = start(makeFolder(), keeping(kept, asking));
  erasing.want(0);
  expect(await erasing.work()).toEqual(['erased here one']);
  erasing.end();
  expect(await erasing.work()).toEqual(['over one', 'erased here two']);
  erasing.end();
  expect(await erasing.work()).toEqual(['over two']);
  erasing.stop();
});

test('of a session that was named nothing more is taken, and what came meanwhile goes, where nothing of it was stored', async () => {
  const erasing = start(makeFolder());
  erasing.want(0, { visitor: '', sessions: ['set-aside'] });
  await erasing.run(() => true);
  expect(erasing.isErased('set-aside')).toBe(true);
  expect(await erasing.work()).toEqual(['erased here set-aside']);
  erasing.stop();
});
