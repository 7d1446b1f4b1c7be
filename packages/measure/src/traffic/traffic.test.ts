import {
  asAsker,
  type Columns,
  callDays,
  type DaySums,
  foldSummedDay,
  listSummedDays,
  routeDays,
  sessionDays,
  vitalDays,
} from '@sightglass/store';
import {
  calls as callsEndpoint,
  listSessions as listEndpoint,
  routes as routesEndpoint,
  vitals as vitalsEndpoint,
} from '@sightglass/wire';
import { beforeAll, describe, expect, test } from 'vitest';
import { calls, facets, listSessions, routes, searchValues, sessionTrend, vitals } from '../index.ts';
import { act, call, engineForTests, fail, noon, project, span, type Told, visit, vital } from '../testing/engine.ts';

const { columns, store } = engineForTests();
const minute = 60_000;

beforeAll(async () => {
  const thrown = JSON.stringify({ kind: 'error', handled: false, stack: [{ host: '', file: '/app.js', line: 3 }] });
  await store([
    visit({
      session: 'one',
      view: 'v1',
      route: '/orders',
      text: 'Orders',
      visitor: 'ann',
      release: '1.0.0',
      browser: 'Firefox',
    }),
    visit({
      session: 'one',
      view: 'v1',
      route: '/orders',
      text: 'Orders',
      visitor: 'ann',
      release: '1.0.0',
      version: 1,
      duration_ms: 8_000,
    }),
    act({ session: 'one', route: '/orders', name: 'Save', record_id: 'a1', visitor: 'ann', frustrations: ['dead'] }),
    ...[1, 2, 3, 4].map((value) =>
      vital({ session: 'one', route: '/orders', record_id: `l${value}`, value: value * 1_000 }),
    ),
    vital({ session: 'one', route: '/orders', record_id: 'l4', version: 1, value: 5_000 }),
    vital({ session: 'one', route: '/parts', name: 'CLS', record_id: 'c1', value: 0.05 }),
    ...[100, 200, 300].map((ms) =>
      call({ session: 'one', route: '/orders', path: '/api/orders', record_id: `r${ms}`, duration_ms: ms }),
    ),
    call({ session: 'one', route: '/orders', path: '/api/orders', record_id: 'r300', duration_ms: 300 }),
    call({
      session: 'two',
      at: noon + 40 * minute,
      route: '/orders',
      path: '/api/orders',
      record_id: 'r0',
      status: 0,
      failed: 1,
      duration_ms: 9_000,
    }),
    call({ session: 'two', route: '/orders', path: '/logo.svg', type: 'image', record_id: 'i1' }),
    // Whoever told of this one did not know how long it took.
    call({ session: 'one', route: '/orders', method: 'PUT', path: '/api/untimed', record_id: 'u1', duration_ms: 0 }),
    call({
      session: 'two',
      route: '/orders',
      method: 'POST',
      path: '/api/lost',
      record_id: 'p1',
      status: 0,
      failed: 1,
    }),
    fail({
      session: 'one',
      at: noon + 1,
      route: '/orders',
      text: 'x is undefined',
      issue: 'i1',
      release: '1.0.0',
      visitor: 'ann',
      record: thrown,
      browser: 'Firefox',
    }),
    fail({
      session: 'one',
      at: noon + 2,
      route: '/parts',
      text: 'x is undefined',
      issue: 'i1',
      release: '1.0.0',
      visitor: 'ann',
      record: thrown,
      browser: 'Firefox',
    }),
    fail({
      session: 'two',
      at: noon + 3,
      route: '/parts',
      text: 'x is undefined',
      issue: 'i1',
      release: '1.1.0',
      record: thrown,
    }),
    fail({
      session: 'one',
      at: noon + 4,
      route: '/parts',
      name: 'RangeError',
      text: 'too far',
      issue: 'i2',
      visitor: 'ann',
      record: thrown,
    }),
    fail({ session: 'two', at: noon + 2 * 86_400_000, route: '/parts', text: 'later', issue: 'i3', record: thrown }),
  ]);
});

