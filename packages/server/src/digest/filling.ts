import { type Columns, fillLater, listUnfilled } from '@sightglass/store';
import type { Chore } from './chores.ts';
import type { DaysLeft } from './face.ts';

export interface FillingParts {
  columns: Columns;
  /** Milliseconds that never step back: what waits is not kept waiting by a clock that is set. */
  ticks(): number;
}

/** A start has better things to do. */
const restAfterStartMs = 20_000;

/**
 * What searches read is written into days that were stored before there was such a column: once after an update, the newest days first.
 *
 * @param onLeft - Told whenever it changes.
 */
export function createFilling({ columns, ticks }: FillingParts, onLeft: (left: DaysLeft) => void): Chore {
  let nextAt = ticks() + restAfterStartMs;
  let all = 0;

  function tell(left: number): void {
    if (left === 0 && all === 0) return;
    all = left === 0 ? 0 : Math.max(left, all);
    onLeft({ left, all });
  }

  return {
    name: 'filling',
    dueAt: () => nextAt,
    async run(mayGoOn) {
      const unfilled = await listUnfilled(columns);
      let left = unfilled.reduce((sum, { days }) => sum + days, 0);
      tell(left);
      for (const one of unfilled) {
        // Broken off for something more urgent: it goes on after that.
        if (!mayGoOn()) return;
        await fillLater(columns, one);
        left -= one.days;
        tell(left);
      }
      // Whatever is stored from here on has it.
      nextAt = Number.POSITIVE_INFINITY;
    },
  };
}
