import type { intakeOutcomes, ProjectRole, SampleCounts } from '@sightglass/wire';
import type { z } from 'zod';
import { writeExactly } from '../../ui/index.ts';

type Outcomes = z.infer<typeof intakeOutcomes.answer>;

export interface IntakeDay {
  day: string;
  door: string;
  accepted: number;
  refused: readonly { outcome: string; items: number }[];
  /** Beside what is counted: things that an SDK says of itself, or that were put right. */
  remarks: readonly { outcome: string; items: number }[];
}

/** Not taken, and nothing lost: the sender did not hear our answer and sent the same again. */
export const harmless: ReadonlySet<string> = new Set(['duplicate']);

/** Neither accepted nor refused. */
const isRemark = (outcome: string): boolean => outcome.startsWith('note:');

/** `note:timing_span` as words. */
export const remarkWords = (outcome: string): string => outcome.slice('note:'.length).replace(/[-_]+/g, ' ');

/** Items that were not taken and are not here. */
export function lostItems({ outcomes }: Pick<Outcomes, 'outcomes'>): number {
  return outcomes
    .filter(({ outcome }) => outcome !== 'accepted' && !harmless.has(outcome) && !isRemark(outcome))
    .reduce((sum, { items }) => sum + items, 0);
}

/** One line for each day and door, newest day first: what was taken, and what was not, by its reason. */
export function intakeDays({ outcomes }: Pick<Outcomes, 'outcomes'>): IntakeDay[] {
  const lines = new Map<string, IntakeDay & Record<'refused' | 'remarks', { outcome: string; items: number }[]>>();
  for (const { day, door, outcome, items } of outcomes) {
    const id = `${day} ${door}`;
    const line = lines.get(id) ?? { day, door, accepted: 0, refused: [], remarks: [] };
    lines.set(id, line);
    if (outcome === 'accepted') line.accepted += items;
    else (isRemark(outcome) ? line.remarks : line.refused).push({ outcome, items });
  }
  return [...lines.values()].sort(
    (one, other) => other.day.localeCompare(one.day) || one.door.localeCompare(other.door),
  );
}

export const roleWords: Record<ProjectRole, string> = {
  viewer: 'Viewer: sees everything, changes nothing',
  member: 'Member: also sends test sessions and sees the quarantine',
  admin: 'Admin: also people, keys, tokens and deletions',
  owner: 'Owner: everything',
};

export const sizeOf = ({ sessions, records, segments }: SampleCounts): number => sessions + records + segments;

/** How much of what was there before is gone, 0 to 1. Each table takes about as long as the others, however many rows it has. */
export function shareGone(left: SampleCounts, before: SampleCounts): number {
  const kinds = (['sessions', 'records', 'segments'] as const).filter((kind) => before[kind] > 0);
  const gone = kinds.map((kind) => Math.max(0, 1 - left[kind] / before[kind]));
  return kinds.length === 0 ? 1 : gone.reduce((sum, share) => sum + share, 0) / kinds.length;
}

/** `1,204 sessions, 34,567 records and 1 replay segment`. */
export function sampleWords({ sessions, records, segments }: SampleCounts): string {
  const words = (count: number, one: string): string => `${writeExactly(count)} ${one}${count === 1 ? '' : 's'}`;
  return `${words(sessions, 'session')}, ${words(records, 'record')} and ${words(segments, 'replay segment')}`;
}

const dayMs = 24 * 3_600_000;

/** The oldest day (UTC, `YYYY-MM-DD`) of which anything is left when so many days are kept. */
export function firstDayKept(now: number, days: number): string {
  return new Date(now - days * dayMs).toISOString().slice(0, 10);
}
