import { calls } from './calls.ts';
import type { Observer } from './collect.ts';
import { errors } from './errors.ts';
import { screens } from './screens.ts';

/** Everything that is looked for in a session. One file a topic, which says what its keys and labels are. */
export const observers: readonly Observer[] = [screens, calls, errors];
