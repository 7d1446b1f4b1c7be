import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startDigest } from './digest/index.ts';
import { startEngine } from './engine/index.ts';
import { createReading } from './releases/reading/process.ts';

/** Processes that cannot be started for a while (D53): Node tells of no more files or processes as of a missing one, and throws what it throws of a path through a file where there is no memory. */

const { execPath } = process;
let folder: string;
let warned: string[];
const log = { info: () => undefined, warn: (_: object, message: string) => void warned.push(message) };
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sg-unstartable-'));
  warned = [];
  writeFileSync(join(folder, 'file'), '');
});
afterEach(() => {
  process.execPath = execPath;
  rmSync(folder, { recursive: true, force: true });
});

describe.each([
  ['told', 'no-node'],
  ['thrown', 'file/no-node'],
])('%s', (_, place) => {
  beforeEach(() => {
    process.execPath = join(folder, place);
  });

  test('a digest that cannot be started is started once it can be', async () => {
    const silent = () => undefined;
    const digest = startDigest({
      ...{
        data: folder,
        engine: { socketPath: join(folder, 'nobody.sock') },
        durable: 0,
        log,
        gone: new Set<string>(),
      },
      ...{ onLive: silent, onConfirmed: silent, onDropped: silent, onErased: async () => undefined },
    });
    await expect.poll(() => warned).toContain('digest ended: it is started again');
    expect(digest.state().trouble).toBe('restarting');
    process.execPath = execPath;
    await expect.poll(digest.pid).toBeDefined();
    await digest.stop();
  });

  test('an engine that cannot be started is given up at the start, in words', async () => {
    const engine = startEngine({ dataDir: join(folder, 'engine'), socketPath: join(folder, 'e.sock'), log });
    await expect(engine.ready).rejects.toMatchObject({ code: 'engine_unavailable' });
    expect(engine.pid()).toBeUndefined();
    await engine.stop();
  });

  test('uploads that no process can be started for are read once there is one', async () => {
    const reading = createReading({ heapMegabytes: 128, residentMegabytes: 512, maxMs: 10_000, maxWaiting: 4 });
    const job = { job: 'lines', file: join(folder, 'gone'), line: 1, around: 1 } as const;
    expect(await reading.ask(job)).toMatchObject({ ok: false, costly: false });
    process.execPath = execPath;
    const { message } = (await reading.ask(job)) as { message: string }; // there is no such file
    expect(message).toContain('ENOENT');
    await reading.stop();
  });
});
