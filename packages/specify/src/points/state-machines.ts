import { type CallName, type Fact, singular } from '@sightglass/wire';
import { type FactBook, joinFacts } from '../book.ts';
import { callBodies } from '../call-bodies.ts';
import type { Entity } from '../entities/entity.ts';
import { findEntities } from '../entities/find.ts';
import { bodyPath } from '../observe/constraints.ts';
import { askedThing } from '../operation.ts';
import { labelled, ownCalls } from '../own-calls.ts';

/** A state that one kind of thing goes through, as sessions show it. */
export interface StateMachine {
  entity: string;
  field: string;
  /** Values with what shows them. */
  states: Map<string, Fact>;
  /** Values that things were made with. */
  made: Map<string, Fact>;
  edges: Edge[];
}

export interface Edge {
  from: string;
  to: string;
  fact: Fact;
  /** `null`: no call was seen in between. */
  by: CallName | null;
  roles: string[];
}

/** A call that came between by chance comes seldom; the one that does it comes nearly always in the session that did it. */
const leastCaused = 2;
/** Against so many times as many the other way round, an answer from a cache looks like a way back. */
const staleTimes = 4;

interface Change {
  key: string;
  place: string;
  field: string;
  from: string | null;
  to: string;
  fact: Fact;
}

/** What stands within another thing and is one that is known by itself: the bookings of a tour, whatever they are called there. */
function heldBy(entities: readonly Entity[], id: string, path: string): Entity | undefined {
  for (const { nodes, holds } of entities)
    for (const { node, call } of nodes) {
      if (call.id !== id || !path.startsWith(`${node.path}.`)) continue;
      const held = holds.get(path.slice(node.path.length + 1).replace(/\[\]$/, ''));
      if (held) return held;
    }
  return undefined;
}

/** The states of things that changed within sessions. */
export function stateMachines(book: FactBook): StateMachine[] {
  const own = ownCalls(book);
  const entities = findEntities(callBodies(book));
  const entityOf = (key: string, path: string): string | undefined => {
    const id = own.idOf(key);
    if (id === undefined) return undefined;
    // What stands in the attributes of a thing is the thing's.
    const holder = path.replace(/\.(?:attributes|properties|fields)$/, '');
    const entity = entities.find(({ nodes }) =>
      nodes.some(({ node, call }) => call.id === id && (node.path === path || node.path === holder)),
    );
    return entity?.name ?? heldBy(entities, id, holder)?.name ?? nounOf(book.call(key).path, path);
  };
  const changes = book.of('change').flatMap((fact): (Change & { entity: string })[] => {
    const [key, at, field, from, to] = JSON.parse(fact.key) as [string, string, string, string | null, string]; // As `observe/changes.ts` wrote it.
    const place = bodyPath(at) || '$';
    const entity = entityOf(key, place);
    return entity === undefined ? [] : [{ key, place, field, from, to, fact, entity }];
  });
  const machines = Map.groupBy(changes, ({ entity, field }) => `${entity} ${field}`);
  return [...machines.values()].flatMap((some) => {
    const [first] = some;
    if (!first) return [];
    const { entity, field } = first;
    return [toMachine(entity, field, some, valuesOf(book, entity, field, entityOf), book)];
  });
}

function toMachine(
  entity: string,
  field: string,
  changes: Change[],
  values: Map<string, Fact>,
  book: FactBook,
): StateMachine {
  const moves = changes.filter(({ from, to }) => from !== null && from !== to);
  const joined = joinFacts(
    moves.map((move) => ({ ...move.fact, key: JSON.stringify([move.from, move.to]) })),
    ({ key }) => key,
  );
  const edges = joined.map(({ fact }): Edge => {
    const [from, to] = JSON.parse(fact.key) as [string, string];
    const caused = labelled(fact.counts, 'by:');
    const sure = caused.filter(({ times }) => times >= Math.min(leastCaused, fact.n));
    const by =
      sure[0] && caused.reduce((sum, { times }) => sum + times, 0) >= leastCaused ? book.call(sure[0].value) : null;
    const roles = labelled(fact.counts, 'role:').map(({ value }) => value);
    return { from, to, fact, by, roles: by === null ? [] : roles.sort() };
  });
  const made = joinFacts(
    changes.filter(({ from }) => from === null).map(({ fact, to }) => ({ ...fact, key: to })),
    ({ key }) => key,
  );
  return {
    ...{ entity, field },
    states: statesOf(values, changes),
    made: new Map(made.map(({ id, fact }) => [id, fact])),
    edges: edges.filter((edge) => !isStale(edge, edges) && !isSkipped(edge, edges)),
  };
}

