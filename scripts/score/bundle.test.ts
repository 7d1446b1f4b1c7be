import { expect, test } from 'vitest';
import { type BundleRun, bundleRuns, readIndex, scoreBundle } from './bundle.ts';

const index = readIndex();
const read = new Map<string, ReturnType<typeof scoreBundle>>();

/** Each run is read once for all that is asked of it. */
function scored(run: BundleRun) {
  const result = read.get(run.name) ?? scoreBundle(run, index);
  read.set(run.name, result);
  return result;
}

test.each(bundleRuns)('every library is named, none that is not there, and each version that shows: $name', (run) => {
  const { score } = scored(run);
  expect(score.thirdParty).toMatchObject({ recall: 1, precision: 1, missed: [], wrong: [] });
  expect(score.thirdParty?.versions.right).toBe(score.thirdParty?.versions.of);
});

test.each(bundleRuns.filter(({ truth }) => truth.id === 'seed-bundle'))(
  'libraries alone show none of the nine points: $name',
  (run) => {
    const { inspection, score } = scored(run);
    const { points } = inspection.specification;
    expect(points.map(({ shown }) => shown)).toEqual(Array(9).fill(false));
    expect(score.forbidden).toEqual([]);
    expect(points.slice(6).map(({ reason }) => reason)).toEqual([
      expect.stringContaining('Telemetry and HTTP clients were seen and left out'),
      expect.stringContaining('Error codes of libraries were seen and left out'),
      expect.stringContaining('Defaults of libraries were seen and left out'),
    ]);
  },
);

test.each(bundleRuns.filter(({ truth }) => truth.id !== 'seed-bundle'))(
  'a small product among libraries shows all nine points: $name',
  (run) => {
    const { inspection, score } = scored(run);
    expect(inspection.specification.points.map(({ shown }) => shown)).toEqual(Array(9).fill(true));
    expect(score.forbidden).toEqual([]);
    expect(score.noEvidence).toBe(0);
  },
);
