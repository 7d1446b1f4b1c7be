import type { Node } from 'oxc-parser';
import { nameOfBinding } from '../evaluate/names.ts';
import { literal, literals, textsOf, type Unit, type Value, type ValueOf } from '../evaluate/value.ts';
import { type FunctionNode, isFunction, nameOfKey, type ObjectNode } from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';
import type { MachineFact, StepFact } from './fact.ts';
import type { Forms } from './forms.ts';
import { statesAsked } from './states-asked.ts';

/** State machines: tables of what may follow what, lists of transitions, XState's configurations, and what components look up by a state. */
export function machinesIn(world: World, forms: Forms): MachineFact[] {
  const asked = statesAsked(world);
  const fromAsked = (unit: Unit, node: Node): Table | undefined => {
    const table = asked(unit, node);
    return table && { ...table, names: namesAbove(unit, node) };
  };
  return world.nodes.flatMap(({ unit, node }): MachineFact[] => {
    const found =
      node.type === 'ObjectExpression'
        ? (fromTable(world, unit, node) ?? fromConfiguration(world, unit, node) ?? fromAsked(unit, node))
        : node.type === 'ArrayExpression'
          ? (fromList(world, unit, node) ?? fromAsked(unit, node))
          : node.type === 'SwitchStatement'
            ? fromAsked(unit, node)
            : undefined;
    return found ? [{ ...found, within: [...forms.usersOf(unit, node), ...askersOf(unit, node)] }] : [];
  });
}

/** Functions that ask the one in which a switch over states stands. */
function askersOf(unit: Unit, node: Node): FunctionNode[] {
  const [fn] = node.type === 'SwitchStatement' ? unit.scopes.functionsAround(node) : [];
  const id = fn?.type === 'FunctionDeclaration' ? fn.id : undefined;
  const uses = (id && unit.scopes.bindingOf(id)?.uses) ?? [];
  return uses.flatMap((use) => unit.scopes.functionsAround(use).slice(0, 2));
}

type Table = Omit<MachineFact, 'within' | 'calls'>;

/** What may stand for what among types of values is no state. */
const isType =
  /^(?:string|text|number|integer|bigInteger|float|decimal|boolean|date|datetime|timestamp|json|uuid|object|array|null|any)$/i;
const isState = (text: string): boolean => /^[A-Za-z][A-Za-z_ -]{1,30}$/.test(text);

/** `{open: ['locked'], locked: ['open', 'paid'], paid: []}`, with `paid` or without. */
function fromTable(world: World, unit: Unit, node: ObjectNode): Table | undefined {
  if (node.properties.length < 2 || node.properties.length > 20) return undefined;
  if (!node.properties.every((property) => property.type === 'Property' && !isFunction(property.value)))
    return undefined;
  const table = world.evaluator.worth(unit, node);
  if (table.is !== 'object' || table.open) return undefined;
  const rows = [...table.entries.values()].map((entry) => ({ entry, ...leadsTo(entry.value()) }));
  if (!rows.every(({ entry, to }) => to !== undefined && isState(entry.key))) return undefined;
  const names = rows.map(({ entry }) => entry.key);
  const targets = rows.flatMap(({ to }) => to ?? []);
  // What nothing follows is often left out as a key; tables of other things lead on from none of what they hold.
  const ends = [...new Set(targets)].filter((to) => !names.includes(to));
  const leadOn = new Set(
    rows.flatMap(({ entry, to }) => (to ?? []).filter((name) => name !== entry.key && names.includes(name))),
  ).size;
  if (names.filter((name) => isType.test(name)).length > 1) return undefined;
  // `{draft: {announce: 'announced'}}`: tables of words within tables are made of anything else, too.
  if (rows.some(({ by }) => by.length > 0) && ends.length > 0) return undefined;
  if (leadOn < (ends.length === 0 ? 1 : 2) || !ends.every(isState)) return undefined;
  return {
    names: namesAbove(unit, node),
    states: [
      ...rows.map(({ entry }) => ({ name: entry.key, at: entry.spot })),
      ...ends.map((name) => ({ name, at: rows.find(({ to }) => to?.includes(name))?.entry.spot ?? { unit, node } })),
    ],
    steps: rows.flatMap(({ entry, to, by }) =>
      (to ?? []).map((name, at): StepFact => ({ from: entry.key, to: name, by: by[at], roles: [], at: entry.spot })),
    ),
    initial: undefined,
    final: [...rows.filter(({ to }) => to?.length === 0).map(({ entry }) => entry.key), ...ends],
    at: { unit, node },
  };
}

