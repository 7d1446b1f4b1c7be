import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Columns, createColumns, migrate, type RecordRow, recomputeSessions } from '@sightglass/store';
import { ndjson, noon, recordRow } from '@sightglass/store/contract';
import { afterAll, beforeAll } from 'vitest';
import { startEngine } from '../../../server/src/engine/index.ts';

export { noon } from '@sightglass/store/contract';

export const project = 'p_000000000001';
export const span = { from: noon - 3_600_000, until: noon + 3_600_000, environment: '', release: '' };

/** Where everything else runs too, the engine takes its time. */
const startWithinMs = 120_000;

export interface Told extends Partial<RecordRow> {
  session: string;
}

/** The real engine with empty tables for one test file, and a way to put records in as the digest does. */
export function engineForTests(): { columns(): Columns; store(rows: Told[]): Promise<void> } {
  const folder = mkdtempSync(join(tmpdir(), 'sg-measure-'));
  const silent = { info: () => undefined, warn: () => undefined };
  let batch = 0;
  let columns: Columns;
  let stop = async () => {};
  beforeAll(async () => {
    const engine = startEngine({ dataDir: join(folder, 'engine'), socketPath: join(folder, 'e.sock'), log: silent });
    stop = () => engine.stop();
    await engine.ready;
    columns = createColumns({ socketPath: engine.socketPath });
    await migrate(columns);
  }, startWithinMs);
  afterAll(async () => {
    await columns?.stop();
    await stop();
    rmSync(folder, { recursive: true, force: true });
  }, startWithinMs);

  async function store(rows: Told[]): Promise<void> {
    batch += 1;
    const whole = rows.map((row, index) => recordRow({ project, at: noon, number: index, ...row, _batch: batch }));
    await columns.insert('records', ndjson(whole));
    for (const [of, some] of Map.groupBy(whole, (row) => row.project))
      await recomputeSessions(
        columns,
        of,
        some.map(({ session, at }) => ({ session, start: at })),
        batch,
      );
  }
  return { columns: () => columns, store };
}

export const visit = (row: Told): Told => ({ kind: 'view', type: 'load', ...row });
export const call = (row: Told): Told => ({ kind: 'resource', type: 'fetch', method: 'GET', status: 200, ...row });
export const act = (row: Told): Told => ({ kind: 'action', type: 'click', text: 'button', ...row });
export const fail = (row: Told): Told => ({ kind: 'error', type: 'uncaught', name: 'TypeError', ...row });
export const vital = (row: Told): Told => ({ kind: 'vital', name: 'LCP', ...row });
