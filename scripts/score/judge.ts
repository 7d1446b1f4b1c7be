import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mergeObservations, observe, specify } from '@sightglass/specify';
import type { Specification } from '@sightglass/wire';
import { type Score, score } from '../../fixtures/spec-cases/score.mjs';
import { toCandidate } from './candidate.ts';
import { readSessions } from './visits.ts';

const root = join(import.meta.dirname, '../..');
/** The case of the example application, as sessions alone can show it. */
const truthFile = join(root, 'fixtures/parts-desk/ground-truth.json');
export const floorsFile = join(root, 'fixtures/spec-cases/floors.json');

/** What the recorded visits of release 1.0.0 say of the example application, on the way that live sessions take. */
export async function specifyRecorded(folder?: string): Promise<Specification> {
  const release = '1.0.0';
  const sessions = await readSessions(release, folder);
  const times = sessions.flatMap(({ records }) => records.map(({ at }) => at));
  const [from, until] = [times.reduce((a, b) => Math.min(a, b)), times.reduce((a, b) => Math.max(a, b)) + 1];
  return specify(mergeObservations(sessions.flatMap(observe)), {
    project: { id: 'p_000000000000', name: '' },
    span: { from, until },
    environment: null,
    release,
    basis: {
      sessions: sessions.length,
      visitors: new Set(sessions.map(({ visitor, session }) => visitor || session)).size,
      releases: [release],
    },
  });
}

export function judge(specification: Specification): Score {
  return score(JSON.parse(readFileSync(truthFile, 'utf8')), toCandidate(specification), 'sessions');
}

/** Precision and recall that were reached, by point; they only go up. */
export type Floors = Record<string, { precision: number; recall: number }>;

export function readFloors(): Floors {
  return JSON.parse(readFileSync(floorsFile, 'utf8'));
}
