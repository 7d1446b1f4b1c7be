import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEngine } from '../../packages/server/src/engine/index.ts';
import { type Columns, createColumns, migrate } from '../../packages/store/src/index.ts';
import { createMeter, type Meter } from './cost.ts';

export interface Stage {
  columns: Columns;
  meter: Meter;
  /** Where it keeps its data. */
  folder: string;
  stop(): Promise<void>;
}

/**
 * The embedded engine as the server runs it, in its own process with its own bounds.
 *
 * @param data - A folder that stays; without one its own, which goes when it stops.
 */
export async function startStage(data?: string): Promise<Stage> {
  if (data !== undefined) await mkdir(data, { recursive: true });
  const folder = data ?? (await mkdtemp(join(tmpdir(), 'sg-bench-')));
  const warn = (_: object, text: string) => console.error(`engine: ${text}`);
  const engine = startEngine({
    dataDir: join(folder, 'engine'),
    socketPath: join(folder, 'e.sock'),
    log: { info: () => undefined, warn },
  });
  await engine.ready;
  const columns = createColumns({ socketPath: engine.socketPath });
  const meter = createMeter(columns, engine.socketPath, engine.pid);
  await migrate(columns);
  return {
    columns,
    meter,
    folder,
    stop: async () => {
      await meter.stop();
      await columns.stop();
      await engine.stop();
      if (data === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}
