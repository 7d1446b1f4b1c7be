/**
 * A mark is when something fitted a step, and which step: one number, so that marks in order are in order of time and, at one time, of steps. Where
 * one event may be two steps, a mark goes with its event in one number that is greater (`met`): a tuple would cost ten times as much.
 */

/** Bits of a mark that tell the step; the grammar allows six of them. */
export const stepsIn = 8;
/** Before everything else, and of no step. */
const nowhere = stepsIn - 1;

/** SQL over rows with `at` and `step`. */
export const mark = `toUInt64(toUnixTimestamp64Milli(at)) * ${stepsIn} + step`;
/** SQL: the same with its event. */
export const met = (event: string): string => `bitShiftLeft(toUInt128(${mark}), 64) + ${event}`;

/** How an event goes with something else in one number: as its last bits. */
export interface Form {
  bits: number;
  type: 'UInt64' | 'UInt128';
  /** SQL: the event of such a number. */
  eventOf(number: string): string;
}
/** Events that are known by a hash. */
export const wide: Form = { bits: 64, type: 'UInt128', eventOf: (number) => `toUInt64(${number})` };
/** Events that are counted from 1 in a session's day, and times since that began: half as much to move, and to compare. */
export const narrow: Form = { bits: 20, type: 'UInt64', eventOf: (number) => `bitAnd(${number}, ${2 ** 20 - 1})` };

export const marksOf = (form: Form, mets: string): string => `arrayMap(one -> ${markOf(form, 'one')}, ${mets})`;
/** SQL: a time that goes with its event, narrow, as {@link met} of a step. */
export const metOf = (end: string, step: number): string =>
  `bitShiftLeft(bitShiftRight(${end}, ${narrow.bits}), ${narrow.bits + Math.log2(stepsIn)}) + ${narrow.eventOf(end)} + ${step * 2 ** narrow.bits}`;

const stepOf = (mark: string): string => `${mark} % ${stepsIn}`;
const timeOf = (mark: string): string => `toInt64(intDiv(${mark}, ${stepsIn}))`;
const markOf = ({ bits }: Form, met: string): string => `toUInt64(bitShiftRight(${met}, ${bits}))`;
export const stepOfMet = (form: Form, met: string): string => stepOf(markOf(form, met));
export const timeOfMet = (form: Form, met: string): string => timeOf(markOf(form, met));
/** SQL: of no step. */
export const noMark = ({ bits, type }: Form): string => `bitShiftLeft(to${type}(${nowhere}), ${bits})`;

/**
 * SQL over the rows of a session that fit one of two steps which may be any time apart: nothing but the ends is compared. Where there are none, a
 * minimum or maximum is before all times.
 */
export const ends = {
  /** Steps of which no event can be both: the first one is met before the other, or at the same time. */
  follow: 'max(step = 0) AND minIf(at, step = 0) <= maxIf(at, step = 1)',
  /** The same: the first one is met after the other was met last. */
  never: 'max(step = 0) AND maxIf(at, step = 0) > maxIf(at, step = 1)',
  /** Steps of which an event can be both. At one time, all that fit are one event where the least of one is the greatest of the other, both ways. */
  columns: (event: string): string => `${endMet(event)} AS one_met, ${endMet(`bitNot(${event})`)} AS other_met`,
  /** The same where both ask for one thing. */
  areTwo: 'min(one_met) != max(one_met)',
  differ: `max(step = 0) AND bitShiftRight(minIf(one_met, step = 0), 64) <= bitShiftRight(maxIf(one_met, step = 1), 64)
      AND (minIf(one_met, step = 0) != maxIf(one_met, step = 1) OR minIf(other_met, step = 0) != maxIf(other_met, step = 1))`,
};
const endMet = (event: string): string =>
  `bitShiftLeft(toUInt128(toUInt64(toUnixTimestamp64Milli(at))), 64) + ${event}`;

/**
 * SQL over marks in order: steps `first` to `last` follow each other. The latest beginning of a way to each mark is carried on from step to step;
 * -1: there is none.
 */
export function inOrder(marks: string, first: number, last: number, within: string | null): string {
  const all = `arrayPushFront(${marks}, toUInt64(${nowhere}))`;
  let begun = `arrayFill((begun, mark) -> mark = ${nowhere} OR ${stepOf('mark')} = ${first}, arrayMap(mark -> if(${stepOf('mark')} = ${first}, ${timeOf('mark')}, toInt64(-1)), ${all}), ${all})`;
  for (let step = first + 1; step < last; step++)
    begun = `arrayFill((begun, mark) -> ${stepOf('mark')} = ${step}, ${begun}, ${all})`;
  const inTime = within === null ? '' : ` AND ${timeOf('mark')} - begun <= ${within}`;
  return `arrayExists((begun, mark) -> ${stepOf('mark')} = ${last} AND begun >= 0${inTime}, ${begun}, ${all})`;
}

/** SQL over `met` in order: two of them are different events. Two that are next to each other are the closest that can be. */
export function twoEvents(form: Form, within: string | null): string {
  const inTime = within === null ? '' : ` AND ${timeOfMet(form, 'one')} - ${timeOfMet(form, 'before')} <= ${within}`;
  return `arrayExists((one, before) -> ${form.eventOf('one')} != ${form.eventOf('before')}${inTime}, met, arrayPushFront(arrayPopBack(met), met[1]))`;
}

