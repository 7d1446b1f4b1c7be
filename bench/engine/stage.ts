import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEngine } from '../../packages/server/src/engine/index.ts';
import { type Columns, createColumns, migrate } from '../../packages/store/src/index.ts';

/** The embedded engine as the server runs it, in its own process with its own bounds, on a folder of its own. */
export async function startStage(): Promise<{ columns: Columns; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'sg-bench-'));
  const warn = (_: object, text: string) => console.error(`engine: ${text}`);
  const engine = startEngine({
    dataDir: join(folder, 'engine'),
    socketPath: join(folder, 'e.sock'),
    log: { info: () => undefined, warn },
  });
  await engine.ready;
  const columns = createColumns({ socketPath: engine.socketPath });
  await migrate(columns);
  return {
    columns,
    stop: async () => {
      await columns.stop();
      await engine.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
