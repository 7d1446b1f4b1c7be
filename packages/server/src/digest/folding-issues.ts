import { type Columns, foldSummedDay, issueDays, listSummedDays } from '@sightglass/store';
import { limits } from '@sightglass/wire';
import type { Chore } from './chores.ts';

export interface FoldingIssuesParts {
  columns: Columns;
  /** Rises with every call, also over restarts. */
  nextVersion(): number;
  now(): number;
  /** Milliseconds that never step back: what waits is not kept waiting by a clock that is set. */
  ticks(): number;
}

/** A start has better things to do. */
const restAfterStartMs = 30_000;
const everyMs = 60_000;
/** A day that still changes is not added up again and again. */
const againAfterMs = 5 * 60_000;
/** Fewer are added up in no time by whoever asks. */
const least = 500;
const hourMs = 3_600_000;

/** Adds up the errors and failed calls of a day's past hours, so that the list of issues reads days and not records. */
export function createFoldingIssues({ columns, nextVersion, now, ticks }: FoldingIssuesParts): Chore {
  const foldedAt = new Map<string, number>();
  let nextAt = ticks() + restAfterStartMs;

  async function run(mayGoOn: () => boolean): Promise<void> {
    nextAt = ticks() + everyMs;
    for (const { project, day, hours, stale } of await listSummedDays(columns, issueDays, least)) {
      // Of who was there a session's row tells, which may come a little later than its errors.
      const past = Math.max(0, Math.min(24, Math.floor((now() - limits.sessionIdleMs - day) / hourMs)));
      const key = `${project} ${day}`;
      const isDue = past > hours || (stale === 1 && past > 0);
      if (!isDue || ticks() - (foldedAt.get(key) ?? Number.NEGATIVE_INFINITY) < againAfterMs) continue;
      if (!mayGoOn()) {
        // Broken off for something more urgent: it goes on after that.
        nextAt = ticks();
        return;
      }
      // The number before it is the one of a day that is being added up.
      nextVersion();
      await foldSummedDay(columns, issueDays, project, { day, hours: past, version: nextVersion() });
      if (foldedAt.size > 1_000) foldedAt.clear();
      foldedAt.set(key, ticks());
    }
  }

  return { name: 'folding issues', dueAt: () => nextAt, run };
}
