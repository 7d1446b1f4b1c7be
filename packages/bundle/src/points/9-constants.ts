import { type StatementOf, statementKey, wordsOf } from '@sightglass/wire';
import type { CodeFacts, ConstantFact } from '../extract/fact.ts';
import type { Ground } from './ground.ts';

const units =
  'milliseconds seconds minutes hours days weeks months years cents percent lines items rows characters bytes attempts retries pieces points'.split(
    ' ',
  );
const short = new Map<string, string>(
  Object.entries({
    ms: 'milliseconds',
    timeout: 'milliseconds',
    kb: 'kilobytes',
    mb: 'megabytes',
    vat: '',
    rate: '',
  }),
);

/** Numbers that have a name in the code and limit, time or price something; their meaning is the words of the name. */
export function constantsOf({ constants }: CodeFacts, ground: Ground): StatementOf<'constant'>[] {
  const byName = Map.groupBy(constants, ({ name }) => statementKey.constant(name));
  return [...byName].flatMap(([key, some]) =>
    (isOption(some) ? [] : some).map(({ name, value, at }) => {
      const words = wordsOf(name);
      const unit =
        words
          .map((word) => units.find((one) => one === word) ?? short.get(word))
          .find((one) => one !== undefined && one !== '') ?? null;
      return {
        // Two numbers of one name, as two places have it, are two statements.
        key: some.length > 1 ? `${key} ${value}` : key,
        point: 9,
        kind: 'constant' as const,
        text: `${name} is ${value}.`,
        ...ground(at),
        ...{ name, value, unit, meaning: words.join(' ') },
      };
    }),
  );
}

/** A constant of its author's, and what a list or a refresh differs in from the next one. */
const named = /^[A-Z][A-Z0-9_]+$|^pollInterval$|[pP]er_?[pP]age$|[pP]age_?[sS]ize$/;
/** Values of one name that stand this near to each other are rows of one table. */
const near = 5_000;
const fewestPlaces = 3;

/** `debounceTime: 300` here and `debounceTime: 50` there: how something is called each time it is, and no rule of the product. */
function isOption(some: readonly ConstantFact[]): boolean {
  if (some.some(({ name }) => named.test(name))) return false;
  const places = some
    .filter(({ at: { unit, node } }) => unit.read.ownerAt(node.start).kind === 'product')
    .map(({ at: { unit, node } }) => ({ path: unit.read.file.path, start: node.start }))
    .sort((one, other) => (one.path < other.path ? -1 : one.path > other.path ? 1 : one.start - other.start));
  const apart = places.filter(
    ({ path, start }, at) => at === 0 || path !== places[at - 1]?.path || start - (places[at - 1]?.start ?? 0) > near,
  );
  return apart.length >= fewestPlaces;
}
