import { type Form, metOf, noMark, stepOfMet, stepsIn, timeOfMet } from './marks.ts';

/**
 * Two steps in a time, after which a third one did not come before that time was over. The earliest first step that is in time for a second one leaves
 * the least for a third: it is the next of which the time is over. So marks of first steps stand where their time is over, and one look ahead from
 * each second step tells both, however many ways there are.
 */

/** What steps are called in such marks. At one time the second one stands first: it is what the others are looked for from. */
const [second, over, third] = [0, 1, 2];

/** SQL: marks of the three steps, in order, from `ends0`, `ends1` and `ends2`. */
export const marksOverIn = (bits: number, within: string): string =>
  `arraySort(arrayConcat(arrayMap(one -> ${metOf(`(one + bitShiftLeft(toUInt64(${within}), ${bits}))`, over)}, ends0),
    arrayMap(one -> ${metOf('one', second)}, ends1), arrayMap(one -> ${metOf('one', third)}, ends2)))`;

/** SQL: the same from `met`, marks with their events. */
export function marksOver(form: Form, within: string): string {
  const { bits, type } = form;
  const add = (mark: string): string => `bitShiftLeft(to${type}(${mark}), ${bits})`;
  return `arraySort(arrayMap(one -> multiIf(${stepOfMet(form, 'one')} = 0, one + ${add(`${within} * ${stepsIn} + ${over}`)},
    ${stepOfMet(form, 'one')} = 1, one - ${add('1')}, one), met))`;
}

/** SQL over such marks, `met`: whether there is a second step, in time after a first one, that no third one followed in that time. */
export function withoutThird(form: Form, within: string): string {
  const another = (one: string, other: string): string => `${form.eventOf(one)} != ${form.eventOf(other)}`;
  const next = (step: number): string => `arrayReverseFill(one -> ${stepOfMet(form, 'one')} = ${step}, every)`;
  /** Of another event than that. */
  const nextOther = (all: string): string =>
    `arrayReverseFill((one, now) -> ${another('one', 'now')}, arrayPushBack(arrayPopFront(${all}), ${noMark(form)}), ${all})`;
  const of = (one: string, other: string): string => `if(${another(one, 'one')}, ${one}, ${other})`;
  const [ends, follows] = [of('end', 'other_end'), of('follow', 'other_follow')];
  return `arrayExists((one, end, other_end, follow, other_follow) -> ${stepOfMet(form, 'one')} = ${second}
        AND ${stepOfMet(form, ends)} = ${over} AND ${timeOfMet(form, ends)} - ${within} <= ${timeOfMet(form, 'one')}
        AND (${stepOfMet(form, follows)} != ${third} OR ${timeOfMet(form, follows)} > ${timeOfMet(form, ends)}),
      arrayPushBack(met, ${noMark(form)}) AS every,
      ${next(over)} AS all_ends, ${nextOther('all_ends')}, ${next(third)} AS all_follows, ${nextOther('all_follows')})`;
}
