import { type Specification, type StatementOf, wordsOf } from '@sightglass/wire';
import { freeName, pascalCase } from './json-schema.ts';
import { type StateEdge, type StateGraph, stateGraphs } from './state-graph.ts';
import { basisOf } from './sure.ts';
import { comment, literal } from './typescript.ts';

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
const noCall = 'no call seen';

/** The states of each entity that has any, as machines; all that was seen is allowed, and what was not seen is not. */
export function machinesOf(specification: Specification): MachineConfig[] {
  const taken = new Set<string>();
  return stateGraphs(specification).flatMap((graph) =>
    graph.edges.length === 0 ? [] : [machineOf(freeName(camelCase(graph.entity) || 'entity', taken), graph)],
  );
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

type Transition = StatementOf<'transition'>;

function machineOf(id: string, { nodes, edges }: StateGraph): MachineConfig {
  const taken = new Set<string>();
  const names = new Map(nodes.map(({ key, name }) => [key, freeName(camelCase(name) || 'state', taken)]));
  const nameOf = (key: string) => names.get(key) ?? key;
  const initial = nodes.find((node) => node.initial)?.key ?? beginning(edges);
  return {
    id,
    initial: nameOf(initial),
    states: Object.fromEntries(
      nodes.map(({ key, name, final }) => {
        const away = edges.filter(({ from }) => from === key);
        const on = [...Map.groupBy(away, ({ transition }) => eventOf(transition))].map(
          ([event, some]) => [event, some.map((edge) => edgeOf(edge, nameOf))] as const,
        );
        const type = final && away.length === 0 ? { type: 'final' as const } : {};
        return [nameOf(key), { ...type, meta: { name }, ...(on.length === 0 ? {} : { on: Object.fromEntries(on) }) }];
      }),
    ),
  };
}

/** A state that nothing leads to; else one that leads away. */
function beginning(edges: readonly StateEdge[]): string {
  const reached = new Set(edges.map(({ to }) => to));
  return (edges.find(({ from }) => !reached.has(from)) ?? edges[0])?.from ?? '';
}

/** What moves an object, as the machines name it. */
function eventOf({ by }: Pick<Transition, 'by'>): string {
  return by === null ? noCall : `${by.method} ${by.path}`;
}

/** Dots and hashes in names of states mean something to XState: a target is a name of letters and digits. */
function edgeOf({ to, transition: { roles, support } }: StateEdge, nameOf: (key: string) => string): Edge {
  const target = nameOf(to);
  return { target, guard: { type: 'leadsTo', params: { state: target } }, meta: { roles, sessions: support.sessions } };
}

function camelCase(name: string): string {
  const pascal = pascalCase(wordsOf(name).join(' '));
  const camel = pascal.charAt(0).toLowerCase() + pascal.slice(1);
  return /^[0-9]/.test(camel) ? `state${camel}` : camel;
}
