import type { Observer } from './collect.ts';

/** Everything that is looked for in a session. One file a topic, which says what its keys and labels are. */
export const observers: readonly Observer[] = [];
