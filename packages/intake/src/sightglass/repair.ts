import { type WireRecord, wireRecord } from '@sightglass/wire';
import { cutLong } from './cut-long.ts';
import { leaveOutOdd } from './odd-numbers.ts';

export type Repaired = { record: WireRecord; truncated: number; unmeasured: number } | { wrong: PropertyKey[] };

/** What is nothing without its number goes one level further out each time; records are flat, but for shapes. */
const maxRounds = 8;

/**
 * A record as its schema has it, repaired in place where it is not: what is only too long is cut, and numbers that cannot be are left out.
 * Whatever else is wrong stays wrong. Both are counted, for the notes.
 */
export function repair(item: unknown): Repaired {
  let parsed = wireRecord.safeParse(item);
  let [truncated, unmeasured] = [0, 0];
  const without = new Set<string>();
  for (let round = 0; !parsed.success && round < maxRounds; round += 1) {
    const { issues } = parsed.error;
    const cut = round === 0 ? cutLong(item, issues) : 0;
    const left = leaveOutOdd(item, issues, without);
    if (cut + left.steps === 0) break;
    truncated += cut;
    unmeasured += left.odd;
    parsed = wireRecord.safeParse(item);
  }
  if (!parsed.success) return { wrong: parsed.error.issues[0]?.path ?? [] };
  return { record: parsed.data, truncated, unmeasured };
}
