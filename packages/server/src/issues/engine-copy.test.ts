import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Columns, createColumns, migrate } from '@sightglass/store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEngine } from '../engine/index.ts';
import { createEngineCopy } from './engine-copy.ts';

const folder = mkdtempSync(join(tmpdir(), 'sg-engine-copy-'));
const silent = { info: () => undefined, warn: () => undefined };
const project = 'p_000000000001';
let columns: Columns;
let stops: (() => unknown)[] = [];

beforeAll(async () => {
  const engine = startEngine({ dataDir: join(folder, 'engine'), socketPath: join(folder, 'e.sock'), log: silent });
  await engine.ready;
  columns = createColumns({ socketPath: engine.socketPath });
  await migrate(columns);
  stops = [() => columns.stop(), () => engine.stop()];
});
afterAll(async () => {
  for (const stop of stops) await stop();
  rmSync(folder, { recursive: true, force: true });
});

const held = async (of: string): Promise<number> =>
  (await columns.ask<{ n: number }>('SELECT count() AS n FROM issue_groups WHERE project = {of:String}', { of }))[0]
    ?.n ?? 0;

async function groupsOf(of: string): Promise<Map<string, string>> {
  const rows = await columns.ask<{ fingerprint: string; grouped: string }>(
    'SELECT fingerprint, argMax(issue, version) AS grouped FROM issue_groups WHERE project = {of:String} GROUP BY fingerprint',
    { of },
  );
  return new Map(rows.flatMap(({ fingerprint, grouped }) => (fingerprint === grouped ? [] : [[fingerprint, grouped]])));
}

test('however many fingerprints come and go, the engine holds about as many as there are; others keep theirs, and a clock that was set back changes nothing', async () => {
  let time = 1_000_000;
  const copy = createEngineCopy(columns, () => time, 10);
  const rowsOf = (round: number) =>
    Array.from({ length: 50 }, (_, at) => ({ fingerprint: `f${round}-${at}`, issue: `i${round}` }));
  const stays = { fingerprint: 'stays', issue: 'one' };
  await copy.put('p_other', rowsOf(0));
  await copy.put(project, [stays]);
  for (let round = 0; round < 20; round += 1) {
    time -= 10_000;
    const rows = rowsOf(round);
    await copy.put(project, rows);
    await copy.complete(project, [stays, ...rows]);
    // An age later nobody meets them any more.
    await copy.put(
      project,
      rows.map(({ fingerprint }) => ({ fingerprint, issue: fingerprint })),
    );
    await copy.complete(project, [stays]);
    // Rows of those that nobody meets go part by part: an older one may be there a little longer than the last.
    await expect.poll(() => groupsOf(project)).toEqual(new Map([['stays', 'one']]));
    await expect.poll(() => held(project)).toBeLessThanOrEqual(2 + 10);
  }
  expect((await groupsOf('p_other')).size).toBe(50);
});

test('what is broken off between the new rows and the old ones is done at the next start', async () => {
  const own = 'p_000000000002';
  const rows = Array.from({ length: 40 }, (_, at) => ({ fingerprint: `g${at}`, issue: 'whole' }));
  await createEngineCopy(columns, () => 5_000, 10).put(own, rows);
  const ends: Columns = {
    ...columns,
    command: () => Promise.reject(new Error('the engine was killed')),
  };
  const some = rows.slice(0, 3);
  await expect(createEngineCopy(ends, () => 9_000, 10).complete(own, some)).rejects.toThrow('killed');
  expect((await groupsOf(own)).size).toBe(40);
  await createEngineCopy(columns, () => 1, 10).complete(own, some);
  await expect.poll(async () => [...(await groupsOf(own)).keys()].sort()).toEqual(['g0', 'g1', 'g2']);
});
