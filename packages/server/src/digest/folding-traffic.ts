import { type Columns, callDays, foldSummedDay, listSummedDays, routeDays, vitalDays } from '@sightglass/store';
import { limits } from '@sightglass/wire';
import type { Chore } from './chores.ts';

export interface FoldingTrafficParts {
  columns: Columns;
  /** Rises with every call, also over restarts. */
  nextVersion(): number;
  now(): number;
  /** Milliseconds that never step back: what waits is not kept waiting by a clock that is set. */
  ticks(): number;
}

/** A start has better things to do. */
const restAfterStartMs = 40_000;
/** Looking for what has changed reads something of every record. */
const everyMs = 5 * 60_000;
/** Fewer are added up in no time by whoever asks. */
const least = 2_000;
const hourMs = 3_600_000;

/** Adds up the calls, screens and vitals of a day's past hours, so that Performance and the specification read days and not records. */
export function createFoldingTraffic({ columns, nextVersion, now, ticks }: FoldingTrafficParts): Chore {
  let nextAt = ticks() + restAfterStartMs;

  async function run(mayGoOn: () => boolean): Promise<void> {
    nextAt = ticks() + everyMs;
    for (const days of [callDays, routeDays, vitalDays])
      for (const { project, day, hours, stale } of await listSummedDays(columns, days, least)) {
        const past = Math.max(0, Math.min(24, Math.floor((now() - limits.sessionIdleMs - day) / hourMs)));
        if (past <= hours && (stale === 0 || past === 0)) continue;
        if (!mayGoOn()) {
          // Broken off for something more urgent: it goes on after that.
          nextAt = ticks();
          return;
        }
        // The number before it is the one of a day that is being added up.
        nextVersion();
        await foldSummedDay(columns, days, project, { day, hours: past, version: nextVersion() });
      }
  }

  return { name: 'folding traffic', dueAt: () => nextAt, run };
}
