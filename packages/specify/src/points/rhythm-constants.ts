import { type Fact, singular, wordsOf } from '@sightglass/wire';
import { type FactBook, joinFacts } from '../book.ts';
import { askedThing } from '../operation.ts';
import { labelled } from '../own-calls.ts';
import type { Constant } from './constant.ts';
import { isOwnCall } from './own-calls.ts';

/** A clock of the application keeps time better than people do: from this share on within the tolerance it is one. */
const steadyShare = 0.75;
const tolerance = 0.1;
/** As many of the calls after typing keep to a pause where there is one. */
const soonShare = 0.3;
/** Fewer agree by chance. */
const leastTimes = 5;
const leastVisitors = 2;
/** What answers take varies by more than a shorter period. */
const leastPollSeconds = 2;
/** Pages that are full come again and again; the last one of a list, or a short list, does not. */
const fullShare = 0.2;
const leastPageSize = 5;

/** Periods, time limits and pauses that the calls keep to. */
export function timesKept(book: FactBook): Constant[] {
  return [
    ...timed(book, 'poll', ['gap:', 'pause:'], (seconds, where) => {
      if (seconds < leastPollSeconds) return undefined;
      const value = rounded(seconds, 1);
      return {
        name: `${where.noun}PollSeconds`,
        ...{ value, unit: 'seconds' },
        meaning: `time between two reads of ${where.call} while the screen stays open and nobody does anything`,
      };
    }),
    ...timed(book, 'timeout', ['ms:'], (ms) => ({
      name: 'requestTimeoutMilliseconds',
      ...{ value: rounded(ms, 500), unit: 'milliseconds' },
      meaning: 'time limit of a request, after which it is given up',
    })),
    ...timed(book, 'retry', ['ms:'], (ms, where) => ({
      name: `${where.noun}RetryMilliseconds`,
      ...{ value: rounded(ms, 500), unit: 'milliseconds' },
      meaning: `pause before ${where.call} is asked again after it failed`,
    })),
    ...timed(book, 'debounce', ['ms:'], (ms, where) => ({
      name: `${where.noun}DebounceMilliseconds`,
      ...{ value: rounded(ms, 50), unit: 'milliseconds' },
      meaning: `pause after typing before ${where.call} is sent`,
    })),
  ];
}

interface Where {
  call: string;
  noun: string;
}

function timed(
  book: FactBook,
  sort: string,
  labels: readonly string[],
  toConstant: (value: number, where: Where) => Pick<Constant, 'name' | 'value' | 'unit' | 'meaning'> | undefined,
): Constant[] {
  const facts = book
    .of('rhythm')
    .filter(({ key }) => key.startsWith(`${sort} `) && isOwnCall(key.slice(sort.length + 1)));
  const callOf = ({ key }: Fact) => book.call(key.slice(sort.length + 1));
  return joinFacts(facts, (fact) => `${callOf(fact).method} ${callOf(fact).path}`).flatMap(({ id, fact }) => {
    const [steadiest] = labels
      .map((label) => labelled(fact.counts, label).map(({ value, times }) => ({ value: Number(value), times })))
      .map((values) => steady(sort === 'debounce' ? soonest(values) : values))
      .sort((one, other) => other.share - one.share || one.spread - other.spread);
    if (steadiest === undefined || steadiest.share < steadyShare || steadiest.times < leastTimes) return [];
    if (fact.visitors < leastVisitors) return [];
    const constant = toConstant(steadiest.middle, { call: id, noun: nounOf(id) });
    return constant ? [{ ...constant, fact, against: Math.round((1 - steadiest.share) * steadiest.times) }] : [];
  });
}

/**
 * What waits for typing to end comes never sooner than its pause, and later where it waited for something else, too. Without what is later, if
 * enough came at once.
 */
