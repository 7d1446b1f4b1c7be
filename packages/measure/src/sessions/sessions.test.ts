import { ndjson, segmentRow } from '@sightglass/store/contract';
import { listRecords as recordsEndpoint, listSessions as sessionsEndpoint } from '@sightglass/wire';
import { beforeAll, describe, expect, test } from 'vitest';
import { getSession, listRecords, listSegments, listSessions } from '../index.ts';
import { act, call, engineForTests, fail, noon, project, span, visit } from '../testing/engine.ts';

const { columns, store } = engineForTests();
const asked = (more: object = {}) => sessionsEndpoint.query.parse({ ...span, ...more });
const ids = async (more: object = {}) =>
  (await listSessions(columns(), project, asked(more))).sessions.map(({ session }) => session);
const minute = 60_000;
const record = (kind: string, at: number) => JSON.stringify({ kind, at });

beforeAll(async () => {
  await store([
    visit({
      session: 'orders-1',
      at: noon,
      route: '/orders',
      text: 'Orders',
      visitor: 'ann',
      role: 'admin',
      record: record('view', noon),
    }),
    act({
      session: 'orders-1',
      at: noon + 10,
      route: '/orders',
      name: 'Submit order',
      record_id: 'act-1',
      version: 0,
      record: record('action', 10),
    }),
    act({
      session: 'orders-1',
      at: noon + 10,
      route: '/orders',
      name: 'Submit order',
      record_id: 'act-1',
      version: 1,
      frustrations: ['rage'],
      record: record('action', 11),
    }),
    call({
      session: 'orders-1',
      at: noon + 20,
      path: '/api/orders',
      status: 422,
      failed: 1,
      record_id: 'res-1',
      record: record('resource', 20),
    }),
    visit({
      session: 'orders-2',
      at: noon + minute,
      route: '/orders/{integer}',
      text: 'Order 7',
      environment: 'test',
      browser: 'Firefox',
      device: 'mobile',
    }),
    fail({ session: 'parts-3', at: noon + 2 * minute, route: '/parts', text: 'x is undefined', issue: 'i1' }),
    visit({ session: 'parts-3', at: noon + 2 * minute, route: '/parts', text: 'Parts' }),
    visit({ session: 'elsewhere', project: 'p_000000000002', at: noon, route: '/orders' }),
    visit({ session: 'yesterday', at: noon - 26 * 3_600_000, route: '/orders' }),
  ]);
  const segments = [
    segmentRow({
      project,
      session: 'orders-2',
      seq: 1,
      from: noon + minute + 5_000,
      until: noon + minute + 9_000,
      anchor: 0,
    }),
    segmentRow({ project, session: 'orders-2', seq: 0, from: noon + minute, until: noon + minute + 5_000 }),
    segmentRow({ project, session: 'orders-2', seq: 0, from: noon + minute, until: noon + minute + 5_000, _batch: 2 }),
  ];
  await columns().insert('replay_segments', ndjson(segments));
});

describe('the list of sessions', () => {
  test('begins with the newest and holds to project and span', async () => {
    const { sessions, total, next } = await listSessions(columns(), project, asked());
    expect(sessions.map(({ session }) => session)).toEqual(['parts-3', 'orders-2', 'orders-1']);
    expect([total, next]).toEqual([3, null]);
    expect(sessions[2]).toMatchObject({
      visitor: 'ann',
      role: 'admin',
      start: noon,
      actions: 1,
      frustrations: 1,
      calls: 1,
      failedCalls: 1,
      replay: false,
      entryRoute: '/orders',
    });
    expect(sessions[1]).toMatchObject({ visitor: null, device: 'mobile', browser: 'Firefox', environment: 'test' });
  });

  test('shows a session once, however often it was recomputed', async () => {
    await store([
      visit({ session: 'orders-2', number: 9, at: noon + minute, route: '/orders/{integer}', text: 'Order 7' }),
    ]);
    expect(await ids()).toEqual(['parts-3', 'orders-2', 'orders-1']);
  });

  test('shows a session that began before the span and was alive in it', async () => {
    await store([
      visit({ session: 'long-one', number: 1, at: noon - 2 * 3_600_000 }),
      visit({ session: 'long-one', number: 2, at: noon }),
    ]);
    expect(await ids()).toContain('long-one');
    expect(await ids({ from: noon + 1 })).not.toContain('long-one');
  });

  test('finds words wherever they stand, all of them, and whatever their case', async () => {
    expect(await ids({ search: 'SUBMIT ann' })).toEqual(['orders-1']);
    expect(await ids({ search: 'submit parts' })).toEqual([]);
    expect(await ids({ search: 'undefined' })).toEqual(['parts-3']);
    expect(await ids({ search: 'orders-2' })).toEqual(['orders-2']);
    expect(await ids({ search: "100%' OR 1=1 --" })).toEqual([]);
  });

  test('is filtered by each of its filters', async () => {
    expect(await ids({ role: 'admin' })).toEqual(['orders-1']);
    expect(await ids({ device: 'mobile' })).toEqual(['orders-2']);
    expect(await ids({ environment: 'test' })).toEqual(['orders-2']);
    expect(await ids({ has: 'errors' })).toEqual(['parts-3']);
    expect(await ids({ has: 'failed-calls' })).toEqual(['orders-1']);
    expect(await ids({ has: 'frustrations' })).toEqual(['orders-1']);
    expect(await ids({ route: '/orders' })).toEqual(['orders-1']);
  });

  test('is read page by page, without a gap and without a repetition', async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listSessions(columns(), project, asked({ limit: 1, cursor }));
      seen.push(...page.sessions.map(({ session }) => session));
      expect(page.total).toBe(4);
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(await ids());
  });

  test.each(['nonsense', '', Buffer.from('[1]').toString('base64url'), Buffer.from('["a","b"]').toString('base64url')])(
    'refuses the cursor %j, which is none of ours',
    (cursor) =>
      expect(listSessions(columns(), project, asked({ cursor }))).rejects.toMatchObject({ code: 'bad_cursor' }),
  );
});

