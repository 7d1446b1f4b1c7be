import { type StatementOf, statementKey } from '@sightglass/wire';
import type { FactBook } from '../book.ts';
import { existential, ground, trust } from '../confidence.ts';
import { counted, enumerate, type Point, type Reading, surestFirst } from './point.ts';
import { type Edge, type StateMachine, stateMachines } from './state-machines.ts';
import { article, capital } from './wording.ts';

/** One alone may have typed it. */
const leastVisitors = 2;
/** A way that one session saw may be an answer that came late. */
const leastSessions = 2;
/** So often seen and never left: it is where things end. */
const leastFinal = 20;
/** Things that are made in it, of all that are made. */
const initialShare = 0.1;

/** States of things and the ways between them. What was not seen is not said to be forbidden. */
export const states: Point = { point: 4, read };

function read(book: FactBook): Reading {
  const machines = stateMachines(book);
  const edges = machines.flatMap((machine) => machine.edges.map((edge) => ({ machine, edge })));
  const seen = edges.filter(({ edge: { fact } }) => fact.sessions >= leastSessions && fact.sample.length > 0);
  const named = machines.flatMap((machine) => [...machine.states.keys()].map((name) => ({ machine, name })));
  const known = named.filter(({ machine, name }) => isKnown(machine, name));
  return {
    statements: [
      ...surestFirst(unique(known.map(({ machine, name }) => toState(machine, name)))),
      ...surestFirst(unique(seen.map(({ machine, edge }) => toTransition(machine, edge)))),
    ],
    leftOut: [
      { reason: 'ways that a single session saw', times: edges.length - seen.length },
      { reason: 'states that a single visitor saw', times: named.length - known.length },
    ],
  };
}

function isKnown({ states }: StateMachine, name: string): boolean {
  const fact = states.get(name);
  return fact !== undefined && fact.visitors >= leastVisitors && fact.sample.length > 0;
}

/** Two fields of one thing may have a state of the same name; the one that more saw is told. */
function unique<Kind extends { key: string; support: { sessions: number } }>(statements: Kind[]): Kind[] {
  const byKey = Map.groupBy(statements, ({ key }) => key);
  return [...byKey.values()].flatMap((some) =>
    some.toSorted((one, other) => other.support.sessions - one.support.sessions).slice(0, 1),
  );
}

function toState(machine: StateMachine, name: string): StatementOf<'state'> {
  const { entity, field, states, made, edges } = machine;
  const fact = states.get(name);
  if (fact === undefined) throw new Error(`No fact shows the state ${name}`);
  const all = [...made.values()].reduce((sum, { n }) => sum + n, 0);
  const isInitial = all > 0 && (made.get(name)?.n ?? 0) >= initialShare * all;
  const isLeft = edges.some(({ from }) => from === name);
  const isReached = edges.some(({ to }) => to === name);
  const isFinal = !isLeft && isReached && !isInitial && fact.n >= leastFinal;
  const so = [...(isInitial ? ['it begins there'] : []), ...(isFinal ? ['nothing was seen to leave it'] : [])];
  return {
    key: statementKey.state(entity, name),
    point: 4,
    kind: 'state',
    text: `The ${field} of ${article(entity)} can be ${name}${so.length === 0 ? '' : `; ${enumerate(so)}`}.`,
    ...ground(fact, existential(fact.sessions, trust.usual)),
    ...{ entity, field, name, initial: isInitial, final: isFinal },
  };
}

function toTransition({ entity, field }: StateMachine, { from, to, by, roles, fact }: Edge): StatementOf<'transition'> {
  const how = by === null ? 'without a call of this application' : `by ${by.method} ${by.path}`;
  const who = roles.length === 0 ? '' : `, done by ${enumerate(roles)}`;
  return {
    key: statementKey.transition(entity, from, to),
    point: 4,
    kind: 'transition',
    text: `${capital(article(entity))} goes from ${from} to ${to} ${how}${who}: seen ${counted(fact.n, 'time')}.`,
    ...ground(fact, existential(fact.sessions, trust.usual)),
    ...{ entity, field, from, to, by, roles, times: fact.n },
  };
}
