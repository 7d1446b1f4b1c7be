import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { mergeObservations, observe, specify } from '@sightglass/specify';
import { type Score, score } from '../../fixtures/spec-cases/score.mjs';
import { type Candidate, toCandidate } from './candidate.ts';
import { createSessions } from './visits.ts';

const folder = join(import.meta.dirname, '../../fixtures/spec-cases');
const release = '1.0.0';

/** An application that was not known when the rules were written, read from its sessions alone. */
export interface RecordedCase {
  /** Its folder in `fixtures/spec-cases`. */
  id: string;
  /** Its truth tells operations of one address apart; the scorer takes what stands behind a `#` for none of the address. */
  apart?: true;
}

export const recordedCases: readonly RecordedCase[] = [
  { id: 'berth-watch' },
  { id: 'vesper-library' },
  { id: 'gridwarden', apart: true },
  { id: 'orchard-rota' },
  { id: 'night-walks' },
  { id: 'seedling-fund' },
];

/** What was reached, by case; it only goes up. */
export const recordedFloorsFile = join(folder, 'floors-recorded.json');
export function readRecordedFloors(): Record<string, { precision: number; recall: number }> {
  return JSON.parse(readFileSync(recordedFloorsFile, 'utf8'));
}

interface Visit {
  bodies: { door: 'records' | 'segments'; receivedAt: number; text: string }[];
}

export function scoreRecorded({ id, apart }: RecordedCase): Score {
  const told = zstdDecompressSync(readFileSync(join(folder, id, 'visits.json.zst'))).toString('utf8');
  const visits = JSON.parse(told) as Visit[]; // our own fixture
  const sessions = createSessions();
  for (const { bodies } of visits)
    for (const { door, receivedAt, text } of bodies) sessions.take(door, JSON.parse(text), receivedAt);
  const seen = sessions.all();
  const specification = specify(mergeObservations(seen.flatMap(observe)), {
    ...{ project: { id: 'p_000000000000', name: '' }, span: { from: 0, until: 1 }, environment: null, release },
    basis: { sessions: seen.length, visitors: new Set(seen.map(({ visitor }) => visitor)).size, releases: [release] },
  });
  const truth = readFileSync(join(folder, id, 'case.json'), 'utf8');
  const candidate = toCandidate(specification);
  return apart
    ? score(
        JSON.parse(withOperations(truth)),
        JSON.parse(withOperations(JSON.stringify(candidate))) as Candidate,
        'sessions',
      )
    : score(JSON.parse(truth), candidate, 'sessions');
}

/** `/api/graphql#Viewer` as `/api/graphql/~Viewer`. */
const withOperations = (text: string): string => text.replace(/("\/[^"#]*)#(?=\w)/g, '$1/~');
