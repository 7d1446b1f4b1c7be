import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Columns, createColumns, issueDays, listSummedDays, migrate } from '@sightglass/store';
import { ndjson, noon, recordRow } from '@sightglass/store/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Engine, startEngine } from '../engine/index.ts';
import type { DaysLeft } from './face.ts';
import { createFoldingOfDays } from './folding-days.ts';

const folder = mkdtempSync(join(tmpdir(), 'sg-folding-'));
const silent = { info: () => undefined, warn: () => undefined };
const project = 'p_000000000001';
const dayMs = 24 * 3_600_000;
let engine: Engine;
let columns: Columns;

beforeAll(async () => {
  engine = startEngine({ dataDir: join(folder, 'engine'), socketPath: join(folder, 'e.sock'), log: silent });
  await engine.ready;
  columns = createColumns({ socketPath: engine.socketPath });
  await migrate(columns);
});
afterAll(async () => {
  await columns?.stop();
  await engine?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('past days of which nothing serves are added up newest first, also after a break, and how many are left is told', async () => {
  const today = noon + 2 * dayMs;
  const errors = Array.from({ length: 3 * 500 }, (_, number) =>
    recordRow({
      ...{ project, kind: 'error', name: 'TypeError', issue: `f${number % 5}`, session: `session-${number % 40}` },
      ...{ at: noon + (number % 3) * dayMs, number, record_id: '', _batch: 1 },
    }),
  );
  await columns.insert('records', ndjson(errors));
  let time = today;
  let version = 10;
  const told: DaysLeft[] = [];
  const begin = () =>
    createFoldingOfDays(
      { columns, now: () => today, ticks: () => time, nextVersion: () => (version += 1) },
      () => (left) => void told.push(left),
    )[0];
  const ready = async () =>
    (await listSummedDays(columns, issueDays, 1)).map(({ day, absent }) => [(day - noon) / dayMs + 0.5, absent]);

  const folding = begin();
  let goesOn = 2;
  await folding?.run(() => goesOn-- > 0);
  // What has happened so far today is no past day; it is added up first.
  expect(await ready()).toEqual([
    [2, 0],
    [1, 0],
    [0, 1],
  ]);
  await folding?.run(() => true);
  expect(told).toEqual([
    { left: 2, all: 2 },
    { left: 1, all: 2 },
    { left: 0, all: 0 },
  ]);

  // As an update leaves them that writes them otherwise.
  await columns.command(
    "ALTER TABLE issue_days UPDATE revision = 999 WHERE fingerprint = '' SETTINGS mutations_sync = 1",
  );
  told.length = 0;
  time += 3_600_000;
  await begin()?.run(() => true);
  expect(told.at(0)).toEqual({ left: 2, all: 2 });
  expect(told.at(-1)).toEqual({ left: 0, all: 0 });
  expect((await ready()).every(([, absent]) => absent === 0)).toBe(true);
});

test('a day that is added up is not looked at again until something of it is stored or deleted', async () => {
  const today = noon + 2 * dayMs;
  let time = today;
  let version = 1_000;
  const looked: unknown[] = [];
  const ask: Columns['ask'] = (sql, parameters = {}, options) => {
    if ('partitions' in parameters) looked.push(parameters.partitions);
    return columns.ask(sql, parameters, options);
  };
  const [folding] = createFoldingOfDays(
    { columns: { ...columns, ask }, now: () => today, ticks: () => time, nextVersion: () => (version += 1) },
    () => () => undefined,
  );
  const look = async () => {
    time += 3_600_000;
    await folding?.run(() => true);
    return looked.splice(0);
  };
  const partitionOf = (day: number) => new Date(day).toISOString().slice(0, 10).replaceAll('-', '');
  expect(await look()).toEqual([expect.arrayContaining([partitionOf(noon), partitionOf(today)])]);
  // Merges of what the test before has stored make other parts, until there is one.
  for (const table of ['records', 'issue_days']) await columns.command(`OPTIMIZE TABLE ${table} FINAL`);
  await look();
  expect(await look()).toEqual([[partitionOf(today)]]);

  const late = {
    project,
    kind: 'error',
    name: 'TypeError',
    issue: 'f1',
    session: 'late',
    at: noon,
    number: 9_000,
  } as const;
  await columns.insert('records', ndjson([recordRow({ ...late, record_id: '', _batch: 2 })]));
  expect((await look()).flat()).toContain(partitionOf(noon));
  expect((await listSummedDays(columns, issueDays, 1)).find(({ day }) => day + dayMs / 2 === noon)?.stale).toBe(0);
});
