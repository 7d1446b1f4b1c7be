import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDigestLedger } from '../ledger/index.ts';
import { createErasing } from './erasing.ts';
import { createEngine, project, segments } from './testing/digest-alone.ts';

const whom = { visitor: 'anna', sessions: [] };

/** As each start of a digest opens it. */
function start(dir: string) {
  const ledger = openDigestLedger(join(dir, 'ledger.sqlite'), Date.now);
  const clock = { now: 1_000 };
  const told: string[] = [];
  const erasing = createErasing({
    columns: createEngine().columns,
    ...{ segments, ledger },
    aside: { dropHolding: async () => 0 },
    ticks: () => clock.now,
    durable: () => 0,
    sync: async () => undefined,
    onErased: () => told.push('erased here'),
    onErasureOver: () => told.push('over'),
  });
  /** Until nothing is due any more. */
  async function work(): Promise<string[]> {
    while (erasing.dueAt() <= clock.now) await erasing.run(() => true);
    return told.splice(0);
  }
  return { ...erasing, clock, work, stop: () => ledger.stop() };
}

test('an erasure is over when what is elsewhere of them is gone too, however often that fails and whoever is killed meanwhile', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'sg-erasing-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const killed = start(dir);
  killed.want(project, whom, 0);
  expect(await killed.work()).toEqual(['erased here']);
  killed.stop();

  const erasing = start(dir);
  expect(await erasing.work()).toEqual(['erased here']);
  erasing.putOff(project, whom);
  expect(await erasing.work()).toEqual([]);
  erasing.clock.now += 60_000;
  expect(await erasing.work()).toEqual(['erased here']);
  // Whoever asks again does not wait for that.
  erasing.putOff(project, whom);
  erasing.want(project, whom, 0);
  expect(await erasing.work()).toEqual(['erased here']);
  erasing.end(project, whom);
  expect(await erasing.work()).toEqual(['over']);
  erasing.stop();

  const later = start(dir);
  expect(await later.work()).toEqual([]);
  later.stop();
});
