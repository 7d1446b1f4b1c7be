import { access } from './access.ts';
import { app } from './app.ts';
import { calls } from './calls.ts';
import { changes } from './changes.ts';
import type { Observer } from './collect.ts';
import { constraints } from './constraints.ts';
import { errors } from './errors.ts';
import { flags } from './flags.ts';
import { held } from './held.ts';
import { journeys } from './journeys.ts';
import { limits } from './limits.ts';
import { refusals } from './refusals.ts';
import { rhythm } from './rhythm.ts';
import { roles } from './roles.ts';
import { screens } from './screens.ts';

/** Everything that is looked for in a session. One file a topic, which says what its keys and labels are. */
export const observers: readonly Observer[] = [
  app,
  screens,
  calls,
  errors,
  changes,
  constraints,
  refusals,
  roles,
  access,
  limits,
  rhythm,
  journeys,
  flags,
  held,
];
