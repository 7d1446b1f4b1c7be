import { expect, test } from 'vitest';
import { nextSort, orderRows } from './order-rows.ts';

const rows = [{ n: 2 }, { n: null }, { n: 10 }, { n: 1 }];

test('rows without a value come last, whichever way one sorts', () => {
  expect(orderRows(rows, (row) => row.n, 'ascending').map((row) => row.n)).toEqual([1, 2, 10, null]);
  expect(orderRows(rows, (row) => row.n, 'descending').map((row) => row.n)).toEqual([10, 2, 1, null]);
});

test('numbers inside of words count as numbers', () => {
  expect(orderRows(['1.10.0', '1.2.0'], (row) => row, 'ascending')).toEqual(['1.2.0', '1.10.0']);
});

test('a second press on a head turns the order round', () => {
  const first = nextSort(null, 'calls', 'descending');
  expect(nextSort(first, 'calls', 'descending')).toEqual({ by: 'calls', direction: 'ascending' });
  expect(nextSort(first, 'path', 'ascending')).toEqual({ by: 'path', direction: 'ascending' });
});
