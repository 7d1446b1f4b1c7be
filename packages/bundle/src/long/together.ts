import type { Statement } from '@sightglass/wire';
import type { Spot } from '../evaluate/value.ts';
import { oneOfEachCode } from '../extract/errors.ts';
import type { CallFact, CodeFacts, FieldFact } from '../extract/fact.ts';

/** Facts of several rounds as those of one release. A script that stood in several rounds told the same in each. */
export function together(rounds: readonly CodeFacts[]): CodeFacts {
  const all = <Key extends keyof CodeFacts>(key: Key): CodeFacts[Key] =>
    distinct(rounds.flatMap((facts) => facts[key] as unknown[])) as CodeFacts[Key]; // each key has a list of one kind
  return {
    ...{ calls: oneEach(all('calls')), routes: all('routes'), rules: all('rules') },
    errors: oneOfEachCode(all('errors'), ({ unit, node }) => unit.read.ownerAt(node.start).kind === 'product'),
    ...{ roles: all('roles'), access: all('access'), machines: all('machines'), constants: all('constants') },
    ...{ wording: all('wording'), types: all('types'), flags: all('flags'), storage: all('storage') },
  };
}

/** One statement for each key: of two the surer, and of those as sure the one that says more. */
export function oneOfEach(statements: readonly Statement[]): Statement[] {
  const found = new Map<string, Statement>();
  for (const one of statements) {
    const known = found.get(one.key);
    const isBetter =
      !known ||
      one.confidence > known.confidence ||
      (one.confidence === known.confidence && JSON.stringify(one).length > JSON.stringify(known).length);
    if (isBetter) found.set(one.key, one);
  }
  return [...found.values()];
}

function distinct(facts: readonly unknown[]): unknown[] {
  return [...new Map(facts.map((fact) => [signOf(fact), fact])).values()];
}

function signOf(fact: unknown): string {
  return JSON.stringify(fact, (_, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('unit' in value)) return value;
    const { unit, node } = value as Spot; // nothing else in a fact has a unit
    return `${unit.read.file.path}:${node.start}`;
  });
}

/** A call that two rounds tell is one, with the fields that either saw. */
function oneEach(calls: readonly CallFact[]): CallFact[] {
  const found = new Map<string, CallFact>();
  for (const call of calls) {
    const key = `${call.method} ${call.host} ${call.path}`;
    const known = found.get(key);
    found.set(
      key,
      known ? { ...known, query: both(known.query, call.query), body: both(known.body, call.body) } : call,
    );
  }
  return [...found.values()];
}

const both = (one: readonly FieldFact[], other: readonly FieldFact[]): FieldFact[] => [
  ...new Map([...other, ...one].map((field) => [field.name, field])).values(),
];
