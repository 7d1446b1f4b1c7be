import type { DatabaseSync } from 'node:sqlite';
import type { OutcomeRow } from './face.ts';

/** Items that were stored. Every other outcome is a refusal, save for remarks. */
export const accepted = 'accepted';
/** Items that were here already; they are not stored again, and nothing is lost. */
export const known = 'duplicate';
/** Something that was done to items that are counted elsewhere: cut, clamped, a key dropped. */
export const remark = (what: string): string => `note:${what}`;

export interface Counted extends Omit<OutcomeRow, 'day'> {
  project: string;
}

/** Items by project, door and outcome, until they are written. */
export interface Tally {
  count(project: string, door: string, outcome: string, items: number): void;
  /** What was counted; the tally is empty afterwards. */
  take(): Counted[];
  /** What is counted of a project and not taken yet. */
  of(project: string): Counted[];
}

export function createTally(): Tally {
  let counts = new Map<string, Counted>();
  return {
    count(project, door, outcome, items) {
      if (items === 0) return;
      const key = `${project} ${door} ${outcome}`;
      const counted = counts.get(key);
      if (counted === undefined) counts.set(key, { project, door, outcome, items });
      else counted.items += items;
    },
    take() {
      const taken = [...counts.values()];
      counts = new Map();
      return taken;
    },
    of: (project) => [...counts.values()].filter((counted) => counted.project === project),
  };
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

export function writeOutcomes(database: DatabaseSync, counted: readonly Counted[], now: number): void {
  const add = database.prepare(`
    INSERT INTO outcomes (project, day, door, outcome, items) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (project, day, door, outcome) DO UPDATE SET items = items + excluded.items`);
  const day = dayOf(now);
  for (const { project, door, outcome, items } of counted) add.run(project, day, door, outcome, items);
}

export function readOutcomes(database: DatabaseSync, project: string): OutcomeRow[] {
  const rows = database
    .prepare('SELECT day, door, outcome, items FROM outcomes WHERE project = ? ORDER BY day DESC, door, outcome')
    .all(project);
  return rows as unknown as OutcomeRow[]; // the columns of the statement
}

/** What is written, and what could not be yet, as on a full disk, which is when one looks. */
export function withUnwritten(rows: readonly OutcomeRow[], unwritten: readonly Counted[], now: number): OutcomeRow[] {
  const sums = new Map(rows.map((row) => [`${row.day} ${row.door} ${row.outcome}`, { ...row }]));
  const day = dayOf(now);
  for (const { door, outcome, items } of unwritten) {
    const key = `${day} ${door} ${outcome}`;
    const sum = sums.get(key);
    if (sum === undefined) sums.set(key, { day, door, outcome, items });
    else sum.items += items;
  }
  return [...sums.values()];
}
