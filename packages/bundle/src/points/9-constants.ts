import { type StatementOf, statementKey, wordsOf } from '@sightglass/wire';
import type { CodeFacts } from '../extract/fact.ts';
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
    some.map(({ name, value, at }) => {
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
