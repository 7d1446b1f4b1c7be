import { readFileSync } from 'node:fs';
import { mergeObservations, observe, specifyWithCode } from '@sightglass/specify';
import { type Score, score } from '../../fixtures/spec-cases/score.mjs';
import { toCandidate } from './candidate.ts';
import { codeRuns, statementsOfRun } from './code.ts';
import { specifyRecorded } from './judge.ts';
import { readSessions } from './visits.ts';

/** Its name among the floors. */
export const bothName = 'Parts Desk, sessions and code';

/** What the recorded visits and the code of the example application say together. */
export async function scoreBoth(): Promise<Score> {
  const run = codeRuns.find(({ name }) => name === 'Parts Desk, with its map');
  if (!run) throw new Error('The run of the example application is gone');
  const release = '1.0.0';
  const sessions = await readSessions(release);
  const { project, span, basis } = await specifyRecorded();
  const specification = specifyWithCode(
    mergeObservations(sessions.flatMap(observe)),
    { project, span, basis, environment: null, release },
    await statementsOfRun(run),
    release,
  );
  return score(JSON.parse(readFileSync(run.truth, 'utf8')), toCandidate(specification), 'all');
}
