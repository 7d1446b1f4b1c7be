import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Columns,
  compactPacks,
  createColumns,
  createFileSegments,
  migrate,
  type SegmentRow,
} from '@sightglass/store';
import { ndjson, noon } from '@sightglass/store/contract';
import type { ReplayEvent } from '@sightglass/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Engine, startEngine } from './supervise.ts';

const folder = mkdtempSync(join(tmpdir(), 'sightglass-compact-'));
const log = { info: () => undefined, warn: () => undefined };
const segments = createFileSegments(join(folder, 'segments'));
let engine: Engine;
let columns: Columns;

beforeAll(async () => {
  engine = startEngine({ dataDir: join(folder, 'engine'), socketPath: join(folder, 's'), log });
  columns = createColumns({ socketPath: engine.socketPath });
  await engine.ready;
  await migrate(columns, { retentionDays: 90 });
});
afterAll(async () => {
  await columns.stop();
  await engine.stop();
  await segments.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('packs of past hours are packed again once, read the same, and the old ones go', async () => {
  const events = (seq: number): ReplayEvent[] =>
    Array.from({ length: 40 }, (_, index) => ({
      type: 3,
      timestamp: noon + seq,
      data: { id: index, text: `row ${index}` },
    }));
  const store = async (seq: number, receivedAt: number): Promise<void> => {
    const from = noon + seq;
    const { row } = await segments.append(
      'p_one',
      {
        ...{
          v: 1,
          format: 'rrweb/2',
          session: 'session-1',
          tab: 'tab-00001',
          page: 'page-0001',
          seq,
          from,
          until: from,
        },
        ...{ anchor: false, sentAt: from, events: events(seq) },
      },
      { receivedAt, sample: false },
    );
    await columns.insert('replay_segments', ndjson([{ ...row, _batch: seq + 1 }]));
  };
  for (let seq = 0; seq < 30; seq++) await store(seq, noon - 3_600_000);
  await store(30, noon);

  const rows = (): Promise<SegmentRow[]> => columns.ask('SELECT * FROM replay_segments FINAL ORDER BY seq');
  const before = await rows();
  const old = before[0] ?? expect.fail('nothing is stored');
  expect(await compactPacks(columns, segments, noon - 1)).toBe(1);
  expect(await compactPacks(columns, segments, noon - 1)).toBe(0);

  const after = await rows();
  expect(after.length).toBe(31);
  for (const row of after) expect((await segments.read(row)).events).toEqual(events(row.seq));
  expect(after.slice(0, 30).every((row) => row.pack === old.pack.replace(/(\d+\.pack)/, 'c$1'))).toBe(true);
  expect(after[30]?.pack).toBe(before[30]?.pack);
  await expect(segments.read(old)).rejects.toThrow();
});
