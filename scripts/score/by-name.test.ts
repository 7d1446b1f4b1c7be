import { expect, test } from 'vitest';
import { floor, scoreByName } from './by-name.ts';

test('an application of calls by name is read as well as it once was', () => {
  const { total, forbidden, canaries, noEvidence } = scoreByName();
  expect(forbidden).toEqual([]);
  expect(canaries).toEqual([]);
  expect(noEvidence).toBe(0);
  expect(total.precision).toBeGreaterThanOrEqual(floor.precision);
  expect(total.recall).toBeGreaterThanOrEqual(floor.recall);
}, 60_000);
