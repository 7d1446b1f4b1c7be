import type { Columns } from '@sightglass/store';
import type { About, Facts } from '@sightglass/wire';
import { basisFacts } from './basis.ts';
import { callFacts } from './calls.ts';
import { errorFacts } from './errors.ts';
import { screenFacts } from './screens.ts';

/**
 * Everything that a specification is made of.
 *
 * @throws {SightglassError} `query_timeout`, `engine_unavailable`
 */
export async function askFacts(columns: Columns, project: string, about: About): Promise<Facts> {
  const [basis, screens, calls, errors] = await Promise.all([
    basisFacts(columns, project, about),
    screenFacts(columns, project, about),
    callFacts(columns, project, about),
    errorFacts(columns, project, about),
  ]);
  return {
    basis,
    screens: screens.facts,
    calls: calls.facts,
    errors: errors.facts,
    leftOut: { screens: screens.leftOut, calls: calls.leftOut, errors: errors.leftOut },
  };
}
