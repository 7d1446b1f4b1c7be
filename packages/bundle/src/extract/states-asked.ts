import type { Node } from 'oxc-parser';
import { literal, optionsOf, textsOf, type Unit } from '../evaluate/value.ts';
import { bare, type CallNode, memberName, nameOfKey } from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';
import type { MachineFact } from './fact.ts';

type Table = Omit<MachineFact, 'within' | 'calls' | 'names'>;

const mostStates = 20;
const holdsState = /^(?:status|state|phase|stage)$/;
const isState = (text: string): boolean => /^[A-Za-z][A-Za-z_ -]{1,30}$/.test(text);
/** What a call or a file that is being fetched goes through, as libraries call it: no state of what it is about. */
const ofCall = /^(?:idle|pending|loading|fetching|refetching|submitting|streaming|success|error)$/;
/** How a state looks: `{pending: 'active', active: 'success'}`, of a badge. */
const isLook =
  /^(?:default|success|warning|danger|error|info|primary|secondary|neutral|muted|destructive|outline|positive|negative|processing|gr[ae]y|green|red|yellow|orange|blue|amber)$/;
const isLookProp =
  /^(?:class(?:Name)?|style|colou?r|variant|tone|severity|icon|intent|appearance|label|title|children)$/;
const areStates = (names: readonly string[]): boolean =>
  names.every(isState) && !names.every((name) => ofCall.test(name));

/**
 * States of which only a component asks, by what it looks up: `next[hive.status]`, and `steps.indexOf(order.status)`, of which
 * `steps[at + 1]` says that each leads to the one behind it.
 *
 * @returns What a list or a table of the code says, by its node.
 */
export function statesAsked(world: World): (unit: Unit, node: Node) => Table | undefined {
  const tables = new Set<Node>();
  const lists = new Map<Node, { isInTurn: boolean }>();
  for (const { unit, node } of world.nodes) {
    if (node.type === 'CallExpression') {
      const list = listAsked(world, unit, node);
      if (list && !lists.has(list)) lists.set(list, { isInTurn: false });
    } else if (node.type === 'MemberExpression' && node.computed) {
      if (isOfState(world, unit, node.property) && !isShown(unit, node))
        tables.add(world.evaluator.worth(unit, node.object).spot.node);
      const list = placeBefore(world, unit, node.property);
      if (list && world.evaluator.worth(unit, node.object).spot.node === list) lists.set(list, { isInTurn: true });
    }
  }
  return (unit, node) => {
    if (node.type === 'SwitchStatement') return fromSwitch(world, unit, node);
    if (tables.has(node)) return fromTable(world, unit, node);
    const list = lists.get(node);
    return list && fromList(world, unit, node, list.isInTurn);
  };
}

/** `order.status`, and `status` where that is what a variable holds. */
function isOfState(world: World, unit: Unit, node: Node): boolean {
  const at = bare(node);
  if (at.type === 'MemberExpression') return holdsState.test(memberName(at) ?? '');
  return (
    at.type === 'Identifier' &&
    optionsOf(world.evaluator.worth(unit, at)).some((one) => one.is === 'unknown' && holdsState.test(one.name ?? ''))
  );
}

/** `className={tones[order.status]}`. */
function isShown(unit: Unit, node: Node): boolean {
  const above = unit.scopes.parentOf(node);
  return above?.type === 'Property' && isLookProp.test(nameOfKey(above.key, above.computed) ?? '');
}

/** Of what is looked up by a state, that which is none that anything is looked up by. */
function looks(steps: readonly { from: string; to: string }[]): boolean {
  const asked = new Set(steps.map(({ from }) => from));
  return steps.some(({ to }) => !asked.has(to) && isLook.test(to));
}

/** The list of `steps.indexOf(order.status)`. */
function listAsked(world: World, unit: Unit, node: CallNode): Node | undefined {
  const callee = bare(node.callee);
  const [asked, other] = node.arguments;
  if (callee.type !== 'MemberExpression' || memberName(callee) !== 'indexOf' || !asked || other) return undefined;
  if (asked.type === 'SpreadElement' || !isOfState(world, unit, asked)) return undefined;
  const list = world.evaluator.worth(unit, callee.object);
  return list.is === 'array' ? list.spot.node : undefined;
}

