import type { OfElements } from './days.ts';
import { inOrder, inOrderWithin, marksOf, metOf, narrow, oneByOne, withoutNext, withPrevious } from './marks.ts';
import { marksOverIn, withoutThird } from './out-of-time.ts';
import { inOrderApart, sameInOrder, timesIn } from './ways.ts';

interface Asked {
  steps: readonly (OfElements & { not: boolean })[];
  within: string | null;
  /** The last step is what did not follow. */
  denied: boolean;
  /** All steps ask for the same. */
  isSame: boolean;
  /** Of each step: no event can be both this one and the one before. */
  isApart: readonly boolean[];
}

/**
 * SQL: sessions that hold to a sequence, of those that have one row in `session_days`: their lists are in order of time, and nothing is gathered.
 * An event goes with its time in one number, in which it is told apart from the others of its row.
 *
 * @param where - SQL: of which rows.
 */
export function holdsInDays({ steps, within, denied, isSame, isApart }: Asked, where: string): string {
  const last = steps.length - 1;
  const fitting = steps.map(
    (step, at) =>
      `arrayFilter((one_end, ${step.lists.join(', ')}) -> ${step.sql}, ends, ${step.lists.join(', ')}) AS ends${at}`,
  );
  const ends = `SELECT of_session, ${fitting.join(', ')} FROM session_days PREWHERE ${where}`;

  if (isSame && !denied)
    return sameInOrder(steps.length, within, `SELECT of_session, ${timesIn(narrow, 'ends0')} AS times FROM (${ends})`);
  if (within === null) return inOrderApart(narrow, last, denied, ends);
  if (last === 2 && denied)
    return `SELECT of_session FROM (SELECT of_session, ${marksOverIn(narrow.bits, within)} AS met FROM (${ends})) WHERE ${withoutThird(narrow, within)}`;
  const mets = `SELECT of_session, arraySort(arrayConcat(${steps.map((_, at) => `arrayMap(one -> ${metOf('one', at)}, ends${at})`).join(', ')})) AS met
    FROM (${ends})`;
  const apart = isApart.slice(1).every(Boolean);
  if (last > 1 && !denied && !apart) return inOrderWithin(narrow, steps, isApart, within, mets);
  const holds = (): string => {
    if (apart && !denied) return inOrder(marksOf(narrow, 'met'), 0, last, within);
    if (last === 1) return denied ? withoutNext(narrow, within) : withPrevious(narrow, within);
    return `${inOrder(marksOf(narrow, 'met'), 0, denied ? last - 1 : last, within)} AND ${oneByOne(narrow, steps, within)}`;
  };
  return `SELECT of_session FROM (${mets}) WHERE ${holds()}`;
}
