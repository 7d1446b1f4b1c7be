import type { SearchNode } from '@sightglass/wire';
import { recordsInSpan } from '../span.ts';
import type { Source } from '../traffic/source.ts';
import { asksCallsAlone, callCondition } from './call-rows.ts';
import { kindsOf, ofEvent } from './event.ts';
import type { Binder } from './test.ts';

type Sequence = Extract<SearchNode, { type: 'then' }>;

/** Bits of a mark that tell the step; the grammar allows six of them. */
const stepsIn = 8;
/** Before everything else, and of no step. */
const nowhere = stepsIn - 1;

/**
 * SQL: hashes of the sessions that hold to a sequence. Steps are in order of time, each another event than the one before it. A step may
 * stand in the same millisecond: a click and its call often do. `within` is the time from the first step to the last.
 *
 * What fits a step is one number, its mark: when, and which step. A session's marks in order say at once how late a way to each step can
 * have begun, so that a long session costs no more than its length. Where one event can be two steps, its hash goes along.
 *
 * @param calls - What answers for calls, as `findCalls` tells it.
 */
export function sequence(node: Sequence, binder: Binder, calls?: Source): string {
  const { steps, withinMs } = node;
  const within = withinMs === null ? null : binder.integer(withinMs);
  const last = steps.length - 1;
  const denied = steps[last]?.not === true;
  const apart = steps.slice(1).every((step, at) => areApart(steps[at]?.node ?? node, step.node));
  const alone = apart && !denied;
  const mark = (at: number): string => `toUInt64(toUnixTimestamp64Milli(at)) * ${stepsIn} + ${at} AS mark`;
  const scan = (where: string, at: number): string => `
      SELECT cityHash64(session) AS of_session, ${mark(at)}${alone ? '' : `, ${eventOf(steps)} AS event`}
      FROM records WHERE ${where}`;
  const kept = calls && callsAreApart(steps) ? calls : undefined;
  const scans = steps.map(({ node: step }, at) => {
    const fits = ofEvent(step, binder);
    if (!kept || !asksCallsAlone(step)) return scan(`${recordsInSpan} AND ${fits}`, at);
    return `
      SELECT of_session, ${mark(at)}${alone ? '' : `, ${callOf} AS event`}
      FROM call_rows WHERE ${kept.kept} AND ${callCondition(step, binder)}
      UNION ALL ${scan(`${kept.raw} AND ${fits}`, at)}`;
  });
  const met = scans.join(' UNION ALL ');
  if (alone)
    return `SELECT of_session FROM (${met}) GROUP BY of_session HAVING ${inOrder('arraySort(groupArray(mark))', last, within)}`;
  const marks = 'arraySort(groupUniqArray((mark, event)))';
  if (last === 1)
    return `SELECT of_session FROM (
      SELECT of_session, ${marks} AS met FROM (${met}) GROUP BY of_session
    ) WHERE ${denied ? withoutNext(within) : withPrevious(within)}`;
  // The few that are left are looked at step by step.
  const positive = denied ? last - 1 : last;
  return `SELECT of_session FROM (
      SELECT of_session, ${marks} AS met FROM (${met}) GROUP BY of_session
    ) WHERE ${inOrder('arrayMap(one -> one.1, met)', positive, within)} AND ${oneByOne(steps, within)}`;
}

/** SQL: what makes records one event. Views, which are known by another name, are asked for it only where there may be some. */
function eventOf(steps: Sequence['steps']): string {
  const mayBeView = steps.some(({ node }) => kindsOf(node)?.includes('view') !== false);
  const view = mayBeView ? "kind = 'view' AND view != '', view, " : '';
  return `cityHash64(tab, kind, multiIf(record_id != '', record_id, ${view}toString(number)))`;
}

/** SQL over `call_rows`: the same for those; none of them is read as a record too. */
const callOf = 'cityHash64(of_tab, at, number)';