/** The list in which `at + 1` is the place behind a state's. */
function placeBefore(world: World, unit: Unit, node: Node): Node | undefined {
  const sum = bare(node);
  if (sum.type !== 'BinaryExpression' || sum.operator !== '+') return undefined;
  if (sum.right.type !== 'Literal' || sum.right.value !== 1) return undefined;
  const left = bare(sum.left);
  const origin = left.type === 'Identifier' ? unit.scopes.bindingOf(left)?.origins[0] : undefined;
  const place = origin?.kind === 'value' && origin.path.length === 0 ? bare(origin.node) : left;
  return place.type === 'CallExpression' ? listAsked(world, unit, place) : undefined;
}

/** `{draft: 'review', review: 'published'}`. */
function fromTable(world: World, unit: Unit, node: Node): Table | undefined {
  const table = world.evaluator.worth(unit, node);
  if (table.is !== 'object' || table.open || table.entries.size > mostStates) return undefined;
  const rows = [...table.entries.values()].map((entry) => ({
    from: entry.key,
    to: literal(entry.value()),
    at: entry.spot,
  }));
  const steps = rows.flatMap(({ from, to, at }) =>
    to === undefined ? [] : [{ from, to, by: undefined, roles: [], at }],
  );
  const names = [...new Set(steps.flatMap(({ from, to }) => [from, to]))];
  // What they are called in a list of words leads on to nothing that is asked for.
  const leadsOn = steps.some(({ from, to }) => from !== to && table.entries.has(to));
  if (steps.length < rows.length || steps.length < 2 || !leadsOn || !areStates(names) || looks(steps)) return undefined;
  return {
    states: names.map((name) => ({
      name,
      at: steps.find(({ from, to }) => from === name || to === name)?.at ?? { unit, node },
    })),
    ...{ steps, initial: undefined, final: [], at: { unit, node } },
  };
}

/** `switch (loan.status) {case 'held': return ['lent', 'returned']; case 'lent': return 'returned'}`. */
function fromSwitch(world: World, unit: Unit, node: Extract<Node, { type: 'SwitchStatement' }>): Table | undefined {
  if (!isOfState(world, unit, node.discriminant) || node.cases.length > mostStates) return undefined;
  const rows = node.cases.flatMap(({ test, consequent }) => {
    const from = test && literal(world.evaluator.worth(unit, test));
    const [only] = consequent;
    if (!from || only?.type !== 'ReturnStatement' || !only.argument) return [];
    const given = world.evaluator.worth(unit, only.argument);
    const one = literal(given);
    return [{ from, to: textsOf(given) ?? (one === undefined ? undefined : [one]), at: { unit, node: test } }];
  });
  const steps = rows.flatMap(({ from, to = [], at }) =>
    to.map((one) => ({ from, to: one, by: undefined, roles: [], at })),
  );
  const asked = new Set(rows.map(({ from }) => from));
  const names = [...new Set([...asked, ...steps.map(({ to }) => to)])];
  const leadsOn = steps.some(({ from, to }) => from !== to && asked.has(to));
  if (!leadsOn || rows.some(({ to }) => to === undefined) || !areStates(names) || looks(steps)) return undefined;
  return {
    states: names.map((name) => ({
      name,
      at: rows.find(({ from }) => from === name)?.at ?? steps.find(({ to }) => to === name)?.at ?? { unit, node },
    })),
    ...{ steps, initial: undefined, final: [], at: { unit, node } },
  };
}

function fromList(world: World, unit: Unit, node: Node, isInTurn: boolean): Table | undefined {
  const list = world.evaluator.worth(unit, node);
  const names = textsOf(list);
  if (list.is !== 'array' || !names || names.length < 2 || names.length > mostStates || !areStates(names))
    return undefined;
  const at = (index: number) => list.items[index]?.spot ?? { unit, node };
  return {
    states: names.map((name, index) => ({ name, at: at(index) })),
    steps: isInTurn
      ? names
          .slice(1)
          .map((to, index) => ({ from: names[index] ?? '', to, by: undefined, roles: [], at: at(index + 1) }))
      : [],
    ...{ initial: undefined, final: [], at: { unit, node } },
  };
}
