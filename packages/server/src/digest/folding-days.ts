import {
  type Columns,
  callDays,
  type DaySums,
  foldSummedDay,
  issueDays,
  routeDays,
  type SummedDay,
  sessionDays,
  vitalDays,
} from '@sightglass/store';
import { limits } from '@sightglass/wire';
import type { Chore } from './chores.ts';
import { createDaysAtRest } from './days-at-rest.ts';
import type { DaysLeft } from './face.ts';

export interface FoldingDaysParts {
  columns: Columns;
  /** Rises with every call, also over restarts. */
  nextVersion(): number;
  now(): number;
  /** Milliseconds that never step back: what waits is not kept waiting by a clock that is set. */
  ticks(): number;
}

interface Folded {
  /** What the log calls it. */
  name: string;
  tables: readonly DaySums[];
  /** Of a day; fewer are added up in no time by whoever asks. */
  least: number;
  /** A start has better things to do. */
  restAfterStartMs: number;
  /** Looking for what has changed reads something of every record of the days that are not at rest. */
  everyMs: number;
}

/** The most urgent first. */
const folded: readonly Folded[] = [
  { name: 'folding issues', tables: [issueDays], least: 500, restAfterStartMs: 30_000, everyMs: 60_000 },
  {
    ...{ name: 'folding traffic', tables: [sessionDays, callDays, routeDays, vitalDays] },
    ...{ least: 2_000, restAfterStartMs: 40_000, everyMs: 5 * 60_000 },
  },
];
/** A day that still changes is not added up again and again. */
const againAfterMs = 5 * 60_000;
const hourMs = 3_600_000;

/**
 * Adds up what was told in a day's past hours, so that a question over many days reads days and not records.
 *
 * @param onLeftOf - Whom each of them tells whenever it changes.
 */
export function createFoldingOfDays(
  parts: FoldingDaysParts,
  onLeftOf: (name: string) => (left: DaysLeft) => void,
): Chore[] {
  return folded.map((some) => createOne(parts, some, onLeftOf(some.name)));
}

function createOne(
  { columns, nextVersion, now, ticks }: FoldingDaysParts,
  { name, tables, least, restAfterStartMs, everyMs }: Folded,
  onLeft: (left: DaysLeft) => void,
): Chore {
  const foldedAt = new Map<string, number>();
  const listed = tables.map((table) => ({ table, list: createDaysAtRest(columns, table, least) }));
  let nextAt = ticks() + restAfterStartMs;
  let told: DaysLeft = { left: 0, all: 0 };

  /** Whole days of which nothing serves: there are some after an update that keeps them otherwise, and where much came in at once. */
  function tell(left: number): void {
    if (left === told.left) return;
    told = { left, all: left === 0 ? 0 : Math.max(left, told.all) };
    onLeft(told);
  }

  // Of who was there a session's row tells, which may come a little later than what happened.
  const pastHours = (day: number): number =>
    Math.max(0, Math.min(24, Math.floor((now() - limits.sessionIdleMs - day) / hourMs)));

  function isDue(table: DaySums, { project, day, hours, stale }: SummedDay): boolean {
    const past = pastHours(day);
    const wasAt = foldedAt.get(`${table.table} ${project} ${day}`) ?? Number.NEGATIVE_INFINITY;
    return (past > hours || (stale === 1 && past > 0)) && ticks() - wasAt >= againAfterMs;
  }

  async function run(mayGoOn: () => boolean): Promise<void> {
    nextAt = ticks() + everyMs;
    const due: { table: DaySums; one: SummedDay }[] = [];
    for (const { table, list } of listed)
      for (const one of await list()) if (isDue(table, one)) due.push({ table, one });
    // The newest first, in whatever table: that is what most questions are about.
    due.sort((some, other) => other.one.day - some.one.day);
    let left = due.filter(isMissing).length;
    tell(left);
    for (const each of due) {
      if (!mayGoOn()) {
        // Broken off for something more urgent: it goes on after that.
        nextAt = ticks();
        return;
      }
      const { table, one } = each;
      // The number before it is the one of a day that is being added up.
      nextVersion();
      await foldSummedDay(columns, table, one.project, {
        day: one.day,
        hours: pastHours(one.day),
        version: nextVersion(),
      });
      if (foldedAt.size > 3_000) foldedAt.clear();
      foldedAt.set(`${table.table} ${one.project} ${one.day}`, ticks());
      if (isMissing(each)) left -= 1;
      tell(left);
    }
  }

  const isMissing = ({ one }: { one: SummedDay }): boolean => one.absent === 1 && pastHours(one.day) === 24;

  return { name, dueAt: () => nextAt, run };
}
