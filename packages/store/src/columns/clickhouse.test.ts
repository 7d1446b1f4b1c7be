import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createColumns } from './clickhouse.ts';

test('a question that an engine is too busy to end in its time took too long; the engine is there', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sightglass-columns-'));
  const socketPath = join(folder, 'busy.sock');
  const busy = createServer(() => undefined).listen(socketPath);
  const columns = createColumns({ socketPath });
  onTestFinished(async () => {
    vi.useRealTimers();
    await columns.stop();
    busy.close();
    rmSync(folder, { recursive: true });
  });
  await once(busy, 'listening');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  const come = once(busy, 'request');
  const asked = expect(columns.ask('SELECT 1', {}, { timeoutMs: 10_000 })).rejects.toMatchObject({
    code: 'query_timeout',
    retryAfter: 5,
  });
  await come;
  // A while after its own end: the engine looks at the time only between blocks.
  vi.advanceTimersByTime(20_000);
  await asked;
});
