import { type Columns, compactPacks, type Segments } from '@sightglass/store';
import type { Teller } from '../journal/index.ts';
import type { Chore } from './chores.ts';

export interface CompactingParts {
  columns: Columns;
  segments: Segments;
  now(): number;
  /** Milliseconds that never step back: what waits is not kept waiting by a clock that is set. */
  ticks(): number;
  teller: Teller;
}

/** A start has better things to do. */
const restAfterStartMs = 30_000;
const everyMs = 10 * 60_000;
/** A pack holds the segments of an hour; after half an hour more the sessions in it are over. */
const restMs = 90 * 60_000;

/** Replay of sessions that are over is packed again, smaller. Whatever fails is tried again the next time. */
export function createCompacting({ columns, segments, now, ticks, teller }: CompactingParts): Chore {
  let nextAt = ticks() + restAfterStartMs;
  return {
    name: 'compacting',
    dueAt: () => nextAt,
    async run(mayGoOn) {
      nextAt = ticks() + everyMs;
      const packs = await compactPacks(columns, segments, now() - restMs, mayGoOn);
      // Broken off for something more urgent: it goes on after that.
      if (!mayGoOn()) nextAt = ticks();
      if (packs > 0) teller.info({ packs }, 'replay was packed again');
    },
  };
}
