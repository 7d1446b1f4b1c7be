import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { mergeObservations, observe, specify } from '@sightglass/specify';
import { type Score, score } from '../../fixtures/spec-cases/score.mjs';
import { toCandidate } from './candidate.ts';
import { createSessions } from './visits.ts';

const folder = join(import.meta.dirname, '../../fixtures/spec-cases/berth-watch');
const release = '1.0.0';
/** How well an application that was not known when the rules were written is read from its sessions: what was reached, and only goes up. */
export const floor = { name: 'Berth Watch, sessions', precision: 1, recall: 1 };

interface Visit {
  bodies: { door: 'records' | 'segments'; receivedAt: number; text: string }[];
}

/** Calls by name at one address, routes in the hash, refusals in answers of status 200. */
export function scoreByName(): Score {
  const told = zstdDecompressSync(readFileSync(join(folder, 'visits.json.zst'))).toString('utf8');
  const visits = JSON.parse(told) as Visit[]; // our own fixture
  const sessions = createSessions();
  for (const { bodies } of visits)
    for (const { door, receivedAt, text } of bodies) sessions.take(door, JSON.parse(text), receivedAt);
  const seen = sessions.all();
  const specification = specify(mergeObservations(seen.flatMap(observe)), {
    ...{ project: { id: 'p_000000000000', name: '' }, span: { from: 0, until: 1 }, environment: null, release },
    basis: { sessions: seen.length, visitors: new Set(seen.map(({ visitor }) => visitor)).size, releases: [release] },
  });
  return score(JSON.parse(readFileSync(join(folder, 'case.json'), 'utf8')), toCandidate(specification), 'sessions');
}
