import { expect, test } from 'vitest';
import { readRecordedFloors, recordedCases, scoreRecorded } from './recorded.ts';

test.each(recordedCases)('an application that was not known is read as well as it once was: $id', (one) => {
  const { total, forbidden, canaries, noEvidence } = scoreRecorded(one);
  expect(forbidden).toEqual([]);
  expect(canaries).toEqual([]);
  expect(noEvidence).toBe(0);
  const floor = readRecordedFloors()[one.id];
  expect(total.precision).toBeGreaterThanOrEqual(floor?.precision ?? 1);
  expect(total.recall).toBeGreaterThanOrEqual(floor?.recall ?? 1);
});
