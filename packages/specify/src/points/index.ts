import { purpose } from './1-purpose.ts';
import { screens } from './2-screens.ts';
import { entities } from './3-entities.ts';
import { states } from './4-states.ts';
import { rules } from './5-rules.ts';
import { roles } from './6-roles.ts';
import { calls } from './7-calls.ts';
import { errors } from './8-errors.ts';
import { constants } from './9-constants.ts';
import type { Point } from './point.ts';

/** The points that are inferred. A point that is not in this list says so. */
export const readers: Point[] = [purpose, screens, entities, states, rules, roles, calls, errors, constants];
