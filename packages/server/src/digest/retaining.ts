import type { Segments } from '@sightglass/store';
import type { Chore } from './chores.ts';

const dayMs = 24 * 3_600_000;
/** A start has better things to do. */
const restAfterStartMs = 30_000;
/** Packs hold an hour each. */
const everyMs = 3_600_000;

/** Replay bytes past their time go; the engine drops rows by itself. */
export function createRetaining(segments: Pick<Segments, 'dropBefore'>, days: number, now: () => number): Chore {
  let nextAt = now() + restAfterStartMs;
  return {
    name: 'retaining',
    dueAt: () => nextAt,
    async run() {
      nextAt = now() + everyMs;
      await segments.dropBefore(now() - days * dayMs);
    },
  };
}
