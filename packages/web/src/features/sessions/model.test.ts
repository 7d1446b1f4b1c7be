import type { ListedSession } from '@sightglass/wire';
import { expect, test } from 'vitest';
import { browserOf, isLive, layOver, nameOf, onceEach } from './model.ts';

const session = (id: string, start: number, more: Partial<ListedSession> = {}): ListedSession => ({
  session: id,
  start,
  end: start,
  visitor: null,
  role: '',
  environment: '',
  release: '',
  browser: '',
  os: '',
  device: 'desktop',
  country: '',
  entryRoute: '/',
  lastRoute: '/',
  tabs: 1,
  views: 1,
  actions: 0,
  calls: 0,
  failedCalls: 0,
  errors: 0,
  frustrations: 0,
  replay: false,
  sample: false,
  intake: 'sightglass',
  activity: [],
  vitals: { lcp: null, inp: null, cls: null },
  found: null,
  ...more,
});

test('a session that comes in waits, and the list does not jump', () => {
  const { rows, arrived } = layOver([session('b', 20), session('a', 10)], [session('c', 30), session('b', 20)]);
  expect(rows.map((row) => row.session)).toEqual(['b', 'a']);
  expect(arrived).toBe(1);
});

test('rows take newer counts where they stand', () => {
  const { rows, arrived } = layOver([session('b', 20), session('a', 10)], [session('a', 10, { views: 7 })]);
  expect(rows.map((row) => row.views)).toEqual([1, 7]);
  expect(arrived).toBe(0);
});

test('an older session that the first page now reaches did not arrive', () =>
  expect(layOver([session('b', 20)], [session('b', 20), session('a', 10)]).arrived).toBe(0));

test('into an empty list sessions are let in at once', () =>
  expect(layOver([], [session('a', 10)])).toMatchObject({ rows: [{ session: 'a' }], arrived: 0 }));

test('pages that overlap show a session once', () =>
  expect(onceEach([{ sessions: [session('b', 20)] }, { sessions: [session('b', 20), session('a', 10)] }])).toHaveLength(
    2,
  ));

test('a session lives for a minute after its last sign', () => {
  const one = session('a', 0, { end: 1_000 });
  expect(isLive(one, new Map(), 61_000)).toBe(true);
  expect(isLive(one, new Map(), 61_001)).toBe(false);
  expect(isLive(one, new Map([['a', 50_000]]), 100_000)).toBe(true);
});

test('nobody is given a name that the application did not give', () => {
  expect(nameOf(session('abcdef123', 0))).toMatchObject({ name: 'Visitor abcdef', anonymous: true });
  expect(nameOf(session('abcdef123', 0, { visitor: 'u-7' }))).toMatchObject({ name: 'u-7', anonymous: false });
  expect(browserOf(session('a', 0, { browser: 'Firefox' }))).toBe('Firefox');
  expect(browserOf(session('a', 0))).toBe('Unknown');
});

test('an opaque id is cut in the middle, since what comes first is often the time', () =>
  expect(nameOf(session('a', 0, { visitor: '01JATGMV1KQ8MJA1XPQ3DCB1HE' })).name).toBe('01JA…DCB1HE'));
