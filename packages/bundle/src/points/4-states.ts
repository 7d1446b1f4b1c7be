import { type StatementOf, singular, statementKey, wordsOf } from '@sightglass/wire';
import type { CallFact, CodeFacts, MachineFact } from '../extract/fact.ts';
import { callNamed } from './call-names.ts';
import { entitiesOf } from './entity-names.ts';
import type { Ground } from './ground.ts';

const about = new Set(
  'state states status statuses transition transitions machine machines flow flows lifecycle workflow next allowed valid map table phase phases stage stages step steps move moves ways can'.split(
    ' ',
  ),
);

/** States and the ways between them, where a table or a machine of the code names them. */
export function statesOf(facts: CodeFacts, ground: Ground): (StatementOf<'state'> | StatementOf<'transition'>)[] {
  const found = facts.machines.flatMap((machine) => {
    const entity = entityOf(machine, facts);
    return entity === undefined
      ? []
      : [...toStates(machine, entity, fieldOf(machine, facts), ground), ...toSteps(machine, entity, facts, ground)];
  });
  const told = new Map(found.map((statement) => [statement.key, statement]));
  for (const state of declaredStates(facts, ground)) if (!told.has(state.key)) told.set(state.key, state);
  return [...told.values()];
}

const stateField = /^(?:status|state|phase|stage)$/;
const mostDeclared = 20;

/** `status: 'draft' | 'sent'` of a type that is called as a thing is: what the sources let it be. Which may follow which they do not say. */
function declaredStates({ calls, types }: CodeFacts, ground: Ground): StatementOf<'state'>[] {
  return entitiesOf(calls).flatMap(({ name: entity }) =>
    types
      .filter(({ name }) => wordsOf(singular(name)).join(' ') === wordsOf(entity).join(' '))
      .flatMap(({ fields }) => fields)
      .flatMap(({ name: field, values = [], at }) =>
        stateField.test(field) && values.length >= 2 && values.length <= mostDeclared
          ? values.map(
              (name): StatementOf<'state'> => ({
                key: statementKey.state(entity, name),
                point: 4,
                kind: 'state',
                text: `The ${field} of ${entity} can be ${name}.`,
                ...ground(at),
                ...{ entity, field, name, initial: false, final: false },
              }),
            )
          : [],
      ),
  );
}

function toStates(machine: MachineFact, entity: string, field: string, ground: Ground): StatementOf<'state'>[] {
  return machine.states.map(({ name, at }) => {
    const isInitial = machine.initial === name;
    const isFinal = machine.final.includes(name);
    return {
      key: statementKey.state(entity, name),
      point: 4,
      kind: 'state',
      text: `The ${field} of ${entity} can be ${name}${isInitial ? '; it begins there' : ''}${isFinal ? '; nothing leads on' : ''}.`,
      ...ground(at),
      ...{ entity, field, name, initial: isInitial, final: isFinal },
    };
  });
}

function toSteps(machine: MachineFact, entity: string, facts: CodeFacts, ground: Ground): StatementOf<'transition'>[] {
  const field = fieldOf(machine, facts);
  return machine.steps.map(({ from, to, by, roles, at }) => {
    const call = by === undefined ? undefined : callNamed(facts.calls, by, entity);
    const how = call ? ` by ${call.method} ${call.path}` : by === undefined ? '' : ` by “${by}”`;
    return {
      key: statementKey.transition(entity, from, to),
      point: 4,
      kind: 'transition',
      text: `The code lets ${entity} go from ${from} to ${to}${how}.`,
      ...ground(at),
      ...{ entity, field, from, to, by: call ? { method: call.method, path: call.path } : null, roles, times: 0 },
    };
  });
}

function fieldOf({ names }: MachineFact, { calls }: CodeFacts): string {
  const words = names.flatMap(wordsOf);
  const asked = calls.flatMap(({ query, body }) => [...query, ...body].map(({ name }) => name));
  for (const field of ['status', 'state', 'phase', 'stage'])
    if (words.some((word) => singular(word) === field) || asked.includes(field)) return field;
  return 'state';
}

/**
 * What has these states: what the table is called, once the words for tables of states are left off; else the thing that the calls of
 * its steps are about; else the one that codes and messages name beside its states (`BASKET_LOCKED`).
 */
function entityOf(machine: MachineFact, facts: CodeFacts): string | undefined {
  for (const name of machine.names) {
    const words = wordsOf(name).filter((word) => !about.has(word));
    const last = words.pop();
    if (last !== undefined && last.length > 2)
      return [...words, singular(last)]
        .map((word, i) => (i === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
        .join('');
  }
  const near = entitiesOf(machine.calls ?? []).toSorted((one, other) => other.calls.length - one.calls.length);
  if (near[0] && near[0].calls.length > (near[1]?.calls.length ?? 0)) return near[0].name;
  const entities = entitiesOf(facts.calls);
  const score = (name: string): number => {
    const moved = machine.steps.filter(
      ({ by }) => by !== undefined && pathHas(callNamed(facts.calls, by, name), name),
    ).length;
    const states = new Set(machine.states.flatMap((state) => wordsOf(state.name)));
    const told = [
      ...facts.errors.flatMap(({ code, message }) => [code, message]),
      ...facts.access.map(({ action }) => action),
      ...facts.wording.map(({ text }) => text),
      ...facts.calls.map(({ path }) => path),
    ].filter((text) => {
      const words = wordsOf(text).map(singular);
      return (
        words.includes(name) &&
        words.some((word) => states.has(word) || [...states].some((state) => stem(state) === stem(word)))
      );
    });
    return moved * 3 + new Set(told).size;
  };
  const ranked = entities
    .map(({ name }) => ({ name, score: score(name) }))
    .toSorted((one, other) => other.score - one.score);
  const [best, next] = ranked;
  return best && best.score > 0 && best.score > (next?.score ?? 0) ? best.name : undefined;
}

/** `lock`, `locked` and `locking` begin alike. */
const stem = (word: string): string =>
  word
    .replace(/^un/, '')
    .replace(/(?:ing|ed|es|e|s)$/, '')
    .replace(/(.)\1$/, '$1');

function pathHas(call: CallFact | undefined, name: string): boolean {
  return call?.path.split('/').some((segment) => singular(segment) === name) ?? false;
}
