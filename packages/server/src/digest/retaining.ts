import { type Columns, dropOld, dropPast, type Segments } from '@sightglass/store';
import type { Aside } from '../quarantine/index.ts';
import type { Chore } from './chores.ts';
import { type ClockLeapParts, createClockLeap } from './clock-leap.ts';

const dayMs = 24 * 3_600_000;
/** A start has better things to do. */
const restAfterStartMs = 30_000;
/** Packs hold an hour each. */
const everyMs = 3_600_000;

export interface RetainingParts extends ClockLeapParts {
  columns: Columns;
  segments: Pick<Segments, 'dropBefore'>;
  aside: Pick<Aside, 'dropBefore'>;
  /** The longest that anything is kept. */
  days: number;
  /** Milliseconds that never step back: what waits is not kept waiting by a clock that is set. */
  ticks(): number;
  /** What was recorded before this time is gone. @param project - null: of all of them */
  onDropped(project: string | null, before: number): void;
}

export interface Retaining extends Chore {
  /** This project keeps less, or as long as all others again; it is looked after at once. */
  keep(project: string, days: number): void;
}

/** What was recorded goes when its time is over. */
export function createRetaining(parts: RetainingParts): Retaining {
  const { columns, segments, aside, days, now, ticks, onDropped } = parts;
  const isClockBelieved = createClockLeap(parts);
  const shorter = new Map<string, { kept: number; dropped: number }>();
  let nextAt = ticks() + restAfterStartMs;
  return {
    name: 'retaining',
    dueAt: () => nextAt,
    keep(project, kept) {
      if (kept < days) shorter.set(project, { kept, dropped: 0 });
      else shorter.delete(project);
      nextAt = ticks();
    },
    async run(mayGoOn) {
      nextAt = ticks() + everyMs;
      if (!isClockBelieved()) return;
      const oldest = now() - days * dayMs;
      await dropPast(columns, oldest);
      // After them, so that no row points at bytes that are gone.
      await segments.dropBefore(oldest);
      await aside.dropBefore(oldest);
      onDropped(null, oldest);
      for (const [project, { kept, dropped }] of shorter) {
        // By whole days, once each: every hour would have the engine write the rest of a day again.
        const before = Math.floor((now() - kept * dayMs) / dayMs) * dayMs;
        if (before === dropped) continue;
        if (!mayGoOn()) {
          nextAt = ticks();
          return;
        }
        await dropOld(columns, segments, project, before);
        await aside.dropBefore(before, project);
        await columns.sync();
        onDropped(project, before);
        // Unless it was changed meanwhile: then it is looked after again.
        if (shorter.get(project)?.kept === kept) shorter.set(project, { kept, dropped: before });
      }
    },
  };
}
