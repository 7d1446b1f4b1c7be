import { type Statement, singular, wordsOf } from '@sightglass/wire';

/** A number that one witness says the application goes by, told so that another's can be held beside it. */
export interface Limit {
  statement: Statement;
  aspect: Aspect;
  /** What it is a limit of: the words of its name that say neither what it does nor in which unit; in the singular. */
  subject: ReadonlySet<string>;
  dimension: 'time' | 'length' | 'number';
  /** Times in milliseconds. */
  value: number;
}

type Aspect = 'page' | 'debounce' | 'poll' | 'timeout' | 'retry' | 'max' | 'min';

/** By which words of a name one knows what a number does; the first that fits: `maxPageSize` is no size of pages, `pageLimit` is. */
const aspectWords: readonly (readonly [Aspect, readonly string[]])[] = [
  ['max', ['max', 'maximum', 'most']],
  ['min', ['min', 'minimum', 'least']],
  ['page', ['page', 'paging']],
  ['debounce', ['debounce', 'throttle']],
  ['poll', ['poll', 'polling', 'refresh', 'heartbeat']],
  ['timeout', ['timeout', 'deadline']],
  ['retry', ['retry', 'retries', 'backoff']],
  ['max', ['limit', 'limits', 'cap', 'quota']],
];
/** What browsers' clocks are set to is in milliseconds where nothing else is said. */
const clocks: ReadonlySet<Aspect> = new Set(['debounce', 'poll', 'timeout']);

const milliseconds = new Map<string, number>(
  Object.entries({
    ...{ ms: 1, millis: 1, millisecond: 1, second: 1_000, sec: 1_000, minute: 60_000, hour: 3_600_000 },
    ...{ day: 86_400_000, week: 604_800_000 },
  }),
);
const lengthWords = new Set(['character', 'char', 'length', 'len']);
/** Words that any number's name may have. */
const general = new Set(
  'per of a an the in on to for size item row count number total value interval period delay pause after up default api request'.split(
    ' ',
  ),
);

const ruleAspects: Partial<Record<string, Pick<Limit, 'aspect' | 'dimension'>>> = {
  maxLength: { aspect: 'max', dimension: 'length' },
  minLength: { aspect: 'min', dimension: 'length' },
  maximum: { aspect: 'max', dimension: 'number' },
  minimum: { aspect: 'min', dimension: 'number' },
  maxItems: { aspect: 'max', dimension: 'number' },
  minItems: { aspect: 'min', dimension: 'number' },
};

/** What a statement limits, and to what; `undefined`: it is none of these, or its name does not say. */
export function limitOf(statement: Statement): Limit | undefined {
  if (statement.kind === 'rule') {
    const about = ruleAspects[statement.rule];
    if (about === undefined || typeof statement.value !== 'number') return undefined;
    const words = wordsOf(statement.field.split('.').at(-1) ?? '').map(singular);
    return { statement, ...about, subject: new Set(words), value: statement.value };
  }
  if (statement.kind !== 'constant' || typeof statement.value !== 'number') return undefined;
  const words = wordsOf(statement.name);
  const found = aspectWords.find(([, some]) => words.some((word) => some.includes(word)));
  if (found === undefined) return undefined;
  const [aspect, telling] = found;
  const singulars = words.map(singular);
  const said = [singular(statement.unit ?? ''), ...singulars].find((word) => milliseconds.get(word) !== undefined);
  const unit = said ?? (clocks.has(aspect) ? 'ms' : undefined);
  const isLength = [singular(statement.unit ?? ''), ...singulars].some((word) => lengthWords.has(word));
  const subject = singulars.filter(
    (word, index) =>
      !telling.includes(words[index] ?? '') &&
      milliseconds.get(word) === undefined &&
      !lengthWords.has(word) &&
      !general.has(word),
  );
  return {
    ...{ statement, aspect, subject: new Set(subject) },
    dimension: unit !== undefined ? 'time' : isLength ? 'length' : 'number',
    value: statement.value * (unit === undefined ? 1 : (milliseconds.get(unit) ?? 1)),
  };
}

/** What clocks are seen to keep to is a little off. */
const clockTolerance = 0.1;

export function agree(one: Limit, other: Limit): boolean {
  const most = Math.max(Math.abs(one.value), Math.abs(other.value));
  const isTimed = one.dimension === 'time' && one.aspect !== 'max' && one.aspect !== 'min';
  return Math.abs(one.value - other.value) <= (isTimed ? clockTolerance * most : 0);
}

/**
 * Which limit of the code speaks of the same thing as which of the sessions. Only where nothing else could be meant: of one sort, with the
 * same words, or one side with fewer, and on either side no second one that fits as well.
 */
export function pairsOf(seen: readonly Limit[], written: readonly Limit[]): { seen: Limit; written: Limit }[] {
  const fits = (one: Limit, other: Limit) =>
    one.aspect === other.aspect &&
    one.dimension === other.dimension &&
    (isWithin(one.subject, other.subject) || isWithin(other.subject, one.subject)) &&
    // Of a maximum or a minimum the name of its thing says everything.
    ((one.aspect !== 'max' && one.aspect !== 'min') || (one.subject.size > 0 && other.subject.size > 0));
  return seen.flatMap((one) => {
    const other = closest(one, written, fits);
    return other !== undefined && closest(other, seen, fits) === one ? [{ seen: one, written: other }] : [];
  });
}

/** The only one that fits; of several, the only one that has the very same words. */
function closest(one: Limit, others: readonly Limit[], fits: (one: Limit, other: Limit) => boolean): Limit | undefined {
  const fitting = others.filter((other) => fits(one, other));
  const exact = fitting.filter(({ subject }) => subject.size === one.subject.size);
  const told = exact.length > 0 ? exact : fitting;
  return told.length === 1 ? told[0] : undefined;
}

const isWithin = (some: ReadonlySet<string>, all: ReadonlySet<string>): boolean =>
  [...some].every((word) => all.has(word));
