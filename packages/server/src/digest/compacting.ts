import { type Columns, compactPacks, type Segments } from '@sightglass/store';
import type { Teller } from '../journal/index.ts';
import type { Chore } from './chores.ts';

/** A start has better things to do. */
const restAfterStartMs = 30_000;
const everyMs = 10 * 60_000;
/** A pack holds the segments of an hour; after half an hour more the sessions in it are over. */
const restMs = 90 * 60_000;

/** Replay of sessions that are over is packed again, smaller. Whatever fails is tried again the next time. */
export function createCompacting(columns: Columns, segments: Segments, now: () => number, teller: Teller): Chore {
  let nextAt = now() + restAfterStartMs;
  return {
    name: 'compacting',
    dueAt: () => nextAt,
    async run(mayGoOn) {
      nextAt = now() + everyMs;
      const packs = await compactPacks(columns, segments, now() - restMs, mayGoOn);
      // Broken off for something more urgent: it goes on after that.
      if (!mayGoOn()) nextAt = now();
      if (packs > 0) teller.info({ packs }, 'replay was packed again');
    },
  };
}
