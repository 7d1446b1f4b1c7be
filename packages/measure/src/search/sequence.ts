import { isDone } from '@sightglass/store';
import type { SearchNode } from '@sightglass/wire';
import { asksDaysAlone, type Days, elementCondition } from './days.ts';
import { areTheSame, kindsOf } from './event.ts';
import { holdsInDays } from './in-days.ts';
import {
  ends,
  inOrder,
  inOrderWithin,
  mark,
  marksOf,
  met,
  oneByOne,
  twoEvents,
  wide,
  withoutNext,
  withPrevious,
} from './marks.ts';
import { marksOver, withoutThird } from './out-of-time.ts';
import { type Scan, type Step, scanOfAll, scansOf, timesOfCalls } from './scans.ts';
import type { Binder } from './test.ts';
import { apartInOrder, endsGrouped, inOrderApart, sameInOrder, timesGrouped } from './ways.ts';

/**
 * SQL: hashes of the sessions that hold to a sequence. Steps are in order of time, each another event than the one before it. A step may
 * stand in the same millisecond: a click and its call often do. `within` is the time from the first step to the last.
 *
 * @param days - What answers for days that are kept, as `findDays` tells it. Where they tell all that is asked, a session that has one row is looked
 * at there; those that are told of elsewhere too are gathered.
 */
export function sequence(node: Extract<SearchNode, { type: 'then' }>, binder: Binder, days?: Days): string {
  const { steps, withinMs } = node;
  const within = withinMs === null ? null : binder.integer(withinMs);
  const areOne = areTheSame(steps);
  // Every way is looked at: of all sessions at once that would take more memory than a question has.
  if (within !== null && isDenied(steps) && steps.length > 3)
    return gathered(steps, within, scansOf(steps, binder), areOne);
  // Of two steps the ends are all that is gathered: records tell them sooner than lists that have to be taken apart, save calls, which are wide there.
  if (steps.length === 2 && steps.every(({ node }) => kindsOf(node)?.includes('resource') === false))
    return gathered(steps, within, scansOf(steps, binder), areOne);
  if (days?.of === 'calls' && areOne && !isDenied(steps) && (within !== null || steps.length > 2))
    return sameInOrder(steps.length, within, timesOfCalls((steps[0] as Step).node, binder, days)); // a sequence has steps
  if (days?.of !== 'sessions' || !steps.every((step) => asksDaysAlone(step.node)))
    return gathered(steps, within, scansOf(steps, binder, days), areOne);
  const elsewhere = `(SELECT of_session FROM session_days WHERE ${days.kept} AND alone = 0
      UNION ALL SELECT cityHash64(session) FROM records WHERE ${days.raw} AND ${isDone})`;
  const rest = scanOfAll(steps, binder, { ...days, kept: `${days.kept} AND of_session IN ${elsewhere}` });
  const alone = holdsInDays(
    {
      within,
      denied: isDenied(steps),
      isSame: areOne,
      isApart: steps.map((step, at) => at > 0 && areApart(steps[at - 1] ?? step, step)),
      steps: steps.map(({ node, not }) => ({ not, ...elementCondition(node, binder) })),
    },
    `${days.kept} AND of_session NOT IN ${elsewhere}`,
  );
  return `${alone} UNION ALL ${gathered(steps, within, [rest], areOne)}`;
}

/**
 * No more is gathered of a session than the answer needs: of two steps that may be any time apart the ends, of more what lies between them, and
 * which event it is only where one can be two steps. A session's marks in order say at once how late a way to each step can have begun, so
 * that a long session costs no more than its length.
 */
function gathered(steps: readonly Step[], within: string | null, scans: readonly Scan[], areOne: boolean): string {
  const last = steps.length - 1;
  const denied = isDenied(steps);
  const apart = steps.slice(1).every((step, at) => areApart(steps[at] ?? step, step));
  // One scan tells of each event once, whichever of the steps it is.
  const isSame = !denied && areOne && (last === 1 || steps.every(isToldOnce));
  const grouped = (what: (event: string) => string): string =>
    `FROM (${scans.map((rows) => rows(what, isSame)).join(' UNION ALL ')}) GROUP BY of_session`;

  if (last === 1 && within === null && steps.every(isToldOnce)) {
    if (isSame) return `SELECT of_session ${grouped(ends.columns)} HAVING ${ends.areTwo}`;
    if (apart) return `SELECT of_session ${grouped(() => 'at')} HAVING ${denied ? ends.never : ends.follow}`;
    if (!denied) return `SELECT of_session ${grouped(ends.columns)} HAVING ${ends.differ}`;
  }
  if (isSame && steps.every(isToldOnce)) return sameInOrder(steps.length, within, timesGrouped(grouped));
  if (last > 1 && within === null)
    return apart
      ? apartInOrder(denied ? last - 1 : last, denied, grouped)
      : inOrderApart(wide, last, denied, endsGrouped(steps.length, grouped));
  if (apart && !denied)
    return `SELECT of_session ${grouped(() => `${mark} AS mark`)} HAVING ${inOrder('arraySort(groupArray(mark))', 0, last, within)}`;
  const mets = `SELECT of_session, arraySort(groupArray(one_met)) AS met ${grouped((event) => `${met(event)} AS one_met`)}`;
  if (last > 1 && within !== null && !denied && steps.every(isToldOnce)) {
    const isApart = steps.map((step, at) => at > 0 && areApart(steps[at - 1] ?? step, step));
    return inOrderWithin(wide, steps, isApart, within, mets);
  }
  if (last === 2 && denied && within !== null)
    return `SELECT of_session FROM (SELECT of_session, ${marksOver(wide, within)} AS met FROM (${mets})) WHERE ${withoutThird(wide, within)}`;
  const holds = (): string => {
    if (isSame) return twoEvents(wide, within);
    if (last === 1) return denied ? withoutNext(wide, within) : withPrevious(wide, within);
    // The few that are left are looked at step by step.
    return `${inOrder(marksOf(wide, 'met'), 0, denied ? last - 1 : last, within)} AND ${oneByOne(wide, steps, within)}`;
  };
  return `SELECT of_session FROM (${mets}) WHERE ${holds()}`;
}

const isDenied = (steps: readonly Step[]): boolean => steps.at(-1)?.not === true;

/** No event can be both. */
function areApart({ node: one }: Step, { node: other }: Step): boolean {
  const [some, others] = [kindsOf(one), kindsOf(other)];
  return some !== undefined && others?.every((kind) => !some.includes(kind)) === true;
}

/** Whatever is told again of it tells the same time, unlike a vital's reports. */
const isToldOnce = ({ node }: Step): boolean => kindsOf(node)?.includes('vital') === false;