describe('one session', () => {
  test('is found by its id alone, and only in its project', async () => {
    expect(await getSession(columns(), project, 'yesterday')).toMatchObject({ start: noon - 26 * 3_600_000 });
    await expect(getSession(columns(), project, 'elsewhere')).rejects.toMatchObject({ code: 'not_found' });
  });

  test('stands where it stands now when its beginning has moved to another hour', async () => {
    await store([visit({ session: 'moving', number: 5, at: noon })]);
    await store([visit({ session: 'moving', number: 1, at: noon - 90 * minute })]);
    expect(await getSession(columns(), project, 'moving')).toMatchObject({ start: noon - 90 * minute, views: 2 });
    expect((await ids()).filter((id) => id === 'moving')).toHaveLength(1);
  });
});

describe('the records of a session', () => {
  const records = (more: object = {}) => listRecords(columns(), project, 'orders-1', recordsEndpoint.query.parse(more));

  test('come in order of time, each once, with the last word of those told twice', async () => {
    const { records: found, next } = await records();
    expect(found.map(({ record }) => [record.kind, record.at])).toEqual([
      ['view', noon],
      ['action', 11],
      ['resource', 20],
    ]);
    expect(next).toBeNull();
  });

  test('are stored twice and counted once', async () => {
    const twice = call({
      session: 'orders-1',
      number: 3,
      at: noon + 20,
      path: '/api/orders',
      status: 422,
      failed: 1,
      record_id: 'res-1',
      record: record('resource', 20),
    });
    await store([twice]);
    expect((await records()).records).toHaveLength(3);
    expect(await getSession(columns(), project, 'orders-1')).toMatchObject({ calls: 1 });
  });

  test('are read page by page and by kind', async () => {
    const first = await records({ limit: 2 });
    const second = await records({ limit: 2, cursor: first.next });
    expect([...first.records, ...second.records]).toEqual((await records()).records);
    expect((await records({ kind: 'resource' })).records).toHaveLength(1);
    await expect(records({ cursor: 'x' })).rejects.toMatchObject({ code: 'bad_cursor' });
  });

  test('of a session that is not there are not found', () =>
    expect(listRecords(columns(), project, 'nobody', recordsEndpoint.query.parse({}))).rejects.toMatchObject({
      code: 'not_found',
    }));
});

test('segments come in order of time, each once, from the moment asked for', async () => {
  const all = await listSegments(columns(), project, 'orders-2', 0);
  expect(all.map(({ seq, from, anchor }) => [seq, from, anchor])).toEqual([
    [0, noon + minute, true],
    [1, noon + minute + 5_000, false],
  ]);
  expect(await listSegments(columns(), project, 'orders-2', noon + minute + 6_000)).toHaveLength(1);
  const [{ page = '' } = {}] = all;
  const second = await listSegments(columns(), project, 'orders-2', 0, { page, first: 1, last: 9 });
  expect(second.map(({ seq }) => seq)).toEqual([1]);
  expect(await listSegments(columns(), 'p_000000000002', 'orders-2', 0)).toEqual([]);
});
