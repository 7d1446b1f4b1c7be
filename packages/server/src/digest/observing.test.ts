import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type KeptFacts, observedFacts } from '@sightglass/measure';
import { mergeObservations } from '@sightglass/specify';
import {
  type Columns,
  createColumns,
  foldDay,
  listDays,
  migrate,
  type ObservedSession,
  putObservations,
  recomputeSessions,
  removeSample,
  tableNames,
} from '@sightglass/store';
import { ndjson, noon, recordRow } from '@sightglass/store/contract';
import { type Fact, type Observation, observationKinds } from '@sightglass/wire';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Engine, startEngine } from '../engine/index.ts';
import { observedRows } from './observed-rows.ts';
import { createObserving } from './observing.ts';

const folder = mkdtempSync(join(tmpdir(), 'sg-observing-'));
const warned: object[] = [];
const teller = { info: () => undefined, warn: (about: object) => void warned.push(about) };
const project = 'p_000000000001';
const dayMs = 24 * 3_600_000;
const span = { from: noon - 3 * dayMs, until: noon + 3 * dayMs, environment: '', release: '' };
let engine: Engine;
let columns: Columns;
let time = noon;
let version = 1;

beforeAll(async () => {
  engine = startEngine({ dataDir: join(folder, 'engine'), socketPath: join(folder, 'e.sock'), log: teller });
  await engine.ready;
  columns = createColumns({ socketPath: engine.socketPath });
  await migrate(columns);
}, 30_000);
afterAll(async () => {
  await columns?.stop();
  await engine?.stop();
  rmSync(folder, { recursive: true, force: true });
}, 30_000);
beforeEach(async () => {
  for (const table of tableNames) await columns.command(`TRUNCATE TABLE ${table}`);
});

const start = () => {
  const observing = createObserving({
    ...{ columns, teller, retentionDays: 5, now: () => time },
    nextVersion: () => (version += 1),
  });
  return {
    ...observing,
    /** Does what is due until nothing is. */
    async work() {
      time += 5_000;
      for (let turn = 0; observing.dueAt() < Number.POSITIVE_INFINITY && turn < 50; turn += 1) {
        time = Math.max(time, observing.dueAt());
        await observing.run(() => true);
      }
    },
  };
};
/** Stores a visit to some screens, as the digest does. */
async function visit(session: string, routes: string[], at = noon, sample = 0): Promise<void> {
  version += 1;
  const rows = routes.map((route, number) =>
    recordRow({
      ...{
        project,
        session,
        sample,
        kind: 'view',
        number: version * 10 + number,
        at: at + number * 1_000,
        view: `at ${route}`,
        route,
      },
      visitor: `visitor of ${session}`,
      record: JSON.stringify({
        kind: 'view',
        at: at + number * 1_000,
        view: `at ${route}`,
        route,
        path: route,
        title: route,
      }),
      _batch: version,
    }),
  );
  await columns.insert('records', ndjson(rows));
  await recomputeSessions(columns, project, [{ session, start: at }], version);
}
const kept: KeptFacts = new Map();
const facts = async () => (await observedFacts(columns, project, span, kept)).facts;
const screens = async () =>
  Object.fromEntries((await facts()).filter(({ kind }) => kind === 'screen').map((fact) => [fact.key, fact.sessions]));

test('what a session shows is there a little after it came, and stands for what it showed before', async () => {
  const observing = start();
  await observing.work();
  await visit('one', ['/orders', '/orders/{integer}']);
  observing.touched(project, new Map([['one', noon]]));
  expect(observing.dueAt() - time).toBeLessThanOrEqual(5_000);
  await observing.work();
  expect(await screens()).toEqual({ '/orders': 1, '/orders/{integer}': 1 });

  await visit('one', ['/orders', '/orders/{integer}', '/help']);
  await visit('two', ['/help']);
  observing.touched(
    project,
    new Map([
      ['one', noon],
      ['two', noon],
    ]),
  );
  await observing.work();
  expect(await screens()).toEqual({ '/orders': 1, '/orders/{integer}': 1, '/help': 2 });
  expect(warned).toEqual([]);
});

test('what was not observed when the digest was killed is found again, and a session that began on another day moves', async () => {
  const midnight = noon + dayMs / 2;
  await visit('one', ['/orders'], midnight + 60_000);
  await start().work();
  await visit('one', ['/welcome'], midnight - 60_000);
  await visit('two', ['/orders'], midnight - 60_000);
  await start().work();
  expect(await screens()).toEqual({ '/welcome': 1, '/orders': 2 });
  const heads = await columns.ask("SELECT session FROM observations FINAL WHERE kind = '' ORDER BY session");
  expect(heads).toEqual([{ session: 'one' }, { session: 'two' }]);
});

