import { child, type Issue } from './cut-long.ts';

/**
 * Takes numbers out of a record, in place, that cannot be: lengths by a clock that a page has put in the place of the browser's are negative,
 * beyond all bounds, or `null`, as JSON has what is none. A thing that is nothing without its number goes with it (an entry of a map, an item of a
 * list), and where that is the record, it stays wrong.
 *
 * @param without - Places that were left out by now. One that is missed takes what it stood in along, the next time.
 * @returns how many numbers were found odd, and how many things were taken out
 */
export function leaveOutOdd(
  record: unknown,
  issues: readonly Issue[],
  without: Set<string>,
): { odd: number; steps: number } {
  let [odd, steps] = [0, 0];
  // From the end, so that the places of a list's other items stay what they are.
  for (const issue of issues.toReversed()) {
    const isMissed = without.has(JSON.stringify(issue.path));
    const path = isMissed ? issue.path.slice(0, -1) : issue.path;
    const last = path.at(-1);
    const holder = path.slice(0, -1).reduce<unknown>(child, record);
    if (last === undefined || typeof holder !== 'object' || holder === null) continue;
    if (!isMissed && !isOdd(issue, child(holder, last))) continue;
    if (Array.isArray(holder)) holder.splice(Number(last), 1);
    else Reflect.deleteProperty(holder, last);
    without.add(JSON.stringify(path));
    if (!isMissed) odd += 1;
    steps += 1;
  }
  return { odd, steps };
}

const numbers: readonly unknown[] = ['number', 'int'];

function isOdd({ code, expected }: Issue, value: unknown): boolean {
  if (code === 'invalid_type') return numbers.includes(expected) && (value === null || typeof value === 'number');
  return typeof value === 'number' && (code === 'too_small' || code === 'too_big');
}
