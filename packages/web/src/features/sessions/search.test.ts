import { expect, test } from 'vitest';
import { isFiltered, noFilters, readFilters, writeFilters } from './search.ts';

test('a search survives the way through the URL', () => {
  const filters = { search: 'HNG has:errors route:/orders/{orderId}' };
  expect(readFilters(writeFilters(filters))).toEqual(filters);
});

test('what filters nothing leaves no trace in the URL', () => {
  expect(Object.values(writeFilters(noFilters)).every((value) => value === undefined)).toBe(true);
  expect(isFiltered(noFilters)).toBe(false);
});
