import type { EpochMs, Statement } from '@sightglass/wire';
import type { CodeFacts } from '../extract/fact.ts';
import { purposeOf } from './1-purpose.ts';
import { screensOf } from './2-screens.ts';
import { entityStatements } from './3-entities.ts';
import { statesOf } from './4-states.ts';
import { rulesOf } from './5-rules.ts';
import { rolesOf } from './6-roles.ts';
import { callsOf } from './7-calls.ts';
import { errorsOf } from './8-errors.ts';
import { constantsOf } from './9-constants.ts';
import { flagsOf } from './9-flags.ts';
import { storageOf } from './9-storage.ts';
import { groundOf } from './ground.ts';

/**
 * What the code of a release says of the nine points, in the statements that sessions make too and under the same keys. Each rests on
 * places in the code and on no session.
 */
export function statementsOf(facts: CodeFacts, about: { release: string; at: EpochMs }): Statement[] {
  const ground = groundOf(about);
  return [
    ...[purposeOf, screensOf, entityStatements, statesOf, rulesOf, rolesOf, callsOf, errorsOf],
    ...[constantsOf, flagsOf, storageOf],
  ].flatMap((read): Statement[] => read(facts, ground));
}
