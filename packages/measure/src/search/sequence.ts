import type { SearchNode } from '@sightglass/wire';
import { recordsInSpan } from '../span.ts';
import type { Source } from '../traffic/source.ts';
import { asksCallsAlone, callCondition } from './call-rows.ts';
import { kindsOf, ofEvent } from './event.ts';
import {
  ends,
  inOrder,
  inOrderWithin,
  mark,
  marksOf,
  met,
  oneByOne,
  twoEvents,
  withoutNext,
  withPrevious,
} from './marks.ts';
import { type Binder, createBinder } from './test.ts';
import { apartInOrder, inOrderApart, sameInOrder, time } from './ways.ts';

type Sequence = Extract<SearchNode, { type: 'then' }>;
type Step = Sequence['steps'][number];

/**
 * SQL: hashes of the sessions that hold to a sequence. Steps are in order of time, each another event than the one before it. A step may
 * stand in the same millisecond: a click and its call often do. `within` is the time from the first step to the last.
 *
 * No more is gathered of a session than the answer needs: of two steps that may be any time apart the ends, of more what lies between them, and
 * which event it is only where one can be two steps. A session's marks in order say at once how late a way to each step can have begun, so
 * that a long session costs no more than its length.
 *
 * @param calls - What answers for calls, as `findCalls` tells it.
 */
export function sequence(node: Sequence, binder: Binder, calls?: Source): string {
  const { steps, withinMs } = node;
  const within = withinMs === null ? null : binder.integer(withinMs);
  const last = steps.length - 1;
  const denied = steps[last]?.not === true;
  const apart = steps.slice(1).every((step, at) => areApart(steps[at] ?? step, step));
  const scans = scansOf(steps, binder, calls);
  // One scan tells of each event once, whichever of the steps it is.
  const isSame = !denied && scans.length === 1 && (last === 1 || steps.every(isToldOnce));
  const grouped = (what: Columns): string =>
    `FROM (${scans.map(({ rows }) => rows(what, isSame)).join(' UNION ALL ')}) GROUP BY of_session`;

  if (last === 1 && within === null && steps.every(isToldOnce)) {
    if (isSame) return `SELECT of_session ${grouped(ends.columns)} HAVING ${ends.areTwo}`;
    if (apart) return `SELECT of_session ${grouped(() => 'at')} HAVING ${denied ? ends.never : ends.follow}`;
    if (!denied) return `SELECT of_session ${grouped(ends.columns)} HAVING ${ends.differ}`;
  }
  if (isSame && steps.every(isToldOnce)) return sameInOrder(steps.length, within, scans[0]?.times, grouped);
  if (last > 1 && within === null)
    return apart ? apartInOrder(denied ? last - 1 : last, denied, grouped) : inOrderApart(last, denied, grouped);
  if (apart && !denied)
    return `SELECT of_session ${grouped(() => `${mark} AS mark`)} HAVING ${inOrder('arraySort(groupArray(mark))', 0, last, within)}`;
  const gathered = `SELECT of_session, arraySort(groupArray(one_met)) AS met ${grouped((event) => `${met(event)} AS one_met`)}`;
  if (last > 1 && within !== null && !denied && steps.every(isToldOnce)) {
    const isApart = steps.map((step, at) => at > 0 && areApart(steps[at - 1] ?? step, step));
    return inOrderWithin(steps, isApart, within, gathered);
  }
  const holds = (): string => {
    if (isSame) return twoEvents(within);
    if (last === 1) return denied ? withoutNext(within) : withPrevious(within);
    // The few that are left are looked at step by step.
    return `${inOrder(marksOf('met'), 0, denied ? last - 1 : last, within)} AND ${oneByOne(steps, within)}`;
  };
  return `SELECT of_session FROM (${gathered}) WHERE ${holds()}`;
}

/** SQL: the columns that are wanted of what fits, by what makes rows one event; `of_session`, `at` and `step` are there. */
type Columns = (event: string) => string;

interface Scan {
  /** SQL of the rows that fit one step, or several that ask for the same. @param once - They are told as the first of these alone. */
  rows(what: Columns, once: boolean): string;
  /** SQL: `of_session` and `time` of these rows, each event once: where that is known without looking at which it is. */
  times?: string;
}

/** For each different step. */
function scansOf(steps: readonly Step[], binder: Binder, calls?: Source): Scan[] {
  const kept = calls && callsAreApart(steps) ? calls : undefined;
  const same = Map.groupBy(
    steps.map(({ node }, at) => ({ node, at })),
    ({ node }) => {
      const alone = createBinder();
      return JSON.stringify([ofEvent(node, alone), alone.bound]);
    },
  );
  return [...same.values()].map((some) => {
    const node = some[0]?.node as SearchNode; // a group has one at least
    const fits = ofEvent(node, binder);
    const stepIn = (once: boolean): string =>
      `${some.length === 1 || once ? some[0]?.at : `arrayJoin([${some.map(({ at }) => at)}])`} AS step`;
    const scan = (where: string, what: Columns, once: boolean): string => `
      SELECT cityHash64(session) AS of_session, ${stepIn(once)}, ${what(eventOf(steps))} FROM records WHERE ${where} AND ${fits}`;
    if (!kept || !asksCallsAlone(node)) return { rows: (what, once) => scan(recordsInSpan, what, once) };
    const ofRows = callCondition(node, binder);
    return {
      rows: (what, once) => `
      SELECT of_session, ${stepIn(once)}, ${what(callOf)} FROM call_rows WHERE ${kept.kept} AND ${ofRows}
      UNION ALL ${scan(kept.raw, what, once)}`,
      times: `
      SELECT of_session, ${time} AS time FROM call_rows WHERE ${kept.kept} AND ${ofRows}
      UNION ALL SELECT of_session, time FROM (SELECT DISTINCT * FROM (${scan(kept.raw, (event) => `${time} AS time, ${event} AS event`, true)}))`,
    };
  });
}

/** SQL: what makes records one event. Views, which are known by another name, are asked for it only where there may be some. */
function eventOf(steps: readonly Step[]): string {
  const mayBeView = steps.some(({ node }) => kindsOf(node)?.includes('view') !== false);
  const view = mayBeView ? "kind = 'view' AND view != '', view, " : '';
  return `cityHash64(tab, kind, multiIf(record_id != '', record_id, ${view}toString(number)))`;
}

/** SQL over `call_rows`: the same for those; none of them is read as a record too. */
const callOf = 'cityHash64(of_tab, at, number)';

/** A call is one event in all steps that it can be: all of them read it in one place. */
const callsAreApart = (steps: readonly Step[]): boolean =>
  steps.every(({ node }) => asksCallsAlone(node) || kindsOf(node)?.includes('resource') === false);

/** No event can be both. */
function areApart({ node: one }: Step, { node: other }: Step): boolean {
  const [some, others] = [kindsOf(one), kindsOf(other)];
  return some !== undefined && others?.every((kind) => !some.includes(kind)) === true;
}

/** Whatever is told again of it tells the same time, unlike a vital's reports. */
const isToldOnce = ({ node }: Step): boolean => kindsOf(node)?.includes('vital') === false;