function soonest(values: { value: number; times: number }[]): { value: number; times: number }[] {
  const all = values.reduce((sum, { times }) => sum + times, 0);
  const near = (value: number) => values.filter((one) => Math.abs(one.value - value) <= tolerance * value);
  const timesNear = (value: number) => near(value).reduce((sum, { times }) => sum + times, 0);
  const [most] = values.toSorted(
    (one, other) => timesNear(other.value) - timesNear(one.value) || one.value - other.value,
  );
  if (most === undefined || timesNear(most.value) < soonShare * all) return values;
  return values.filter(({ value }) => value <= (1 + tolerance) * most.value);
}

/** The middle value, how many lie close to it and how close all of them are. */
function steady(values: { value: number; times: number }[]): {
  middle: number;
  share: number;
  spread: number;
  times: number;
} {
  const sorted = values.toSorted((one, other) => one.value - other.value);
  const times = sorted.reduce((sum, one) => sum + one.times, 0);
  let passed = 0;
  const middle = sorted.find((one) => {
    passed += one.times;
    return passed * 2 >= times;
  })?.value;
  if (middle === undefined) return { middle: 0, share: 0, spread: 0, times: 0 };
  const close = sorted.filter(({ value }) => Math.abs(value - middle) <= tolerance * middle);
  const spread = sorted.reduce((sum, one) => sum + one.times * Math.abs(one.value - middle), 0) / times;
  return { middle, share: close.reduce((sum, one) => sum + one.times, 0) / times, spread, times };
}

/** To a step where it is near one: people choose round numbers, and machines are a little late. */
function rounded(value: number, step: number): number {
  const near = Math.round(value / step) * step;
  return near > 0 && Math.abs(near - value) <= 0.05 * value ? near : Math.round(value * 10) / 10;
}

/** `order` of `GET /api/orders/{orderId}`, `orders` of `GET /api/orders`. */
function nounOf(call: string): string {
  const asked = askedThing(call);
  const segments = (call.split(' ')[1] ?? '').split('/').filter(Boolean);
  const last = segments.findLastIndex((segment) => !segment.startsWith('{'));
  const noun = segments[last] ?? 'page';
  const words = wordsOf(asked || (last < segments.length - 1 ? singular(noun) : noun));
  return words.map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join('');
}

/** How many items a full page of a list has. Browsers count those of paged answers alone. */
export function pageSizes(book: FactBook): Constant[] {
  const lists = book
    .of('responseField')
    .filter(({ key, counts }) => isOwnCall(key) && labelled(counts, 'count:').length > 0);
  const sizes = joinFacts(lists, ({ key }) => `${idOf(book, key)} ${key.split(' ').slice(3).join(' ')}`).flatMap(
    ({ id, fact }) => {
      const call = id.split(' ').slice(0, 2).join(' ');
      const counts = labelled(fact.counts, 'count:').map(({ value, times }) => ({ size: Number(value), times }));
      const all = counts.reduce((sum, { times }) => sum + times, 0);
      const full = counts.toSorted((one, other) => other.size - one.size)[0];
      if (!full || full.size < leastPageSize || full.times < Math.max(leastTimes, fullShare * all)) return [];
      if ((fact.visitorsOf[`count:${full.size}`] ?? 0) < leastVisitors) return [];
      return [{ call, size: full.size, fact: { ...fact, n: full.times } }];
    },
  );
  return [...Map.groupBy(sizes, ({ size }) => size)].flatMap(([size, some], _index, groups) => {
    const [joined] = joinFacts(
      some.map(({ fact }) => fact),
      () => '',
    );
    if (!joined) return [];
    const calls = [...new Set(some.map(({ call }) => call))].sort();
    const name = groups.length === 1 ? 'pageSize' : `${nounOf(calls[0] ?? '')}PageSize`;
    return [
      {
        name,
        value: size,
        unit: 'items',
        meaning: `rows on a full page of the list of ${calls.join(', ')}`,
        fact: joined.fact,
        against: 0,
      },
    ];
  });
}

function idOf(book: FactBook, key: string): string {
  const { method, path } = book.call(key);
  return `${method} ${path}`;
}
