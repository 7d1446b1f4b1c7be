import { expect, test } from 'vitest';
import { isFiltered, noFilters, readFilters, writeFilters } from './search.ts';

test('filters survive the way through the URL', () => {
  const filters = { ...noFilters, search: 'HNG', has: 'errors' as const, route: '/orders/{orderId}' };
  expect(readFilters(writeFilters(filters))).toEqual(filters);
});

test('what filters nothing leaves no trace in the URL', () => {
  expect(Object.values(writeFilters(noFilters)).every((value) => value === undefined)).toBe(true);
  expect(isFiltered(noFilters)).toBe(false);
});

test('a filter that does not exist filters nothing', () => expect(readFilters({ has: 'unicorns' }).has).toBe(''));
