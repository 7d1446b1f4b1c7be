import { expect, test } from 'vitest';
import { bothName, scoreOf, specifyBoth } from './both.ts';
import { codeRuns, readCodeFloors, scoreCode } from './code.ts';

const floors = readCodeFloors();

test.each(codeRuns)('code alone says what it once could say, and nothing that it must not: $name', async (run) => {
  const { total, forbidden, canaries, noEvidence } = await scoreCode(run);
  const floor = floors[run.name] ?? { precision: 1, recall: 1 };
  expect(forbidden).toEqual([]);
  expect(canaries).toEqual([]);
  expect(noEvidence).toBe(0);
  expect(total.precision).toBeGreaterThanOrEqual(floor.precision);
  expect(total.recall).toBeGreaterThanOrEqual(floor.recall);
});

test('sessions and code together say more than either, and nothing that they must not', async () => {
  const specification = await specifyBoth();
  // Both are of one release: whatever would be told of a difference is a false alarm.
  expect(specification.code.findings).toEqual([]);
  const { total, forbidden, canaries, noEvidence } = scoreOf(specification);
  const floor = floors[bothName] ?? { precision: 1, recall: 1 };
  expect([forbidden, canaries, noEvidence]).toEqual([[], [], 0]);
  expect(total.precision).toBeGreaterThanOrEqual(floor.precision);
  expect(total.recall).toBeGreaterThanOrEqual(floor.recall);
});
