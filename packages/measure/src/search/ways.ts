/**
 * Whether steps follow each other in a session, told without putting its rows in order: how early each step can be reached is carried on from step to
 * step. An event cannot be two steps in a row, so the earliest is carried with the earliest of another event than its own: one of the two serves
 * whatever comes next.
 */

/** Later than everything. */
const never = { time: 'toUInt64(18446744073709551615)', end: 'bitNot(toUInt128(0))' };

/** SQL: when something fitted. */
export const time = 'toUInt64(toUnixTimestamp64Milli(at))';
/** SQL: the same with its event, in one number that is in order of time. */
const timed = (event: string): string => `bitShiftLeft(toUInt128(${time}), 64) + ${event}`;
const timeOf = (end: string): string => `bitShiftRight(${end}, 64)`;
const eventOf = (end: string): string => `toUInt64(${end})`;
const another = (one: string, other: string): string => `${eventOf(one)} != ${eventOf(other)}`;

/** SQL of a session's rows, grouped, from columns that were asked for. */
type Grouped = (columns: (event: string) => string) => string;

/** The least of those that fit; an empty list has none. */
const least = (list: string, fits: string, none: string): string =>
  `if(empty(${list}), ${none}, arrayMin(one -> if(${fits}, one, ${none}), ${list}))`;

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
    rows = `SELECT *, ${least(`times${step}`, `one >= reached${step - 1}`, never.time)} AS reached${step} FROM (${rows})`;
  return `SELECT of_session FROM (${rows}) WHERE arrayExists(one -> one >= reached${last - 2} AND one <= ended, times${last - 1})`;
}

/** SQL: sessions in which steps follow each other, any time apart. @param denied - The last one is what did not follow. */
export function inOrderApart(last: number, denied: boolean, grouped: Grouped): string {
  const steps = Array.from({ length: last + 1 }, (_, at) => at);
  const lists = steps.map((step) => `groupArrayIf(one_end, step = ${step}) AS ends${step}`);
  const follows = (step: number): string =>
    step === 0
      ? '1'
      : ['first', 'other']
          .map((of) => `(${timeOf('one')} >= ${timeOf(`${of}${step - 1}`)} AND ${another('one', `${of}${step - 1}`)})`)
          .join(' OR ');
  let rows = `SELECT of_session, ${lists.join(', ')} ${grouped((event) => `${timed(event)} AS one_end`)} HAVING notEmpty(ends${last - 1})`;
  for (const step of steps.slice(0, -2)) {
    rows = `SELECT *, ${least(`ends${step}`, follows(step), never.end)} AS first${step} FROM (${rows})`;
    rows = `SELECT *, ${least(`ends${step}`, `(${follows(step)}) AND ${another('one', `first${step}`)}`, never.end)} AS other${step} FROM (${rows})`;
  }
  const before = last - 1;
  if (denied) {
    // What could still follow is the latest of the last step, or the latest of another event than that.
    const latest = `SELECT *, arrayMax(arrayPushBack(ends${last}, toUInt128(0))) AS latest FROM (${rows})`;
    const both = `SELECT *, arrayMax(one -> if(${another('one', 'latest')}, one, toUInt128(0)), arrayPushBack(ends${last}, toUInt128(0))) AS another FROM (${latest})`;
    const followed = ['latest', 'another']
      .map((of) => `(${of} > 0 AND ${timeOf(of)} >= ${timeOf('one')} AND ${another('one', of)})`)
      .join(' OR ');
    return `SELECT of_session FROM (${both}) WHERE arrayExists(one -> (${follows(before)}) AND NOT (${followed}), ends${before})`;
  }
  rows = `SELECT *, ${least(`ends${before}`, follows(before), never.end)} AS first${before} FROM (${rows})`;
  rows = `SELECT *, ${least(`ends${before}`, `(${follows(before)}) AND ${another('one', `first${before}`)}`, never.end)} AS other${before} FROM (${rows})`;
  return `SELECT of_session FROM (${rows}) WHERE arrayExists(one -> ${follows(last)}, ends${last})`;
}

/**
 * SQL: sessions in which so many events fit that all ask for one thing, which none is told of at two times. Two at one time are as many as one likes,
 * since only next to each other they must differ.
 *
 * @param times - SQL: `of_session` and `time` of each event once, where that is known.
 */
export function sameInOrder(many: number, within: string | null, times: string | undefined, grouped: Grouped): string {
  const rows =
    times === undefined
      ? `SELECT of_session, arrayMap(one -> toUInt64(${timeOf('one')}), arrayCompact(arraySort(groupArray(one_end)))) AS times
    ${grouped((event) => `${timed(event)} AS one_end`)}`
      : `SELECT of_session, arraySort(groupArray(time)) AS times FROM (${times}) GROUP BY of_session`;
  const inTime = within === null ? '1' : `later - one <= ${within}`;
  const closest = (size: number, fits: string): string =>
    `arrayExists((one, later) -> ${fits}, arrayResize(times, length(arraySlice(times, ${size}))), arraySlice(times, ${size}))`;
  const holds = many === 2 ? closest(2, inTime) : `(${closest(many, inTime)} OR ${closest(2, 'one = later')})`;
  return `SELECT of_session FROM (${rows}) WHERE ${holds}`;
}