/** A call is one event in all steps that it can be: all of them read it in one place. */
const callsAreApart = (steps: Sequence['steps']): boolean =>
  steps.every(({ node }) => asksCallsAlone(node) || kindsOf(node)?.includes('resource') === false);

/** No event can be both. */
function areApart(one: SearchNode, other: SearchNode): boolean {
  const [some, others] = [kindsOf(one), kindsOf(other)];
  return some !== undefined && others?.every((kind) => !some.includes(kind)) === true;
}

const stepOf = (mark: string): string => `${mark} % ${stepsIn}`;
const timeOf = (mark: string): string => `toInt64(intDiv(${mark}, ${stepsIn}))`;

/** SQL: steps 0 to `last` follow each other. The latest beginning of a way to each mark is carried on from step to step; -1: there is none. */
function inOrder(marks: string, last: number, within: string | null): string {
  const all = `arrayPushFront(${marks}, toUInt64(${nowhere}))`;
  let begun = `arrayFill((begun, mark) -> mark = ${nowhere} OR ${stepOf('mark')} = 0, arrayMap(mark -> if(${stepOf('mark')} = 0, ${timeOf('mark')}, toInt64(-1)), ${all}), ${all})`;
  for (let step = 1; step < last; step++)
    begun = `arrayFill((begun, mark) -> ${stepOf('mark')} = ${step}, ${begun}, ${all})`;
  const inTime = within === null ? '' : ` AND ${timeOf('mark')} - begun <= ${within}`;
  return `arrayExists((begun, mark) -> ${stepOf('mark')} = ${last} AND begun >= 0${inTime}, ${begun}, ${all})`;
}

const none = `(toUInt64(${nowhere}), toUInt64(0))`;

/** SQL over `met`: a second step whose latest first one is another event, or else the latest that is one. */
function withPrevious(within: string | null): string {
  const inTime = (of: string): string =>
    `${stepOf(`${of}.1`)} = 0${within === null ? '' : ` AND ${timeOf('one.1')} - ${timeOf(`${of}.1`)} <= ${within}`}`;
  return `arrayExists((one, before, other) -> ${stepOf('one.1')} = 1 AND if(before.2 != one.2, ${inTime('before')}, ${inTime('other')}),
      arrayPushFront(met, ${none}) AS every,
      arrayFill(one -> ${stepOf('one.1')} = 0, every) AS latest,
      arrayFill((one, now) -> one.2 != now.2, arrayPushFront(arrayPopBack(latest), ${none}), latest))`;
}

/** SQL over `met`: a first step after which there is no second one, save for itself. */
function withoutNext(within: string | null): string {
  const isLate = (of: string): string =>
    `(${stepOf(`${of}.1`)} != 1${within === null ? '' : ` OR ${timeOf(`${of}.1`)} - ${timeOf('one.1')} > ${within}`})`;
  return `arrayExists((one, after, other) -> ${stepOf('one.1')} = 0 AND if(after.2 != one.2, ${isLate('after')}, ${isLate('other')}),
      arrayPushBack(met, ${none}) AS every,
      arrayReverseFill(one -> ${stepOf('one.1')} = 1, every) AS next,
      arrayReverseFill((one, now) -> one.2 != now.2, arrayPushBack(arrayPopFront(next), ${none}), next))`;
}

/** SQL over `met`: every way through all steps. */
function oneByOne(steps: Sequence['steps'], within: string | null): string {
  const inTime = (at: number): string =>
    within === null ? '' : ` AND ${timeOf(`e${at}.1`)} - ${timeOf('e0.1')} <= ${within}`;
  const from = (at: number): string => {
    const step = steps[at];
    if (step === undefined) return '1';
    const order = at === 0 ? '1' : `e${at}.1 >= e${at - 1}.1 AND e${at}.2 != e${at - 1}.2${inTime(at)}`;
    const found = `arrayExists(e${at} -> ${order} AND ${from(at + 1)}, arrayFilter(one -> ${stepOf('one.1')} = ${at}, met))`;
    return step.not ? `NOT ${found}` : found;
  };
  return from(0);
}
