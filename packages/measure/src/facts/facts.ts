import type { Columns } from '@sightglass/store';
import type { About, Facts } from '@sightglass/wire';
import { basisFacts } from './basis.ts';
import { callFacts } from './calls.ts';
import { errorFacts } from './errors.ts';
import { screenFacts } from './screens.ts';

/** Facts read every record of the span, and nobody waits for them with a finger on the mouse. */
const timeoutMs = 30_000;

/**
 * Everything that a specification is made of, one kind after the other, so that the engine's few readers stay free for whoever
 * looks at the dashboard meanwhile.
 *
 * @throws {SightglassError} `query_timeout` after 30 s of engine time in one question, `engine_unavailable`
 */
export async function askFacts(columns: Columns, project: string, about: About): Promise<Facts> {
  const patient: Columns = {
    ...columns,
    ask: (sql, bound, options) => columns.ask(sql, bound, { timeoutMs, ...options }),
  };
  const basis = await basisFacts(patient, project, about);
  const screens = await screenFacts(patient, project, about);
  const calls = await callFacts(patient, project, about);
  const errors = await errorFacts(patient, project, about);
  return {
    basis,
    screens: screens.facts,
    calls: calls.facts,
    errors: errors.facts,
    leftOut: { screens: screens.leftOut, calls: calls.leftOut, errors: errors.leftOut },
  };
}
