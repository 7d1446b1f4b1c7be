import { type Columns, foldDay, listDays, listOngoing } from '@sightglass/store';
import { limits } from '@sightglass/wire';
import type { Chore } from './chores.ts';

export interface FoldingParts {
  columns: Columns;
  /** Rises with every call, also over restarts. */
  nextVersion(): number;
  now(): number;
  /** Milliseconds that never step back: what waits is not kept waiting by a clock that is set. */
  ticks(): number;
}

/** A start has better things to do. */
const restAfterStartMs = 20_000;
const everyMs = 60_000;
/** A day that still changes is not added up again and again. */
const againAfterMs = 5 * 60_000;
/** Fewer are added up in no time by whoever asks. */
const leastSessions = 100;
const hourMs = 3_600_000;

/** Adds up what the sessions of a day's past hours show, so that a question over many days reads days and not sessions. */
export function createFolding({ columns, nextVersion, now, ticks }: FoldingParts): Chore {
  const foldedAt = new Map<string, number>();
  let nextAt = ticks() + restAfterStartMs;

  async function run(mayGoOn: () => boolean): Promise<void> {
    nextAt = ticks() + everyMs;
    const days = await listDays(columns, leastSessions);
    const ongoing = await listOngoing(columns, now() - limits.sessionIdleMs);
    for (const { project, day, hours, stale } of days) {
      const settled = Math.min(now() - limits.sessionIdleMs, ongoing.get(project) ?? Number.POSITIVE_INFINITY);
      const past = Math.max(0, Math.min(24, Math.floor((settled - day) / hourMs)));
      const isDue = past > hours || (stale === 1 && past > 0);
      const key = `${project} ${day}`;
      if (!isDue || ticks() - (foldedAt.get(key) ?? Number.NEGATIVE_INFINITY) < againAfterMs) continue;
      if (!mayGoOn()) {
        // Broken off for something more urgent: it goes on after that.
        nextAt = ticks();
        return;
      }
      // The number before it is the one of a day that is being added up.
      nextVersion();
      await foldDay(columns, project, day, past, nextVersion());
      if (foldedAt.size > 1_000) foldedAt.clear();
      foldedAt.set(key, ticks());
    }
  }

  return { name: 'folding', dueAt: () => nextAt, run };
}