describe('vitals', () => {
  const asked = (more: object = {}) => vitals(columns(), project, vitalsEndpoint.query.parse({ ...span, ...more }));

  test('a percentile comes with its samples, and the last report of an id counts', async () => {
    const { overall } = await asked();
    expect(overall).toEqual([
      { name: 'LCP', p75: 5_000, samples: 4, bands: { good: 2, needsImprovement: 1, poor: 1 } },
      { name: 'CLS', p75: 0.05, samples: 1, bands: { good: 1, needsImprovement: 0, poor: 0 } },
    ]);
  });

  test('routes are told apart, and one can be asked for', async () => {
    const { routes } = await asked();
    expect(routes.map(({ route, vitals }) => [route, vitals.length])).toEqual([
      ['/orders', 1],
      ['/parts', 1],
    ]);
    expect((await asked({ route: '/parts' })).overall.map(({ name }) => name)).toEqual(['CLS']);
  });

  test('the trend shows silence: each bucket of the span is there', async () => {
    const { trend, bucketMs } = await asked();
    const largest = trend.filter(({ name }) => name === 'LCP');
    expect(largest).toHaveLength(7_200_000 / bucketMs);
    expect(largest.filter(({ samples }) => samples > 0)).toEqual([{ name: 'LCP', at: noon, p75: 5_000, samples: 4 }]);
    expect(largest[0]?.p75).toBeNull();
  });

  test('of nothing there is nothing', async () =>
    expect(await asked({ release: 'none' })).toMatchObject({ overall: [], routes: [], trend: [] }));
});

describe('calls', () => {
  const asked = () => calls(columns(), project, callsEndpoint.query.parse(span));

  test('a call stored twice counts once; assets are no calls; times are of answered calls', async () => {
    const { calls: found, leftOut, bucketMs } = await asked();
    expect(found).toHaveLength(3);
    expect(found[0]).toMatchObject({
      method: 'GET',
      path: '/api/orders',
      calls: 4,
      failed: 1,
      p50Ms: 200,
      p75Ms: 300,
      statuses: [
        { status: 200, calls: 3 },
        { status: 0, calls: 1 },
      ],
    });
    expect(found[0]?.trend.filter(({ calls }) => calls > 0)).toEqual([
      { at: noon, calls: 3, failed: 0 },
      { at: Math.floor((noon + 40 * minute) / bucketMs) * bucketMs, calls: 1, failed: 1 },
    ]);
    expect(found[0]?.moments).toHaveLength(2);
    expect(leftOut).toBe(0);
  });

  test('a percentile without an answer, or of answers that do not tell how long they took, is null, not zero', async () => {
    const [, ...others] = (await asked()).calls;
    const unknown = { calls: 1, p50Ms: null, p75Ms: null, p95Ms: null };
    expect(others).toMatchObject([
      { ...unknown, path: '/api/lost', failed: 1 },
      { ...unknown, path: '/api/untimed', failed: 0 },
    ]);
  });
});

describe('a search', () => {
  const found = async (search: string) =>
    (await calls(columns(), project, callsEndpoint.query.parse({ ...span, search }))).calls.map(
      ({ method, path, calls }) => `${method} ${path} ${calls}`,
    );

  test('is asked of calls as far as they can answer, and of their sessions for the rest', async () => {
    expect(await found('status:200 call:orders')).toEqual(['GET /api/orders 3']);
    expect(await found('call:lost OR method:GET status:200')).toEqual(['GET /api/orders 3', 'POST /api/lost 1']);
    expect(await found('session:one action:Save method:GET')).toEqual(['GET /api/orders 3']);
    expect(await found('-action:Save -call:untimed')).toEqual(['POST /api/lost 1', 'GET /api/orders 1']);
    expect(await found('lost')).toEqual(['POST /api/lost 1']);
    await expect(found('status:')).rejects.toMatchObject({ code: 'bad_search' });
  });

  test('is asked of what was measured by its screen and its session', async () => {
    const samples = async (search: string) =>
      (await vitals(columns(), project, vitalsEndpoint.query.parse({ ...span, search }))).overall.map(
        ({ name, samples }) => `${name} ${samples}`,
      );
    expect(await samples('route:/parts')).toEqual(['CLS 1']);
    expect(await samples('action:Save route:/orders')).toEqual(['LCP 4']);
    expect(await samples('-action:Save')).toEqual([]);
  });

  test('knows the values of its names, with how many sessions have them', async () => {
    const values = async (key: string, part = '') =>
      (await searchValues(columns(), project, { ...span, key, part })).values;
    expect(await values('call', 'O')).toEqual([
      { value: 'GET /api/orders', sessions: 2 },
      { value: 'POST /api/lost', sessions: 1 },
    ]);
    expect(await values('@error.message', 'RANGE')).toEqual([{ value: 'RangeError: too far', sessions: 1 }]);
    const farther = [{ value: 'i2', sessions: 1, says: 'RangeError: too far' }];
    expect([await values('issue', 'too FAR'), await values('issue', 'I2')]).toEqual([farther, farther]);
    expect(await values('browser', 'fire')).toEqual([{ value: 'Firefox', sessions: 1 }]);
    expect([await values('duration'), await values('no such name'), await values('trait.plan')]).toEqual([[], [], []]);
  });
});

