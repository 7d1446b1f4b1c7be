import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Columns, createColumns } from '@sightglass/store';
import { onTestFinished } from 'vitest';
import { startEngine } from '../../engine/index.ts';

const silent = () => undefined;
export const silentLog = { info: silent, warn: silent };

/** An engine in a data folder of its own; both end with the test. */
export async function startRealEngine(): Promise<{ data: string; engine: { socketPath: string }; columns: Columns }> {
  const data = mkdtempSync(join(tmpdir(), 'sg-digest-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const engine = startEngine({ dataDir: join(data, 'engine'), socketPath: join(data, 'e.sock'), log: silentLog });
  onTestFinished(() => engine.stop());
  await engine.ready;
  const columns = createColumns({ socketPath: engine.socketPath });
  onTestFinished(() => columns.stop());
  return { data, engine: { socketPath: engine.socketPath }, columns };
}
