import { type Fact, type StatementOf, statementKey } from '@sightglass/wire';
import type { FactBook } from '../book.ts';
import { existential, ground, trust } from '../confidence.ts';
import type { Step } from '../observe/journeys.ts';
import { labelled } from '../own-calls.ts';
import { isOwnCall } from './own-calls.ts';
import { counted } from './point.ts';

const mostJourneys = 10;
const leastVisitors = 2;

interface Way {
  call: string;
  steps: Step[];
  fact: Fact;
}

/** The way that most people take to each thing that is done; named by its last action, those first that most visitors go. */
export function journeysIn(book: FactBook): StatementOf<'journey'>[] {
  const ways = book.of('journey').flatMap((fact): Way[] => {
    const { call, steps } = JSON.parse(fact.key) as { call: string; steps: Step[] }; // As `observe/journeys.ts` wrote it.
    return isOwnCall(call) && fact.sample.length > 0 && fact.visitors >= leastVisitors ? [{ call, steps, fact }] : [];
  });
  const goals = Map.groupBy(ways, ({ call, steps }) => {
    const [route = '', role, name] = steps.at(-1) ?? [];
    const { method, path } = book.call(call);
    return JSON.stringify([book.route(route), role, name, method, path]);
  });
  const best = [...goals.values()].flatMap((some) => some.toSorted(byUse).slice(0, 1));
  const told = best.toSorted(byUse).slice(0, mostJourneys);
  const names = Map.groupBy(told, nameOf);
  return told.map((way) => toStatement(way, (names.get(nameOf(way))?.length ?? 0) > 1, book));
}

function byUse(one: Way, other: Way): number {
  const apart = other.fact.visitors - one.fact.visitors || other.fact.sessions - one.fact.sessions;
  return apart || one.steps.length - other.steps.length || (one.fact.key < other.fact.key ? -1 : 1);
}

function nameOf({ steps }: Way): string {
  const [, role = '', name = ''] = steps.at(-1) ?? [];
  return name.includes('{') || name === '' ? role : name;
}

/** Two that end with a control of one name are told apart by where it stands. */
function toStatement(way: Way, ambiguous: boolean, book: FactBook): StatementOf<'journey'> {
  const { fact, steps } = way;
  const name = ambiguous ? `${nameOf(way)} on ${book.route(steps.at(-1)?.[0] ?? '')}` : nameOf(way);
  const made = labelled(fact.counts, 'call:').map(({ value }) => {
    const space = value.indexOf(' ');
    return { step: Number(value.slice(0, space)), key: value.slice(space + 1) };
  });
  const told = steps.map(([route, role, name, type], index) => ({
    ...{ route: book.address(route), role, name, type },
    calls: made.filter(({ step, key }) => step === index && isOwnCall(key)).map(({ key }) => book.call(key)),
  }));
  return {
    key: statementKey.journey(name),
    point: 1,
    kind: 'journey',
    text: `${counted(fact.visitors, 'visitor')} came to “${name}” in ${counted(steps.length, 'step')}: ${told.map((step) => `“${step.name || step.role}”`).join(', ')}.`,
    ...ground(fact, existential(fact.sessions, trust.usual)),
    ...{ name, steps: told },
  };
}