/** The states that one leads to: as a list, or by the name of what leads there. */
function leadsTo(value: Value): { to: string[] | undefined; by: string[] } {
  if (value.is !== 'object' || value.open) return { to: textsOf(value), by: [] };
  const steps = [...value.entries.values()].map(({ key, value: read }) => ({ key, to: literal(read()) }));
  const isPlain = steps.every(({ to }) => to !== undefined);
  return { to: isPlain ? steps.flatMap(({ to }) => to ?? []) : undefined, by: steps.map(({ key }) => key) };
}

/** `[{from: 'draft', to: 'submitted', by: 'submit', roles: ['member']}, …]`. */
function fromList(world: World, unit: Unit, node: Extract<Node, { type: 'ArrayExpression' }>): Table | undefined {
  if (node.elements.length < 2 || !node.elements.every((element) => element?.type === 'ObjectExpression'))
    return undefined;
  const list = world.evaluator.worth(unit, node);
  if (list.is !== 'array') return undefined;
  const steps = list.items.flatMap((item) => (item.is === 'object' ? stepsOf(item) : []));
  const told = new Set(list.items.filter((item) => item.is === 'object' && stepsOf(item).length > 0));
  if (told.size < list.items.length || steps.length < 2) return undefined;
  // What leads nowhere else is a table of ranges or of redirects.
  const from = new Set(steps.map((step) => step.from));
  if (!steps.some(({ to }) => from.has(to)) || !steps.every((step) => isState(step.from) && isState(step.to)))
    return undefined;
  const holder = holderOf(world, unit, node);
  if (isDrawn(unit, node, holder, new Set(steps.flatMap((step) => [step.from, step.to])))) return undefined;
  const initial =
    holder &&
    literal(
      (holder.entries.get('initial') ?? holder.entries.get('initialState') ?? holder.entries.get('start'))?.value(),
    );
  const final =
    holder?.entries.get('final') ??
    holder?.entries.get('finals') ??
    holder?.entries.get('finalStates') ??
    holder?.entries.get('terminal');
  const ends = final ? (textsOf(final.value()) ?? literals(final.value())) : [];
  const names = [...new Set(steps.flatMap((step) => [step.from, step.to]))];
  return {
    names: namesAbove(unit, node),
    states: names.map((name) => ({
      name,
      at: steps.find((step) => step.from === name || step.to === name)?.at ?? { unit, node },
    })),
    steps,
    initial,
    final: ends.length > 0 ? ends : names.filter((name) => !from.has(name)),
    at: { unit, node },
  };
}

/** Lines between boxes: `{nodes: [{id: 'fetch'}, …], connections: [{from: 'fetch', to: 'send'}]}`. What stands in the boxes is no state. */
function isDrawn(unit: Unit, node: Node, holder: ValueOf<'object'> | undefined, ends: ReadonlySet<string>): boolean {
  const property = unit.scopes.parentOf(node);
  const name = property?.type === 'Property' ? nameOfKey(property.key, property.computed) : undefined;
  if (/^(?:connections?|edges?|links?|wires?|arrows?)$/i.test(name ?? '')) return true;
  return [...(holder?.entries.values() ?? [])].some((entry) => {
    const boxes = entry.spot.node.type === 'Property' && entry.spot.node !== property ? entry.value() : undefined;
    if (boxes?.is !== 'array') return false;
    const ids = boxes.items.flatMap((item) =>
      item.is === 'object' ? (literal(item.entries.get('id')?.value()) ?? []) : [],
    );
    const isPlaced = boxes.items.some(
      (item) => item.is === 'object' && ['x', 'y', 'position', 'icon'].some((key) => item.entries.has(key)),
    );
    return isPlaced && ids.some((id) => ends.has(id));
  });
}

