import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listSessions } from '@sightglass/measure';
import { type Columns, createColumns, migrate, recomputeSessions } from '@sightglass/store';
import { ndjson, noon, recordRow } from '@sightglass/store/contract';
import { listSessions as endpoint } from '@sightglass/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Engine, startEngine } from '../engine/index.ts';
import type { DaysLeft } from './face.ts';
import { createFilling } from './filling.ts';

const folder = mkdtempSync(join(tmpdir(), 'sg-filling-'));
const silent = { info: () => undefined, warn: () => undefined };
const project = 'p_000000000001';
const dayMs = 24 * 3_600_000;
let engine: Engine;
let columns: Columns;

beforeAll(async () => {
  engine = startEngine({ dataDir: join(folder, 'engine'), socketPath: join(folder, 'e.sock'), log: silent });
  await engine.ready;
  columns = createColumns({ socketPath: engine.socketPath });
});
afterAll(async () => {
  await columns?.stop();
  await engine?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The table of lines as it was before what is looked for was kept apart. */
const asItWas = `
  CREATE TABLE lines (
    project LowCardinality(String), kind LowCardinality(String), text String CODEC(ZSTD(3)), session String CODEC(ZSTD(3)),
    at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)), sample UInt8 CODEC(ZSTD(1)), earlier UInt64 CODEC(ZSTD(1)),
    INDEX by_text lowerUTF8(text) TYPE text(tokenizer = ngrams(3)), INDEX by_session session TYPE bloom_filter(0.01) GRANULARITY 1
  ) ENGINE = ReplacingMergeTree(earlier) PARTITION BY toDate(at) ORDER BY (project, kind, text, session)
  TTL toDateTime(at) + toIntervalDay(90) SETTINGS ttl_only_drop_parts = 1`;

const texts = ['North Gate', 'Größe wählen', 'ΟΔΟΣ ΜΟΥ', '100% of 7_50 €', 'Order'];
const asked: Record<string, string[]> = {
  th: ['session-0'],
  gate: ['session-0'],
  GRÖSSE: [],
  größe: ['session-1'],
  οδος: ['session-2'],
  '"0% of 7_"': ['session-3'],
  'screen:n?rth': ['session-0'],
  or: ['session-0', 'session-4'],
};

async function answers(): Promise<Record<string, string[]>> {
  const found = async (search: string): Promise<string[]> => {
    const span = { from: noon - dayMs, until: noon + 9 * dayMs };
    const { sessions } = await listSessions(columns, project, endpoint.query.parse({ ...span, search }));
    return sessions.map(({ session }) => session).sort();
  };
  return Object.fromEntries(await Promise.all(Object.keys(asked).map(async (search) => [search, await found(search)])));
}

async function unfilledParts(): Promise<number> {
  const [row] = await columns.ask<{ parts: number }>(
    `SELECT uniqExact(name) AS parts FROM system.parts WHERE active AND table = 'lines' AND name NOT IN (
       SELECT name FROM system.parts_columns WHERE active AND table = 'lines' AND column = 'folded')`,
  );
  return row?.parts ?? 0;
}

test('lines stored before they were folded are found as before, while they are filled and after, and days that are left are told', async () => {
  await columns.command(asItWas);
  const starts = texts.map((_, at) => ({ session: `session-${at}`, start: noon + (at % 3) * dayMs }));
  const lines = texts.map((text, at) => {
    const when = noon + (at % 3) * dayMs;
    return { project, kind: 'screen', text, session: `session-${at}`, at: when, sample: 0, earlier: 9e15 - when };
  });
  await columns.insert('lines', ndjson(lines));
  await migrate(columns, { retentionDays: 90 });
  const views = starts.map(({ session, start }) => recordRow({ project, kind: 'view', session, at: start, _batch: 1 }));
  await columns.insert('records', ndjson(views));
  await recomputeSessions(columns, project, starts, 1);
  expect([await answers(), await unfilledParts()]).toEqual([asked, 3]);

  const told: DaysLeft[] = [];
  const filling = createFilling({ columns, ticks: () => 0 }, (left) => void told.push(left));
  let goesOn = 1;
  await filling.run(() => goesOn-- > 0);
  expect([await answers(), await unfilledParts()]).toEqual([asked, 2]);
  expect(filling.dueAt()).toBeLessThan(Number.POSITIVE_INFINITY);
  await filling.run(() => true);
  expect([await answers(), await unfilledParts()]).toEqual([asked, 0]);
  expect(told).toEqual([
    { left: 3, all: 3 },
    { left: 2, all: 3 },
    { left: 2, all: 3 },
    { left: 1, all: 3 },
    { left: 0, all: 0 },
  ]);

  // What comes in from here on is there at once, and a start finds nothing to do.
  await columns.insert('lines', ndjson([{ ...lines[0], text: 'Path', session: 'session-4', at: noon + 4 * dayMs }]));
  await createFilling({ columns, ticks: () => 0 }, (left) => void told.push(left)).run(() => true);
  expect([await unfilledParts(), told.length]).toEqual([0, 5]);
  expect((await answers()).th).toEqual(['session-0', 'session-4']);
});
