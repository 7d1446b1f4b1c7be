import { type StatementOf, statementKey } from '@sightglass/wire';
import { type FactBook, joinFacts } from '../book.ts';
import { existential, ground, trust } from '../confidence.ts';
import { counted, enumerate, surestFirst } from './point.ts';

/** Switches that sessions had on or off. */
export function flagsOf(book: FactBook): StatementOf<'flag'>[] {
  const facts = book.of('flag').filter(({ sample }) => sample.length > 0);
  const statements = joinFacts(facts, ({ key }) => statementKey.flag(key)).map(({ id, fact }): StatementOf<'flag'> => {
    const seen = { on: fact.counts.on ?? 0, off: fact.counts.off ?? 0, variant: fact.counts.variant ?? 0 };
    return {
      key: id,
      point: 9,
      kind: 'flag',
      text: `The flag ${fact.key} was ${tellSeen(seen)}.`,
      ...ground(fact, existential(fact.sessions, trust.usual)),
      ...{ name: fact.key, default: null, provider: null, gates: [], seen },
    };
  });
  return surestFirst(statements);
}

/** `on in 3 sessions and off in 2`. */
export function tellSeen({ on, off, variant }: StatementOf<'flag'>['seen']): string {
  const [first, ...rest] = [
    { how: 'on', times: on },
    { how: 'off', times: off },
    { how: 'one of several variants', times: variant },
  ].filter(({ times }) => times > 0);
  if (first === undefined) return 'asked for';
  return enumerate([
    `${first.how} in ${counted(first.times, 'session')}`,
    ...rest.map(({ how, times }) => `${how} in ${times}`),
  ]);
}