function stepsOf(item: ValueOf<'object'>): StepFact[] {
  const read = (...keys: string[]): Value | undefined =>
    keys.map((key) => item.entries.get(key)?.value()).find((value) => value !== undefined);
  const given = (value: Value | undefined): string[] => (value ? (textsOf(value) ?? literals(value)) : []);
  const to = given(read('to', 'target', 'toState', 'next'));
  const by = literal(read('by', 'on', 'event', 'action', 'trigger', 'via', 'name'));
  const roles = given(read('roles', 'allowedRoles', 'role'));
  return given(read('from', 'source', 'fromState')).flatMap((from) =>
    to.map((name) => ({ from, to: name, by, roles, at: item.spot })),
  );
}

/** `{initial: 'idle', states: {idle: {on: {START: 'running'}}}}`. */
function fromConfiguration(world: World, unit: Unit, node: ObjectNode): Table | undefined {
  const machine = world.evaluator.worth(unit, node);
  if (machine.is !== 'object') return undefined;
  const initial = literal(machine.entries.get('initial')?.value());
  const states = machine.entries.get('states')?.value();
  if (initial === undefined || states?.is !== 'object' || !states.entries.has(initial)) return undefined;
  const rows = [...states.entries.values()];
  const steps = rows.flatMap(({ key, value }) => {
    const state = value();
    const on = state.is === 'object' ? state.entries.get('on')?.value() : undefined;
    if (on?.is !== 'object') return [];
    return [...on.entries.values()].flatMap((event) =>
      targetsOf(event.value()).map(
        (to): StepFact => ({ from: key, to: to.replace(/^[#.]+/, ''), by: event.key, roles: [], at: event.spot }),
      ),
    );
  });
  const known = steps.filter(({ to }) => states.entries.has(to));
  const final = rows.filter(({ value }) => {
    const state = value();
    return state.is === 'object' && literal(state.entries.get('type')?.value()) === 'final';
  });
  const id = literal(machine.entries.get('id')?.value());
  return {
    names: [...(id === undefined ? [] : [id]), ...namesAbove(unit, node)],
    states: rows.map(({ key, spot }) => ({ name: key, at: spot })),
    steps: known,
    initial,
    final: final.map(({ key }) => key),
    at: { unit, node },
  };
}

function targetsOf(value: Value): string[] {
  if (value.is === 'array') return value.items.flatMap(targetsOf);
  if (value.is === 'object') return literals(value.entries.get('target')?.value() ?? value);
  return literals(value);
}

/** The object whose property a list is. */
function holderOf(world: World, unit: Unit, node: Node): ValueOf<'object'> | undefined {
  const property = unit.scopes.parentOf(node);
  const object = property?.type === 'Property' ? unit.scopes.parentOf(property) : undefined;
  const value = object?.type === 'ObjectExpression' ? world.evaluator.worth(unit, object) : undefined;
  return value?.is === 'object' ? value : undefined;
}

/** What the table is called: keys and variables above it, the nearest first. */
function namesAbove(unit: Unit, node: Node): string[] {
  const names: string[] = [];
  for (let at: Node | undefined = node; at; at = unit.scopes.parentOf(at)) {
    const parent = unit.scopes.parentOf(at);
    if (!parent || isFunction(parent) || /Statement$/.test(parent.type)) break;
    if (parent.type === 'Property') names.push(nameOfKey(parent.key, parent.computed) ?? '');
    if (parent.type !== 'VariableDeclarator') continue;
    const binding = parent.id.type === 'Identifier' ? unit.scopes.bindingOf(parent.id) : undefined;
    const name = binding && nameOfBinding(unit, binding);
    if (name !== undefined) names.push(name);
    break;
  }
  return names.filter(Boolean);
}
