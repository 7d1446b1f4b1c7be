import type { Columns } from '@sightglass/store';
import type { About, Facts } from '@sightglass/wire';
import { basisFacts } from './basis.ts';
import { callFacts } from './calls.ts';
import { errorFacts } from './errors.ts';
import { screenFacts } from './screens.ts';

/** Facts read every record of the span, and nobody waits for them with a finger on the mouse. */
const timeoutMs = 30_000;

/** Below this many sessions no question needs much memory, and three can be under way at once. */
const atOnceBelow = 2_000;

/**
 * Everything that a specification is made of. Of a large project one kind after the other, so that the engine's few readers and
 * its memory stay free for whoever looks at the dashboard meanwhile.
 *
 * @throws {SightglassError} `query_timeout` after 30 s of engine time in one question, `engine_unavailable`
 */
export async function askFacts(columns: Columns, project: string, about: About): Promise<Facts> {
  const patient: Columns = {
    ...columns,
    ask: (sql, bound, options) => columns.ask(sql, bound, { timeoutMs, ...options }),
  };
  const basis = await basisFacts(patient, project, about);
  const seeScreens = () => screenFacts(patient, project, about);
  const seeCalls = () => callFacts(patient, project, about);
  const seeErrors = () => errorFacts(patient, project, about);
  const [screens, calls, errors] =
    basis.sessions < atOnceBelow
      ? await Promise.all([seeScreens(), seeCalls(), seeErrors()])
      : [await seeScreens(), await seeCalls(), await seeErrors()];
  return {
    basis,
    screens: screens.facts,
    calls: calls.facts,
    errors: errors.facts,
    leftOut: { screens: screens.leftOut, calls: calls.leftOut, errors: errors.leftOut },
  };
}
