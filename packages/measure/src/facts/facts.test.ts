import { ndjson, segmentRow } from '@sightglass/store/contract';
import { beforeAll, expect, test } from 'vitest';
import { askFacts } from '../index.ts';
import { act, call, engineForTests, fail, noon, project, span, visit } from '../testing/engine.ts';

const { columns, store } = engineForTests();
const facts = () => askFacts(columns(), project, span);

const visitors = ['ann', 'bob', 'cid', 'dee', 'eve', 'fay', 'gus'];
const body = (response: object, more: object = {}) =>
  JSON.stringify({
    ...{ kind: 'resource', status: 201, mime: 'application/json', query: { page: 'integer' }, response },
    ...more,
  });

beforeAll(async () => {
  const segments = visitors.slice(0, 2).map((name) => segmentRow({ project, session: `s-${name}` }));
  await columns().insert('replay_segments', ndjson(segments));
  for (const [index, name] of visitors.entries()) {
    const common = { session: `s-${name}`, visitor: name, tab: 'tab', release: index % 2 === 0 ? '1.0.0' : '1.1.0' };
    await store([
      visit({ ...common, at: noon, view: 'v1', route: '/', text: 'Home', duration_ms: 40, version: 1 }),
      visit({ ...common, at: noon + 40, view: 'v2', route: '/orders', text: 'Orders', duration_ms: 4_000, version: 1 }),
      act({
        ...common,
        at: noon + 1_000,
        view: 'v2',
        route: '/orders',
        name: 'Open order',
        text: 'link',
        record_id: 'a1',
      }),
      visit({
        ...common,
        at: noon + 5_000,
        view: 'v3',
        route: index === 0 ? '/orders/{uuid}' : '/orders/{integer}',
        text: `Order ${index}`,
      }),
      call({
        ...common,
        at: noon + 5_100,
        route: '/orders/{integer}',
        method: 'POST',
        path: '/api/orders',
        status: 201,
        record_id: 'r1',
        action: 'a1',
        duration_ms: 100 + index,
        record: body({ types: ['object'], fields: {} }, { requestLeftOut: 'secret' }),
      }),
      call({
        ...common,
        at: noon + 5_200,
        route: '/orders/{integer}',
        method: 'POST',
        path: '/api/orders',
        status: 422,
        failed: 1,
        code: 'ORDER_TOO_LARGE',
        text: 'At most {n} lines',
        record_id: 'r2',
        record: body({ types: ['string'] }),
      }),
      fail({
        ...common,
        at: noon + 5_300,
        route: '/orders/{integer}',
        name: 'LockedError',
        text: 'It is locked',
        type: index === 0 ? 'rejection' : 'uncaught',
      }),
    ]);
  }
});

test('the basis counts what was there', async () =>
  expect((await facts()).basis).toEqual({ sessions: 7, visitors: 7, releases: ['1.0.0', '1.1.0'] }));

test('a screen is one place, whatever its ids look like, and a redirect is no screen', async () => {
  const { screens } = await facts();
  expect(screens.map(({ route, seen }) => [route, seen.observations, seen.sessions])).toEqual([
    ['/orders', 7, 7],
    ['/orders/{integer}', 7, 7],
  ]);
  expect(screens[0]?.controls).toEqual([{ role: 'link', name: 'Open order', actions: 7, frustrated: 0, visitors: 7 }]);
  expect(screens[1]?.titles).toHaveLength(7);
  expect(screens[1]?.enteredFrom).toEqual([{ route: '/orders', views: 7 }]);
});

test('a call brings its statuses, and the shapes of answers that were no refusals', async () => {
  const [made, ...others] = (await facts()).calls;
  expect(others).toEqual([]);
  expect(made).toMatchObject({
    method: 'POST',
    path: '/api/orders',
    failed: 7,
    statuses: [
      { status: 201, calls: 7 },
      { status: 422, calls: 7 },
    ],
    mime: 'application/json',
    query: [{ name: 'page', format: 'integer' }],
  });
  expect(made?.responses).toHaveLength(7);
  expect([made?.requests, made?.requestsLeftOut]).toEqual([[], 7]);
  expect(made?.responses.every(({ types }) => types[0] === 'object')).toBe(true);
});

test('errors are answers by code and status, and thrown types with the place where they are thrown', async () => {
  const { errors } = await facts();
  expect(errors).toMatchObject([
    {
      origin: 'answer',
      code: 'ORDER_TOO_LARGE',
      status: 422,
      messages: [{ value: 'At most {n} lines', times: 7 }],
      raisedBy: [{ subject: 'POST /api/orders', times: 7 }],
    },
    {
      origin: 'thrown',
      code: 'LockedError',
      status: null,
      sources: ['rejection', 'uncaught'],
      raisedBy: [{ subject: '/orders/{integer}', times: 7 }],
    },
  ]);
});

test('evidence is the same each time, spread over visitors, and begins with sessions that can be watched', async () => {
  const [one, other] = [await facts(), await facts()];
  expect(one).toEqual(other);
  for (const { seen } of [...one.screens, ...one.calls, ...one.errors]) {
    expect(seen.sample).toHaveLength(5);
    expect(
      seen.sample
        .slice(0, 2)
        .map(({ session }) => session)
        .sort(),
    ).toEqual(['s-ann', 's-bob']);
    expect(new Set(seen.sample.map(({ session }) => session)).size).toBe(5);
    expect(new Set(seen.sample.map(({ release }) => release)).size).toBe(2);
  }
});

test('evidence of a call opens where it was answered, not where it failed', async () =>
  expect(
    (await facts()).calls[0]?.seen.sample.every(
      ({ at, note }) => at === noon + 5_100 && note === '201 on /orders/{integer}',
    ),
  ).toBe(true));
