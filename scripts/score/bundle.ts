import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type BundleFile, decodeIndex, type Inspection, inspect, type ThirdPartyIndex } from '@sightglass/bundle';
import { type Score, score } from '../../fixtures/spec-cases/score.mjs';
import { toCandidate } from './candidate.ts';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'fixtures/spec-cases/seed-bundle');

/** A case of bundles, as far as it is read here. */
interface BundleCase {
  id: string;
  runs: { id: string; files: string[] }[];
}

export interface BundleRun {
  /** `seed-bundle min`. */
  name: string;
  id: string;
  truth: BundleCase;
  files: string[];
}

/** Every run of the two cases: libraries alone, and the same with a small product among them. */
export const bundleRuns: BundleRun[] = ['manifest.json', 'probe.manifest.json'].flatMap((file) => {
  const truth = JSON.parse(readFileSync(join(folder, file), 'utf8')) as BundleCase; // a case, checked by its own schema
  return truth.runs.map(({ id, files }) => ({ name: `${truth.id} ${id}`, id, truth, files }));
});

export function readIndex(): ThirdPartyIndex {
  return decodeIndex(readFileSync(join(root, 'packages/bundle/third-party.bin')));
}

/** What the scripts of one run say, and how right that is; maps are handed in only where the run has them. */
export function scoreBundle(run: BundleRun, index: ThirdPartyIndex): { inspection: Inspection; score: Score } {
  const files = run.files
    .filter((file) => !file.endsWith('.map'))
    .map((path): BundleFile => {
      const map = run.files.includes(`${path}.map`) ? unpacked(`${path}.map`) : undefined;
      return { path, text: unpacked(path), ...(map === undefined ? {} : { map }) };
    });
  const inspection = inspect(files, index, { name: run.truth.id, release: run.id, at: 0 });
  const candidate = { ...toCandidate(inspection.specification), thirdParty: inspection.thirdParty };
  return { inspection, score: score(run.truth, candidate, run.id) };
}

/** `dist/…` of a manifest is kept packed under `scripts/`. */
function unpacked(file: string): string {
  const packed = join(folder, file.replace(/^dist\//, 'scripts/').concat('.gz'));
  if (!existsSync(packed)) throw new Error(`${packed} is missing: the case names ${file}.`);
  return gunzipSync(readFileSync(packed)).toString('utf8');
}
