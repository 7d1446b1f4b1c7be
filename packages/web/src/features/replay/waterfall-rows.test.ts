import type { StoredRecord, WireRecord } from '@sightglass/wire';
import { expect, test } from 'vitest';
import { placeIn, waterfallOf } from './waterfall-rows.ts';

let number = 0;
const stored = (record: object): StoredRecord => ({
  ...{ tab: 'tab-00001', number: number++, receivedAt: 0 },
  record: record as WireRecord, // as the browser tells it, without what is not looked at
});
const resource = (id: string, at: number, durationMs: number, more: object = {}): StoredRecord =>
  stored({
    ...{
      kind: 'resource',
      at,
      id,
      type: 'fetch',
      method: 'GET',
      host: '',
      path: `/api/${id}`,
      status: 200,
      durationMs,
    },
    ...more,
  });

test('what was under way together is drawn on one scale, and after a pause another begins', () => {
  const rows = waterfallOf([
    resource('late', 9_000, 500),
    resource('second', 1_100, 400, { firstByteMs: 100 }),
    resource('first', 1_000, 1_000),
    stored({ kind: 'longtask', at: 2_500, type: 'longtask', durationMs: 200, blockingMs: 150, scripts: [] }),
  ]);
  expect(rows.map(({ title, kind, burst }) => [title || kind, burst.from, burst.until])).toEqual([
    ['/api/first', 1_000, 2_700],
    ['/api/second', 1_000, 2_700],
    ['long task', 1_000, 2_700],
    ['/api/late', 9_000, 9_500],
  ]);
  expect(rows[1]).toMatchObject({ at: 1_100, firstByteAt: 1_200, until: 1_500 });
});

test('paints are counted from where the load began; what is no length of time is not drawn', () => {
  const vital = (name: string, value: number, at: number): StoredRecord =>
    stored({ kind: 'vital', at, id: `v-${name}`, name, value, rating: 'good', navigation: 'navigate' });
  const rows = waterfallOf([
    resource('document', 1_000, 80, { type: 'document' }),
    vital('LCP', 700, 6_000),
    vital('CLS', 0.1, 6_000),
  ]);
  expect(rows.map(({ kind, at, until }) => [kind, at, until])).toEqual([
    ['document', 1_000, 1_080],
    ['LCP', 1_000, 1_700],
  ]);
});

test('nothing is drawn outside of its scale, and nothing so small that it cannot be seen', () => {
  const burst = { key: '', from: 0, until: 1_000, route: '' };
  expect(placeIn(burst, 250, 750)).toEqual({ left: '25%', width: '50%' });
  expect(placeIn(burst, 1_000, 1_000)).toEqual({ left: '99.5%', width: '0.5%' });
});
