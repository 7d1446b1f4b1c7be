import { expect, test } from 'vitest';
import { rate, trendOf, type Vitals, writeVital } from './model.ts';
import { type PerformanceSearch, readSearch, writeSearch } from './search.ts';

test('a 75th percentile on the edge of a band belongs to the better one', () =>
  expect([rate('LCP', 2_500), rate('LCP', 2_501), rate('LCP', 4_001), rate('CLS', null)]).toEqual([
    'good',
    'needs improvement',
    'poor',
    null,
  ]));

test('a layout shift has no unit, and what was not measured is no zero', () =>
  expect([writeVital('CLS', 0.104), writeVital('INP', 180), writeVital('LCP', null)]).toEqual(['0.10', '180 ms', '–']));

test('a time without samples is a gap in the trend', () => {
  const answer: Vitals = {
    overall: [],
    routes: [],
    bucketMs: 10,
    trend: [
      { name: 'LCP', at: 130, p75: 900, samples: 4 },
      { name: 'LCP', at: 100, p75: 800, samples: 2 },
      { name: 'CLS', at: 110, p75: 0.1, samples: 9 },
    ],
  };
  expect(trendOf(answer, 'LCP')).toEqual({
    at: [100, 110, 120, 130],
    p75: [800, null, null, 900],
    samples: [2, 0, 0, 4],
    was: [],
  });
});

test('the usual leaves no trace in the URL', () => {
  expect(writeSearch(readSearch({}))).toEqual({ vital: undefined, route: undefined, q: undefined });
  expect(readSearch({ vital: 'XYZ' }).vital).toBe('LCP');
  const chosen: PerformanceSearch = {
    ...({ vital: 'INP', route: '/orders', find: 'role:admin', against: 'before' } as const),
    ...({ routes: { by: 'INP', direction: 'descending' }, calls: { by: 'call', direction: 'ascending' } } as const),
  };
  const said = writeSearch(chosen);
  expect(said).toMatchObject({ routes: '-INP', calls: 'call' });
  expect(readSearch(said)).toEqual(chosen);
  expect(readSearch({ routes: 'a column?' }).routes).toEqual({ by: 'samples', direction: 'descending' });
});
