import type { CallName, Fact, ObservationKind } from '@sightglass/wire';
import { addUp } from './merge.ts';
import { resolvePaths } from './paths.ts';

/** All facts that a specification is read from, with the paths that they prove. Keys are as the observers in `observe/` wrote them. */
export interface FactBook {
  /** In order of their keys. */
  of(kind: ObservationKind): readonly Fact[];
  /** `GET /api/orders/{integer}`, as keys of calls begin, with the names of its variables: `/api/orders/{orderId}`. */
  call(key: string): CallName;
  /** `/orders/{integer}` with the names of its variables: `/orders/{orderId}`. */
  route(route: string): string;
  /** The same with what stands before it in the address: `/#/orders/{orderId}` where routes are kept in the hash. */
  address(route: string): string;
  /** How many sessions and visitors all of it rests on. */
  basis: { sessions: number; visitors: number };
}

/** @param written - Calls as the code of the release writes them, where it is known. */
export function openBook(
  facts: readonly Fact[],
  basis: FactBook['basis'],
  written: readonly CallName[] = [],
): FactBook {
  const byKind = Map.groupBy(facts, ({ kind }) => kind);
  const of = (kind: ObservationKind) => byKind.get(kind) ?? [];
  return { of, ...resolvePaths(of, written), basis };
}

/**
 * Facts about one thing under several keys, such as a path with two forms of id, as one; in the order in which they were first met.
 * `undefined` from `identify` leaves a fact out.
 */
export function joinFacts(
  facts: readonly Fact[],
  identify: (fact: Fact) => string | undefined,
): { id: string; fact: Fact }[] {
  const groups = Map.groupBy(facts, identify);
  return [...groups].flatMap(([id, some]) => (id === undefined ? [] : [{ id, fact: some.reduce(joinTwo) }]));
}

/**
 * Sessions and visitors of the two may be the same ones, so what is claimed of both together is what is certain: at least as many as of
 * either.
 */
function joinTwo(one: Fact, other: Fact): Fact {
  const sample = [one, other].flatMap((fact) => fact.sample);
  const sessions = new Set(sample.map(({ session }) => session)).size;
  const people = [...new Set([...(one.people ?? []), ...(other.people ?? [])])].sort();
  const [most, least] = one.sessions >= other.sessions ? [one, other] : [other, one];
  return {
    kind: most.kind,
    key: most.key,
    sessions: Math.max(most.sessions, sessions),
    visitors: Math.max(one.visitors, other.visitors, people.length),
    n: one.n + other.n,
    against: one.against + other.against,
    first: Math.min(one.first, other.first),
    last: Math.max(one.last, other.last),
    releases: [...new Set([...one.releases, ...other.releases])].sort(),
    roles: largest(one.roles, other.roles),
    counts: addUp([one.counts, other.counts]),
    visitorsOf: {
      ...largest(one.visitorsOf, other.visitorsOf),
      ...ofEverybody(one, other, Math.max(one.visitors, other.visitors, people.length)),
    },
    people,
    sample: oneForEach([...most.sample, ...least.sample]),
  };
}

/** Labels that every visitor of the two has: all of them together have it, too. */
function ofEverybody(one: Fact, other: Fact, visitors: number): Record<string, number> {
  const has = ({ visitorsOf, visitors }: Fact, label: string) =>
    Object.hasOwn(visitorsOf, label) && visitorsOf[label] === visitors;
  return Object.fromEntries(
    Object.keys(one.visitorsOf).flatMap((label) => (has(one, label) && has(other, label) ? [[label, visitors]] : [])),
  );
}

function largest(one: Record<string, number>, other: Record<string, number>): Record<string, number> {
  const labels = [...new Set([...Object.keys(one), ...Object.keys(other)])].sort();
  const own = (counts: Record<string, number>, label: string) =>
    Object.hasOwn(counts, label) ? (counts[label] ?? 0) : 0;
  return Object.fromEntries(labels.map((label) => [label, Math.max(own(one, label), own(other, label))]));
}

function oneForEach(sample: Fact['sample']): Fact['sample'] {
  const bySession = new Map<string, Fact['sample'][number]>();
  for (const moment of sample) if (!bySession.has(moment.session)) bySession.set(moment.session, moment);
  return [...bySession.values()].slice(0, 5);
}
