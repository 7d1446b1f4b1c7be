import { asAsker, type Columns } from '@sightglass/store';

/** What an answer relies on, of whoever asks. */
interface Reliance {
  daysServe: boolean;
  checks: (() => Promise<boolean>)[];
}

const reliances = new WeakMap<Columns, Reliance>();

/** A day is added up anew every few minutes at the most. */
const mostTries = 3;

/**
 * Answers a question of several steps, which learns first what days are added up and then reads them. A day that is added up anew in between takes
 * the place of its rows that were meant, and the answer lacks them: it is asked again then, and at last without any such days.
 *
 * @param question - Asks these columns alone. What it asks of `measure` itself counts with it.
 */
export async function whileDaysStand<Answer>(
  columns: Columns,
  question: (columns: Columns) => Promise<Answer>,
): Promise<Answer> {
  // Part of a greater question, which is asked again as a whole.
  if (reliances.has(columns)) return question(columns);
  for (let tries = 1; ; tries += 1) {
    const asker = asAsker(columns);
    const reliance: Reliance = { daysServe: tries <= mostTries, checks: [] };
    reliances.set(asker, reliance);
    const answer = await question(asker);
    const stand = await Promise.all(reliance.checks.map((check) => check()));
    if (stand.every(Boolean)) return answer;
  }
}

/** The question of several steps as everybody asks it: {@link whileDaysStand}. */
export const overDays =
  <About extends unknown[], Answer>(question: (columns: Columns, ...about: About) => Promise<Answer>) =>
  (columns: Columns, ...about: About): Promise<Answer> =>
    whileDaysStand(columns, (asked) => question(asked, ...about));

/** Whether days that are added up may be read for this answer. */
export const daysServe = (columns: Columns): boolean => reliances.get(columns)?.daysServe ?? true;

/** @param stands - Whether what was read would still be there: told once the answer is known. */
export function relyOn(columns: Columns, stands: () => Promise<boolean>): void {
  reliances.get(columns)?.checks.push(stands);
}