test('routes count visits once and carry what happened on them', async () => {
  const { routes: found } = await routes(columns(), project, routesEndpoint.query.parse(span));
  expect(found).toEqual([
    {
      route: '/orders',
      title: 'Orders',
      views: 1,
      sessions: 1,
      visitors: 1,
      actions: 1,
      errors: 1,
      frustrations: 1,
      medianDurationMs: 8_000,
      last: noon,
    },
  ]);
});

test('facets list what sessions can be told apart by', async () =>
  expect(await facets(columns(), project, { ...span, search: '' })).toMatchObject({
    browsers: [{ value: 'Firefox', sessions: 1 }],
    environments: [],
  }));

describe('days that are added up', () => {
  const dayMs = 24 * 3_600_000;
  const today = Math.floor(noon / dayMs) * dayMs;
  const wide = { from: today - 3 * dayMs + 7_000, until: today + dayMs - 5_000 };
  const tell = (at: number, number: number): Told[] => [
    visit({
      session: `long ${at}`,
      at,
      number,
      view: `v${at}`,
      route: '/orders',
      text: number % 2 ? 'Orders' : 'All orders',
    }),
    visit({
      session: `long ${at}`,
      at,
      number,
      view: `v${at}`,
      route: '/orders',
      text: 'Orders',
      version: 1,
      duration_ms: at % 977,
    }),
    act({
      session: `long ${at}`,
      at: at + 1,
      number,
      route: '/orders',
      name: 'Save',
      record_id: `a${number}`,
      frustrations: ['rage'],
    }),
    fail({ session: `long ${at}`, at: at + 2, number, route: '/parts', text: 'x', issue: 'i1', release: '2.0.0' }),
    call({
      ...{
        session: `long ${at}`,
        at: at + 3,
        number,
        route: '/orders',
        path: number % 3 ? '/api/orders' : '/api/parts',
      },
      ...{
        record_id: `r${number}`,
        duration_ms: at % 1_009,
        status: number % 4 ? 200 : 404,
        failed: number % 4 ? 0 : 1,
      },
      ...{ environment: number % 2 ? 'test' : '', visitor: `who ${number % 5}` },
    }),
    // What is told again much later, mostly on the same day.
    ...[0, 1].map((version) =>
      vital({
        ...{ session: `long ${at}`, at: at + 4 + version * 5 * 3_600_000, number: number + version, version },
        ...{ record_id: `v${number}`, name: number % 2 ? 'LCP' : 'CLS', value: (at + version * 7) % 4_001 },
        ...{ route: number % 3 ? '/orders' : '/parts', environment: number % 2 ? 'test' : '', browser: 'Firefox' },
      }),
    ),
  ];
  const abouts = [
    { ...span, ...wide },
    { ...span, ...wide, release: '2.0.0' },
    { ...span, ...wide, environment: 'test' },
    { ...span, from: wide.from + dayMs, until: today + 11 * 3_600_000 },
  ];
  const searches = [
    'status:404',
    '(call:"/api/parts" OR call:ord*) -status:4xx (method:get OR host:*)',
    '(took:>500ms OR call:parts) -visitor:"who 1"',
    'route:/ord* orders',
    'environment:test',
  ];
  const answers = async () => [
    ...(await Promise.all(abouts.map((about) => calls(columns(), project, { ...about, search: '' })))),
    ...(await Promise.all(abouts.map((about) => routes(columns(), project, about)))),
    ...(await Promise.all(searches.map((search) => calls(columns(), project, { ...span, ...wide, search })))),
    await searchValues(columns(), project, { ...span, ...wide, key: 'call', part: 'p' }),
    ...(await Promise.all(
      ['call:parts OR -status:404', 'action:Save then call:orders', 'error:* then not call:parts'].map((search) =>
        listSessions(columns(), project, listEndpoint.query.parse({ ...span, ...wide, search, limit: 200 })),
      ),
    )),
    ...(await Promise.all(abouts.map((about) => vitals(columns(), project, { ...about, route: '', search: '' })))),
    await vitals(columns(), project, { ...span, ...wide, route: '/parts', search: '' }),
    ...(await Promise.all(
      ['route:/ord* browser:fire*', `session:"long ${today - 3_600_000}" OR views:>0`, 'visitor:"who 1"', 'orders'].map(
        (search) => vitals(columns(), project, { ...span, ...wide, route: '', search }),
      ),
    )),
  ];

  test('answer as the records do, also once some came in late and while one of them is half over', async () => {
    const each = Array.from({ length: 160 }, (_, at) => at);
    await store(each.flatMap((at) => tell(today - 3 * dayMs + at * 1_620_000, at)));
    const before = await answers();
    let version = 10;
    const fold = async (day: number, hours: number) => {
      version += 2;
      for (const days of [sessionDays, callDays, routeDays, vitalDays])
        await foldSummedDay(columns(), days, project, { day, hours, version });
    };
    await fold(today - 2 * dayMs, 24);
    await fold(today - dayMs, 24);
    await fold(today, 10);
    expect(await answers()).toEqual(before);
    const [first] = await listSummedDays(columns(), callDays, 1);
    expect(first).toMatchObject({ project, stale: 0 });
    await store(tell(today - dayMs + 60_000, 999));
    const late = await answers();
    expect(late).not.toEqual(before);
    expect((await listSummedDays(columns(), routeDays, 1)).filter(({ stale }) => stale).map(({ day }) => day)).toEqual([
      today - dayMs,
    ]);
    await fold(today - dayMs, 24);
    expect(await answers()).toEqual(late);
  });

  test('are asked again when one is added up anew after they were found, and let go where that happens each time', async () => {
    let version = 1_000;
    /** As the digest does, and then the engine. */
    const foldAnew = async (days: DaySums) => {
      version += 2;
      await foldSummedDay(columns(), days, project, { day: today - dayMs, hours: 24, version });
      for (const table of [days.table, ...(days === callDays ? ['call_rows'] : [])])
        await columns().command(`OPTIMIZE TABLE ${table} FINAL`);
    };
    const about = { ...span, ...wide };
    const listed = { ...listEndpoint.query.parse({ ...about, limit: 200 }), search: 'route:/orders' };
    const questions: [DaySums, (asked: Columns) => Promise<unknown>][] = [
      [callDays, (asked) => calls(asked, project, { ...about, search: '' })],
      [callDays, (asked) => searchValues(asked, project, { ...about, key: 'call', part: 'p' })],
      [callDays, (asked) => facets(asked, project, { ...about, search: 'call:parts' })],
      [callDays, (asked) => sessionTrend(asked, project, { ...about, search: 'call:parts' })],
      [routeDays, (asked) => routes(asked, project, about)],
      [vitalDays, (asked) => vitals(asked, project, { ...about, route: '', search: '' })],
      [sessionDays, (asked) => listSessions(asked, project, listed)],
    ];
    for (const [days, question] of questions) {
      await foldAnew(days);
      const right = await question(columns());
      for (const most of days === routeDays ? [1, Number.POSITIVE_INFINITY] : [1]) {
        let held = 0;
        const inTheGap = asAsker(columns(), async (sql, ...rest) => {
          const readsDays = !sql.includes('_partition_id') && sql.includes('{versions:');
          if ((readsDays || sql.includes('{days:')) && held < most) {
            held += 1;
            await foldAnew(days);
          }
          return columns().ask(sql, ...rest);
        });
        expect([String(question), await question(inTheGap)]).toEqual([String(question), right]);
        expect(held, String(question)).toBe(Math.min(most, 3));
      }
    }
  });
});
