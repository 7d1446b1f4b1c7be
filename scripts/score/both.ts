import { readFileSync } from 'node:fs';
import { mergeObservations, observe, specifyWithCode } from '@sightglass/specify';
import type { Specification } from '@sightglass/wire';
import { type Score, score } from '../../fixtures/spec-cases/score.mjs';
import { toCandidate } from './candidate.ts';
import { codeRuns, statementsOfRun } from './code.ts';
import { specifyRecorded } from './judge.ts';
import { readSessions } from './visits.ts';

/** Its name among the floors. */
export const bothName = 'Parts Desk, sessions and code';

const runOfBoth = () => {
  const run = codeRuns.find(({ name }) => name === 'Parts Desk, with its map');
  if (!run) throw new Error('The run of the example application is gone');
  return run;
};

/** What the recorded visits and the code of the example application say together. */
export async function specifyBoth(): Promise<ReturnType<typeof specifyWithCode>> {
  const release = '1.0.0';
  const sessions = await readSessions(release);
  const { project, span, basis } = await specifyRecorded();
  return specifyWithCode(
    mergeObservations(sessions.flatMap(observe)),
    { project, span, basis, environment: null, release },
    await statementsOfRun(runOfBoth()),
    release,
  );
}

/** How well they do. */
export async function scoreBoth(): Promise<Score> {
  return scoreOf(await specifyBoth());
}

export function scoreOf(specification: Specification): Score {
  return score(JSON.parse(readFileSync(runOfBoth().truth, 'utf8')), toCandidate(specification), 'all');
}