/** SQL over `met` in order: a second step whose latest first one is another event, or else the latest that is one. */
export function withPrevious(form: Form, within: string | null): string {
  const inTime = (of: string): string =>
    `${stepOfMet(form, of)} = 0${within === null ? '' : ` AND ${timeOfMet(form, 'one')} - ${timeOfMet(form, of)} <= ${within}`}`;
  return `arrayExists((one, before, other) -> ${stepOfMet(form, 'one')} = 1 AND if(${form.eventOf('before')} != ${form.eventOf('one')}, ${inTime('before')}, ${inTime('other')}),
      arrayPushFront(met, ${noMark(form)}) AS every,
      arrayFill(one -> ${stepOfMet(form, 'one')} = 0, every) AS latest,
      arrayFill((one, now) -> ${form.eventOf('one')} != ${form.eventOf('now')}, arrayPushFront(arrayPopBack(latest), ${noMark(form)}), latest))`;
}

/** SQL over `met` in order: a first step after which there is no second one, save for itself. */
export function withoutNext(form: Form, within: string | null): string {
  const isLate = (of: string): string =>
    `(${stepOfMet(form, of)} != 1${within === null ? '' : ` OR ${timeOfMet(form, of)} - ${timeOfMet(form, 'one')} > ${within}`})`;
  return `arrayExists((one, after, other) -> ${stepOfMet(form, 'one')} = 0 AND if(${form.eventOf('after')} != ${form.eventOf('one')}, ${isLate('after')}, ${isLate('other')}),
      arrayPushBack(met, ${noMark(form)}) AS every,
      arrayReverseFill(one -> ${stepOfMet(form, 'one')} = 1, every) AS next,
      arrayReverseFill((one, now) -> ${form.eventOf('one')} != ${form.eventOf('now')}, arrayPushBack(arrayPopFront(next), ${noMark(form)}), next))`;
}

/**
 * SQL: sessions in which steps follow each other in a time, of which an event can be several. The latest beginning of a way to each step is carried
 * on with the event that the way ends at, and the latest of a way that ends at another event: whatever comes next can go on from one of the two,
 * and where no two events came at one time no other way began later. Where some did, and no way was found so, every way is looked at.
 * There is one condition, at the end: the engine would work out again what an earlier one is made of.
 *
 * @param isApart - Of each step: no event can be both this one and the one before.
 * @param gathered - SQL: `of_session`, and `met` in order.
 */
export function inOrderWithin(
  form: Form,
  steps: readonly { not: boolean }[],
  isApart: readonly boolean[],
  within: string,
  gathered: string,
): string {
  const { bits, type } = form;
  const wayOf = (begun: string, met: string): string =>
    `bitShiftLeft(to${type}(${begun}), ${bits}) + ${form.eventOf(met)}`;
  const begunOf = (way: string): string => `toInt64(bitShiftRight(${way}, ${bits}))`;
  const last = steps.length - 1;
  let rows = `SELECT of_session, met, arrayPushFront(met, ${noMark(form)}) AS every,
      arrayFill(way -> way > 0, arrayMap(one -> if(${stepOfMet(form, 'one')} = 0, ${wayOf(timeOfMet(form, 'one'), 'one')}, to${type}(0)), every)) AS ways0
    FROM (${gathered})`;
  for (let step = 1; step <= last; step++) {
    const ways = `ways${step - 1}`;
    const next = (way: string): string =>
      `if(${stepOfMet(form, 'one')} = ${step} AND ${way} > 0 AND ${timeOfMet(form, 'one')} - ${begunOf(way)} <= ${within}, ${wayOf(`bitShiftRight(${way}, ${bits})`, 'one')}, to${type}(0))`;
    if (isApart[step])
      rows = `SELECT *, arrayMap((one, way) -> ${next('way')}, every, ${ways}) AS next${step} FROM (${rows})`;
    else
      rows = `SELECT *, arrayMap((one, way, other) -> if(${form.eventOf('way')} != ${form.eventOf('one')}, ${next('way')}, ${next('other')}), every, ${ways},
        arrayFill((one, now) -> ${form.eventOf('one')} != ${form.eventOf('now')}, arrayPushFront(arrayPopBack(${ways}), to${type}(0)), ${ways})) AS next${step} FROM (${rows})`;
    if (step < last) rows = `SELECT *, arrayFill(way -> way > 0, next${step}) AS ways${step} FROM (${rows})`;
  }
  const isFound = `arrayExists(way -> way > 0, next${last})`;
  const atOneTime = `arrayExists((one, before) -> ${timeOfMet(form, 'one')} = ${timeOfMet(form, 'before')} AND ${form.eventOf('one')} != ${form.eventOf('before')}, arrayPopFront(met), arrayPopBack(met))`;
  const open = `SELECT of_session, is_found, if(NOT is_found AND ${atOneTime} AND ${inOrder(marksOf(form, 'met'), 0, last, within)}, met, []) AS met
    FROM (SELECT of_session, met, ${isFound} AS is_found FROM (${rows}))`;
  return `SELECT of_session FROM (${open}) WHERE is_found OR ${oneByOne(form, steps, within)}`;
}

/** SQL over `met`: every way through all steps. @param steps - Whether each is denied. */
export function oneByOne(form: Form, steps: readonly { not: boolean }[], within: string | null): string {
  const inTime = (at: number): string =>
    within === null ? '' : ` AND ${timeOfMet(form, `e${at}`)} - ${timeOfMet(form, 'e0')} <= ${within}`;
  const from = (at: number): string => {
    const step = steps[at];
    if (step === undefined) return '1';
    const [one, before] = [`e${at}`, `e${at - 1}`];
    const order =
      at === 0
        ? '1'
        : `${timeOfMet(form, one)} >= ${timeOfMet(form, before)} AND ${form.eventOf(one)} != ${form.eventOf(before)}${inTime(at)}`;
    const found = `arrayExists(${one} -> ${order} AND ${from(at + 1)}, arrayFilter(one -> ${stepOfMet(form, 'one')} = ${at}, met))`;
    return step.not ? `NOT ${found}` : found;
  };
  return from(0);
}
