import type { Segments } from '@sightglass/store';
import type { Chore } from './chores.ts';

const dayMs = 24 * 3_600_000;
/** A start has better things to do. */
const restAfterStartMs = 30_000;
/** Packs hold an hour each. */
const everyMs = 3_600_000;

/** What is kept in files goes when its time is over; the engine drops rows by itself. */
export function createRetaining(kept: readonly Pick<Segments, 'dropBefore'>[], days: number, now: () => number): Chore {
  let nextAt = now() + restAfterStartMs;
  return {
    name: 'retaining',
    dueAt: () => nextAt,
    async run() {
      nextAt = now() + everyMs;
      for (const files of kept) await files.dropBefore(now() - days * dayMs);
    },
  };
}