test('an engine that does not answer costs nothing but time', async () => {
  const observing = start();
  await observing.work();
  await visit('one', ['/orders']);
  observing.touched(project, new Map([['one', noon]]));
  time += 5_000;
  let away = true;
  const { insert } = columns;
  columns.insert = (...given) => (away ? Promise.reject(new Error('away')) : insert(...given));
  await expect(
    observing
      .run(() => true)
      .finally(() => {
        away = false;
      }),
  ).rejects.toThrow('away');
  await observing.work();
  expect(await screens()).toEqual({ '/orders': 1 });
});

test('observations of sample data go with it', async () => {
  await visit('made-up', ['/orders'], noon, 1);
  await visit('real', ['/help']);
  await start().work();
  await removeSample(columns, { removeSample: async () => undefined }, project);
  expect(await screens()).toEqual({ '/help': 1 });
});

const observation: fc.Arbitrary<Observation> = fc.record({
  kind: fc.constantFrom(...observationKinds.slice(0, 3)),
  key: fc.constantFrom('/orders', '/orders/{integer}', "it's \\ a\tkey"),
  session: fc.nat(60).map((number) => `session-${number}`),
  visitor: fc.constant(''),
  role: fc.constantFrom('', 'buyer'),
  release: fc.constantFrom('', '1.0.0', '1.1.0'),
  environment: fc.constant('production'),
  at: fc.integer({ min: noon, max: noon + dayMs }),
  quality: fc.constantFrom(1 as const, 2 as const, 3 as const),
  note: fc.constantFrom('', 'seen'),
  first: fc.integer({ min: noon, max: noon + dayMs }),
  last: fc.integer({ min: noon, max: noon + dayMs }),
  n: fc.nat(9),
  against: fc.nat(2),
  counts: fc.dictionary(fc.constantFrom('status:200', '__proto__', 'title:Orders'), fc.integer({ min: 1, max: 5 })),
});

/** 250 drawn ones, each session one visitor's. */
function drawObservations(seed: number): Observation[] {
  const [drawn = []] = fc.sample(fc.array(observation, { minLength: 250, maxLength: 250 }), { numRuns: 1, seed });
  const identity = ({ kind, key, session }: Observation) => `${kind} ${key} ${session}`;
  return [...new Map(drawn.map((one) => [identity(one), one])).values()].map((one) => {
    const number = Number(one.session.slice(8));
    return { ...one, visitor: number % 3 === 0 ? '' : `visitor-${number % 20}` };
  });
}

async function put(observations: Observation[], version: number): Promise<void> {
  const rows = [...Map.groupBy(observations, (one) => one.session)].flatMap(([session, some]) => {
    const about = { session, start: noon, end: noon, visitor: some[0]?.visitor ?? '', version: 1, things: 0 };
    const row: ObservedSession = { ...about, role: '', environment: '', release: '', sample: 0, replay: 0 };
    return observedRows({ project, version, revision: 1 }, row, some);
  });
  await putObservations(columns, project, rows, []);
}

const comparable = (all: Fact[]) =>
  all
    .map(({ sample, people: _, ...fact }) => ({ ...fact, looked: sample.length }))
    .sort((one, other) => (`${one.kind} ${one.key}` < `${other.kind} ${other.key}` ? -1 : 1));

test('the engine adds up what specify would add up, session by session or a day at once', async () => {
  const before = drawObservations(3);
  const after = drawObservations(4).filter(({ session }) => session.endsWith('7'));
  await put(before, 5);
  expect(comparable(await facts())).toEqual(comparable(mergeObservations(before)));

  const day = noon - dayMs / 2;
  await foldDay(columns, project, day, 24, 10);
  expect(await listDays(columns, 1)).toMatchObject([{ project, day, hours: 24, stale: 0 }]);
  await columns.command("ALTER TABLE observations DELETE WHERE kind != '' SETTINGS mutations_sync = 1");
  expect(comparable(await facts())).toEqual(comparable(mergeObservations(before)));
  const { facts: old } = await observedFacts(columns, project, { ...span, release: '1.0.0' });
  expect(comparable(old)).toEqual(comparable(mergeObservations(before.filter(({ release }) => release === '1.0.0'))));

  await put(before, 11);
  await put(after, 12);
  const replaced = [...before.filter(({ session }) => !after.some((one) => one.session === session)), ...after];
  expect(comparable(await facts())).toEqual(comparable(mergeObservations(replaced)));
  expect(await listDays(columns, 1)).toMatchObject([{ hours: 24, stale: 1 }]);
  await foldDay(columns, project, day, 13, 15);
  expect(comparable(await facts())).toEqual(comparable(mergeObservations(replaced)));
});
