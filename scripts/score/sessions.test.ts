import { expect, test } from 'vitest';
import { judge, readFloors, specifyRecorded } from './judge.ts';

test('recorded sessions say what they once could say, and nothing that they must not', async () => {
  const { points, forbidden, canaries, noEvidence } = judge(await specifyRecorded());
  expect(forbidden).toEqual([]);
  expect(canaries).toEqual([]);
  expect(noEvidence).toBe(0);
  for (const [point, floor] of Object.entries(readFloors())) {
    const reached = points[point];
    expect(reached?.precision ?? 0, `precision of point ${point}`).toBeGreaterThanOrEqual(floor.precision);
    expect(reached?.recall ?? 0, `recall of point ${point}`).toBeGreaterThanOrEqual(floor.recall);
  }
}, 60_000);