/** An older answer shown again leads back, without a call, where many went the other way. */
function isStale({ from, to, by, fact }: Edge, edges: readonly Edge[]): boolean {
  const back = edges.find((other) => other.from === to && other.to === from);
  return by === null && back !== undefined && (back.by !== null || back.fact.n >= staleTimes * fact.n);
}

/** Who looks seldom sees things skip states: what no call did, and known steps lead to, went by these steps. */
function isSkipped({ from, to, by }: Edge, edges: readonly Edge[]): boolean {
  if (by !== null) return false;
  const reached = new Set([from]);
  const next = [from];
  for (let state = next.pop(); state !== undefined; state = next.pop()) {
    for (const edge of edges) {
      const direct = edge.from === from && edge.to === to;
      if (edge.from !== state || direct || reached.has(edge.to)) continue;
      reached.add(edge.to);
      next.push(edge.to);
    }
  }
  return reached.has(to);
}

/** What answers showed, and what changes led from and to. */
function statesOf(values: Map<string, Fact>, changes: readonly Change[]): Map<string, Fact> {
  const seen = changes.flatMap(({ fact, from, to }) =>
    [from, to].flatMap((value) => (value === null ? [] : [{ ...fact, key: value }])),
  );
  const all = joinFacts([...seen, ...[...values].map(([key, fact]) => ({ ...fact, key }))], ({ key }) => key);
  return new Map(all.map(({ id, fact }) => [id, fact]));
}

/** Every value that answers showed in this field of the entity, each as a fact of its own. */
function valuesOf(
  book: FactBook,
  entity: string,
  field: string,
  entityOf: (key: string, path: string) => string | undefined,
): Map<string, Fact> {
  const shown = book.of('responseField').flatMap((fact) => {
    const path = fact.key.split(' ').slice(3).join(' ');
    const isField = path === field || path.endsWith(`.${field}`);
    if (!isField || labelled(fact.counts, 'value:').length === 0) return [];
    const holder = path.slice(0, -field.length).replace(/\.$/, '') || '$';
    if (entityOf(fact.key, holder) !== entity) return [];
    return labelled(fact.counts, 'value:').map(({ value, times }) => {
      const visitors = fact.visitorsOf[`value:${value}`] ?? 0;
      // Of a label, visitors are known and sessions are not: at least as many.
      return { ...fact, key: value, n: times, visitors, sessions: Math.max(visitors, Math.min(times, 1)) };
    });
  });
  return new Map(joinFacts(shown, ({ key }) => key).map(({ id, fact }) => [id, fact]));
}

/** `order` of `/api/orders/{orderId}/submit`; of a list in an envelope, what the envelope calls it. */
function nounOf(path: string, place: string): string {
  const wrapper = place
    .split('.')
    .findLast((step) => !/^(?:\$|items|data|results?|rows|content|nodes|records)(?:\[\])?$/.test(step));
  if (wrapper !== undefined && place !== '$' && wrapper !== '[]') return singular(wrapper.replace(/\[\]$/, ''));
  const asked = askedThing(path);
  if (asked !== '') return asked;
  const segments = path.split('/').filter(Boolean);
  const variable = segments.findLastIndex((segment) => segment.startsWith('{'));
  return singular(segments[variable > 0 ? variable - 1 : segments.length - 1] ?? 'thing');
}
