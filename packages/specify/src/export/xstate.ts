import { type Specification, type StatementOf, wordsOf } from '@sightglass/wire';
import { freeName, pascalCase } from './json-schema.ts';
import { basisOf, sureOf } from './sure.ts';
import { comment, literal } from './typescript.ts';

/** An event of these machines: the call (or its absence) by name, and where it led, which a guard compares. */
export interface StateEvent {
  type: string;
  /** Where several transitions have the same call, the one that leads there is taken; without it the first. */
  to?: string;
}

interface Edge {
  target: string;
  guard: { type: 'leadsTo'; params: { state: string } };
  meta: { roles: string[]; sessions: number };
}

/** A machine for XState 5: https://stately.ai/docs/machines */
export interface MachineConfig {
  id: string;
  initial: string;
  states: Record<string, { type?: 'final'; meta: { name: string }; on?: Record<string, Edge[]> }>;
}

/** What an object's move without any call of the application is called. */
export const noCall = 'no call seen';

/** The states of each entity that has any, as machines; all that was seen is allowed, and what was not seen is not. */
export function machinesOf(specification: Specification): MachineConfig[] {
  const transitions = Map.groupBy(sureOf(specification, 'transition'), ({ entity }) => entity);
  const states = Map.groupBy(sureOf(specification, 'state'), ({ entity }) => entity);
  const taken = new Set<string>();
  return [...states].flatMap(([entity, own]) => {
    const moves = transitions.get(entity) ?? [];
    return moves.length === 0 ? [] : [machineOf(freeName(camelCase(entity) || 'entity', taken), own, moves)];
  });
}

/** A module that exports each machine, made with `setup`, so that a test can walk it. */
export function toXState(specification: Specification): string {
  const machines = machinesOf(specification);
  const head = [`// ${comment(`${specification.project.name}: states. ${basisOf(specification)}`)}`];
  if (machines.length === 0) return `${head[0]}\n// Not shown: no object was seen in two states.\nexport {};\n`;
  return `${[...head, "import { setup } from 'xstate';", preamble, ...machines.map(module)].join('\n\n')}\n`;
}

const preamble = `/** The call by name, and where it led: one call can lead to several states. */
export type StateEvent = { type: string; to?: string };

const machine = setup({
  types: { events: {} as StateEvent },
  guards: {
    leadsTo: ({ event }, { state }: { state: string }) => event.to === undefined || event.to === state,
  },
});`;

function module(config: MachineConfig): string {
  return `export const ${config.id}Machine = machine.createMachine(${literal(config)});`;
}

type State = StatementOf<'state'>;
type Transition = StatementOf<'transition'>;

function machineOf(id: string, states: readonly State[], moves: readonly Transition[]): MachineConfig {
  const names = [...new Set([...states.map(({ name }) => name), ...moves.flatMap(({ from, to }) => [from, to])])];
  const keys = namesOf(names);
  const keyOf = (name: string) => keys.get(name) ?? name;
  const initial = states.find((one) => one.initial)?.name ?? beginning(moves) ?? '';
  return {
    id,
    initial: keyOf(initial),
    states: Object.fromEntries(
      names.map((name) => {
        const from = moves.filter((one) => one.from === name);
        const final = from.length === 0 && states.some((one) => one.final && one.name === name);
        const on = Map.groupBy(from, eventOf);
        return [
          keyOf(name),
          {
            ...(final ? { type: 'final' as const } : {}),
            meta: { name },
            ...(from.length === 0
              ? {}
              : {
                  on: Object.fromEntries(
                    [...on].map(([event, some]) => [event, some.map((one) => edgeOf(one, keyOf))]),
                  ),
                }),
          },
        ];
      }),
    ),
  };
}

/** A state that nothing leads to; else the one that most leads away from. */
function beginning(moves: readonly Transition[]): string | undefined {
  const reached = new Set(moves.map(({ to }) => to));
  return (moves.find(({ from }) => !reached.has(from)) ?? moves[0])?.from;
}

/** What moves an object, as the machines name it. */
export function eventOf({ by }: Pick<Transition, 'by'>): string {
  return by === null ? noCall : `${by.method} ${by.path}`;
}

function edgeOf({ to, roles, support }: Transition, keyOf: (name: string) => string): Edge {
  const target = keyOf(to);
  return { target, guard: { type: 'leadsTo', params: { state: target } }, meta: { roles, sessions: support.sessions } };
}

/** Dots and hashes in names of states mean something to XState, so states have keys of letters and digits, and their name beside. */
function namesOf(names: readonly string[]): Map<string, string> {
  const taken = new Set<string>();
  return new Map(names.map((name) => [name, freeName(camelCase(name) || 'state', taken)]));
}

function camelCase(name: string): string {
  const pascal = pascalCase(wordsOf(name).join(' '));
  const camel = pascal.charAt(0).toLowerCase() + pascal.slice(1);
  return /^[0-9]/.test(camel) ? `state${camel}` : camel;
}
