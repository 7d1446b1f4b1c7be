import { type Form, wide } from './marks.ts';

/**
 * Whether steps follow each other in a session, told without putting its rows in order: how early each step can be reached is carried on from step to
 * step. An event cannot be two steps in a row, so the earliest is carried with the earliest of another event than its own: one of the two serves
 * whatever comes next.
 */

/** Later than everything. */
const never = 'toUInt64(18446744073709551615)';

/** SQL: when something fitted. */
export const time = 'toUInt64(toUnixTimestamp64Milli(at))';
/** SQL: the same with its event, in one number that is in order of time. */
export const timed = (event: string): string => `bitShiftLeft(toUInt128(${time}), 64) + ${event}`;
const timeOf = ({ bits }: Form, end: string): string => `bitShiftRight(${end}, ${bits})`;

/** SQL of a session's rows, grouped, from columns that were asked for. */
type Grouped = (columns: (event: string) => string) => string;

/** The least of those that fit; an empty list has none. */
const least = (list: string, fits: string, none: string): string =>
  `arrayMin(one -> if(${fits}, one, ${none}), arrayPushBack(${list}, ${none}))`;

/**
 * SQL: sessions in which steps that no two in a row can share follow each other, any time apart. Of the first and the last step the ends do.
 *
 * @param denied - One step more, which did not follow: where it does not follow the latest of the step before, any of them leads there.
 */
export function apartInOrder(last: number, denied: boolean, grouped: Grouped): string {
  const between = Array.from({ length: last - 1 }, (_, at) => at + 1);
  const lists = between.map((step) => `, groupArrayIf(time, step = ${step}) AS times${step}`);
  const unlessFollowed = denied ? ` AND ended > maxIf(time, step = ${last + 1})` : '';
  let rows = `SELECT of_session, minIf(time, step = 0) AS reached0, maxIf(time, step = ${last}) AS ended${lists.join('')}
    ${grouped(() => `${time} AS time`)} HAVING reached0 > 0 AND ended >= reached0${unlessFollowed}`;
  if (last === 1) return `SELECT of_session FROM (${rows})`;
  for (const step of between.slice(0, -1))
    rows = `SELECT *, ${least(`times${step}`, `one >= reached${step - 1}`, never)} AS reached${step} FROM (${rows})`;
  return `SELECT of_session FROM (${rows}) WHERE arrayExists(one -> one >= reached${last - 2} AND one <= ended, times${last - 1})`;
}

/** SQL: `of_session`, and of each step what {@link timed} is of what fits it, in a list `ends0`, `ends1`, … . */
export function endsGrouped(steps: number, grouped: Grouped): string {
  const lists = Array.from({ length: steps }, (_, step) => `groupArrayIf(one_end, step = ${step}) AS ends${step}`);
  return `SELECT of_session, ${lists.join(', ')} ${grouped((event) => `${timed(event)} AS one_end`)}`;
}

/**
 * SQL: sessions in which steps follow each other, any time apart.
 *
 * @param denied - The last one is what did not follow.
 * @param ends - SQL: as {@link endsGrouped} tells them.
 */
export function inOrderApart(form: Form, last: number, denied: boolean, ends: string): string {
  const another = (one: string, other: string): string => `${form.eventOf(one)} != ${form.eventOf(other)}`;
  const timeIn = (end: string): string => timeOf(form, end);
  const [zero, end] = [`to${form.type}(0)`, `bitNot(to${form.type}(0))`];
  const follows = (step: number): string =>
    step === 0
      ? '1'
      : ['first', 'other']
          .map((of) => `(${timeIn('one')} >= ${timeIn(`${of}${step - 1}`)} AND ${another('one', `${of}${step - 1}`)})`)
          .join(' OR ');
  const before = last - 1;
  let rows = ends;
  for (let step = 0; step < (denied ? before : last); step++) {
    rows = `SELECT *, ${least(`ends${step}`, follows(step), end)} AS first${step} FROM (${rows})`;
    rows = `SELECT *, ${least(`ends${step}`, `(${follows(step)}) AND ${another('one', `first${step}`)}`, end)} AS other${step} FROM (${rows})`;
  }
  if (!denied) return `SELECT of_session FROM (${rows}) WHERE arrayExists(one -> ${follows(last)}, ends${last})`;
  // What could still follow is the latest of the last step, or the latest of another event than that.
  const latest = `SELECT *, arrayMax(arrayPushBack(ends${last}, ${zero})) AS latest FROM (${rows})`;
  const both = `SELECT *, arrayMax(one -> if(${another('one', 'latest')}, one, ${zero}), arrayPushBack(ends${last}, ${zero})) AS another FROM (${latest})`;
  const followed = ['latest', 'another']
    .map((of) => `(${of} > 0 AND ${timeIn(of)} >= ${timeIn('one')} AND ${another('one', of)})`)
    .join(' OR ');
  return `SELECT of_session FROM (${both}) WHERE arrayExists(one -> (${follows(before)}) AND NOT (${followed}), ends${before})`;
}

/** SQL: `of_session`, and when something fitted, each event once, in order. */
export const timesGrouped = (grouped: Grouped): string =>
  `SELECT of_session, ${timesIn(wide, 'arraySort(groupArray(one_end))')} AS times ${grouped((event) => `${timed(event)} AS one_end`)}`;
export const timesIn = (form: Form, ends: string): string =>
  `arrayMap(one -> toUInt64(${timeOf(form, 'one')}), arrayCompact(${ends}))`;

/**
 * SQL: sessions in which so many events fit that all ask for one thing, which none is told of at two times. Two at one time are as many as one likes,
 * since only next to each other they must differ.
 *
 * @param times - SQL: as {@link timesGrouped} tells them.
 */
export function sameInOrder(many: number, within: string | null, times: string): string {
  const inTime = within === null ? '1' : `later - one <= ${within}`;
  const closest = (size: number, fits: string): string =>
    `arrayExists((one, later) -> ${fits}, arrayResize(times, length(arraySlice(times, ${size}))), arraySlice(times, ${size}))`;
  const holds = many === 2 ? closest(2, inTime) : `(${closest(many, inTime)} OR ${closest(2, 'one = later')})`;
  return `SELECT of_session FROM (${times}) WHERE ${holds}`;
}
