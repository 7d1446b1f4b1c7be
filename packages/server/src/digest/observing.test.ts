import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type KeptFacts, observedFacts } from '@sightglass/measure';
import { mergeObservations, observe, specify } from '@sightglass/specify';
import {
  asAsker,
  type Columns,
  createColumns,
  eraseSessions,
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
import { type Fact, type Observation, observationKinds, type WireRecord } from '@sightglass/wire';
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
});
afterAll(async () => {
  await columns?.stop();
  await engine?.stop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  for (const table of tableNames) await columns.command(`TRUNCATE TABLE ${table}`);
});

const start = () => {
  const observing = createObserving({
    ...{ columns, teller, retentionDays: 5, now: () => time, ticks: () => time },
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

// First: only an engine that has had no parts yet begins to count them where one does that has begun anew.
test('nobody who was erased is shown again, though an engine that begins anew names a part as it had named theirs', async () => {
  const parts = () =>
    columns.ask(
      "SELECT name FROM system.parts WHERE database = currentDatabase() AND table = 'observations' AND active ORDER BY name",
    );
  const shown = async () => (await facts()).flatMap(({ sample }) => sample.map(({ session }) => session));
  const seenOf = (session: string) => ({ ...drawObservations(3)[0], session, visitor: `of ${session}` }) as Observation;
  await put([seenOf('erased')], 5);
  const before = await parts();
  expect(await shown()).toEqual(['erased']);

  await eraseSessions(columns, project, ['erased']);
  const pid = engine.pid();
  if (pid !== undefined) process.kill(pid, 'SIGKILL');
  const anew = () =>
    columns.ask('SELECT 1').then(
      () => engine.pid() !== pid,
      () => false,
    );
  await expect.poll(anew).toBe(true);
  await put([seenOf('other')], 6);
  expect(await parts()).toEqual(before);
  expect(await shown()).toEqual(['other']);
  warned.length = 0; // of the engine's end
});

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

test('a session that is looked at while its row moves to another day, or after a kill between the two, counts once', async () => {
  const midnight = noon + dayMs / 2;
  const commands = columns.command;
  await visit('one', ['/orders'], midnight + 60_000);
  // The row of the earlier day is there, and that of the later one not taken back yet.
  let told = 0;
  columns.command = async (...about) => {
    told += 1;
    if (told === 2) throw new Error('killed here');
    await commands(...about);
  };
  await expect(visit('one', ['/welcome'], midnight - 60_000)).rejects.toThrow('killed here');
  columns.command = commands;
  expect(await columns.ask('SELECT session FROM sessions FINAL')).toHaveLength(2);

  await start().work();
  expect(await screens()).toEqual({ '/welcome': 1, '/orders': 1 });
  expect(await columns.ask("SELECT session FROM observations FINAL WHERE kind = ''")).toHaveLength(1);

  await recomputeSessions(columns, project, [{ session: 'one', start: midnight }], version);
  await start().work();
  expect(await columns.ask('SELECT session FROM sessions FINAL')).toHaveLength(1);
  expect(await screens()).toEqual({ '/welcome': 1, '/orders': 1 });
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

test('what screens state in words is read with the records, and how documents were answered', async () => {
  const record = (more: object, at: number) => ({ at, view: 'a1', route: '/tools', ...more });
  for (const session of ['one', 'two', 'three', 'four', 'five']) {
    version += 1;
    const told = [
      record({ kind: 'view', version: 0, path: '/tools', title: 'Tools', cause: 'load', from: '/' }, noon),
      record(
        {
          ...{ kind: 'resource', id: `${version}`, type: 'document', method: 'GET', host: '', path: '/tools' },
          status: 403,
        },
        noon + 1,
      ),
    ];
    const rows = told.map((one, number) =>
      recordRow({
        ...{ project, session, kind: String(Reflect.get(one, 'kind')), type: String(Reflect.get(one, 'type') ?? '') },
        ...{ number: version * 10 + number, at: one.at, view: 'a1', route: '/tools', visitor: session },
        ...{ record: JSON.stringify(one), _batch: version },
      }),
    );
    await columns.insert('records', ndjson(rows));
    const line = { project, session, kind: 'stated', text: 'Loans last at most 21 days.', at: noon + 2, sample: 0 };
    const lines = [line, { ...line, kind: 'held', text: 'columns Tool | Due', at: noon + 3 }];
    await columns.insert('lines', ndjson(lines.map((one) => ({ ...one, earlier: Number.MAX_SAFE_INTEGER - one.at }))));
    await recomputeSessions(columns, project, [{ session, start: noon }], version);
  }
  await start().work();
  const all = await facts();
  expect(all.filter(({ kind }) => kind === 'limit')).toMatchObject([
    { key: 'Loans last at most 21 days.', sessions: 5, counts: { shown: 5, 'route:/tools': 5 } },
  ]);
  expect(all.filter(({ kind }) => kind === 'screen')).toEqual([]);
  expect(all.filter(({ kind }) => kind === 'held')).toMatchObject([
    { key: '["*","columns","Tool | Due"]', sessions: 5 },
  ]);
  expect(all.find(({ kind }) => kind === 'access')).toMatchObject({ against: 5, counts: { 'why:403': 5 } });
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

async function put(
  observations: Observation[],
  version: number,
  startOf: (some: Observation[]) => number = () => noon,
): Promise<void> {
  const rows = [...Map.groupBy(observations, (one) => one.session)].flatMap(([session, some]) => {
    const start = startOf(some);
    const about = { session, start, end: start, visitor: some[0]?.visitor ?? '', version: 1, things: 0 };
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

  // Added up anew, and merged, between the question which days there are and the one that reads them.
  let held = 0;
  const inTheGap = asAsker(columns, async (sql, ...rest) => {
    if (sql.includes('{versions:') && held++ === 0) {
      await foldDay(columns, project, day, 13, 17);
      await columns.command('OPTIMIZE TABLE observation_states FINAL');
    }
    return columns.ask(sql, ...rest);
  });
  const { facts: asked } = await observedFacts(inTheGap, project, span);
  expect(comparable(asked)).toEqual(comparable(mergeObservations(replaced)));
  expect(held).toBe(2);
});

/** Visits that differ in what they do, as observations: what a specification is made of. */
const visits = Array.from({ length: 36 }, (_, number) => {
  const day = number % 3;
  const at = noon + day * dayMs + number * 60_000;
  const call = (method: string, path: string, status: number, after: number, more: object = {}) => ({
    ...{ kind: 'resource', at: at + after, view: 'v1', route: '/orders', id: `c${after}`, type: 'fetch', host: '' },
    ...{ method, path, status, durationMs: 20 + number, ...more },
  });
  const records = [
    { kind: 'view', at, view: 'v1', route: '/orders', path: '/orders', title: 'Orders', version: 0, cause: 'load' },
    call('GET', '/api/orders', 200, 10, {
      response: { types: ['array'], items: { types: ['object'], fields: { orderId: { types: ['integer'] } } } },
    }),
    ...(number % 2
      ? [call('POST', '/api/orders', number % 4 === 1 ? 201 : 422, 2_000, { errorCode: 'ORDER_EMPTY' })]
      : []),
    {
      kind: 'view',
      at: at + 4_000,
      view: 'v2',
      route: '/help',
      path: '/help',
      title: 'Help',
      version: 0,
      cause: 'push',
      from: '/orders',
    },
  ] as WireRecord[]; // as much as observers read
  const whose = {
    session: `session-${number}`,
    visitor: `visitor-${number % 11}`,
    role: ['', 'buyer'][number % 2] ?? '',
  };
  return { day, observations: observe({ ...whose, release: `1.${number % 3}.0`, environment: '', records }) };
});

async function specification(): Promise<string> {
  const about = { project: { id: project, name: '' }, span, environment: null, release: null };
  const basis = { sessions: visits.length, visitors: 11, releases: ['1.0.0', '1.1.0', '1.2.0'] };
  return JSON.stringify(specify(await facts(), { ...about, basis }));
}

test('in whatever groups and order sessions are written, again or in parts, and however days are added up: one specification', async () => {
  let last = 20;
  const write = async (some: typeof visits) => {
    last += 2;
    await put(
      some.flatMap(({ observations }) => observations),
      last,
      (of) => Math.min(...of.map(({ first }) => first)),
    );
  };
  await write(visits);
  const whole = await specification();
  expect(JSON.parse(whole).points.some(({ shown }: { shown: boolean }) => shown)).toBe(true);
  const drawn = fc.record({
    order: fc.shuffledSubarray(visits, { minLength: visits.length }),
    size: fc.integer({ min: 8, max: 20 }),
    again: fc.subarray(visits),
    folded: fc.subarray([
      [0, 24],
      [0, 13],
      [1, 24],
      [2, 20],
    ] as const),
  });
  for (const { order, size, again, folded } of fc.sample(drawn, { numRuns: 4, seed: 5 })) {
    await columns.command('TRUNCATE TABLE observations');
    await columns.command('TRUNCATE TABLE observation_states');
    kept.clear();
    for (let first = 0; first < order.length; first += size) await write(order.slice(first, first + size));
    await write(again);
    for (const [day, hours] of folded) {
      last += 4;
      await foldDay(columns, project, noon - dayMs / 2 + day * dayMs, hours, last);
    }
    await write(again.slice(0, 3));
    expect(await specification()).toBe(whole);
  }
});
