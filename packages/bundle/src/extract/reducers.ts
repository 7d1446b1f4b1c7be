import type { Node } from 'oxc-parser';
import { nameOfBinding } from '../evaluate/names.ts';
import { literal, type Unit } from '../evaluate/value.ts';
import { bare, type FunctionNode, isFunction, memberName, nameOfKey, sidesOf } from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';
import type { MachineFact, StepFact } from './fact.ts';
import type { Forms } from './forms.ts';

const stateKey = /^(?:status|state|phase|stage)$/;

/**
 * Functions that make the next state out of the one that is there: `order.status === 'open' ? {...order, status: 'sent'} : order`, and
 * `if (order.status !== 'open') return order; return {...order, status: 'sent'}`. What is checked is where the step comes from.
 */
export function reducersIn(world: World, forms: Forms): Omit<MachineFact, 'calls'>[] {
  const steps = new Map<FunctionNode, { unit: Unit; steps: StepFact[] }>();
  for (const { unit, node } of world.nodes) {
    const to = node.type === 'ObjectExpression' ? targetOf(world, unit, node) : undefined;
    const fn = to && unit.scopes.functionsAround(node)[0];
    if (!to || !fn) continue;
    const from = sourcesOf(world, unit, node, to.key);
    const known = steps.get(fn) ?? { unit, steps: [] };
    const by = caseAround(world, unit, node);
    known.steps.push(...from.map((name) => ({ from: name, to: to.name, by, roles: [], at: { unit, node } })));
    steps.set(fn, known);
  }
  return [...steps].flatMap(([fn, found]) => {
    const names = [...new Set(found.steps.flatMap(({ from, to }) => [from, to]))];
    const leads = new Set(found.steps.map(({ from }) => from));
    if (found.steps.length < 2 || !found.steps.some(({ to }) => leads.has(to))) return [];
    const at = { unit: found.unit, node: fn };
    return [
      {
        names: namesOf(found.unit, fn),
        states: names.map((name) => ({
          name,
          at: found.steps.find(({ from, to }) => from === name || to === name)?.at ?? at,
        })),
        steps: found.steps,
        initial: undefined,
        final: names.filter((name) => !leads.has(name)),
        at,
        within: [...new Set([...forms.usersOf(found.unit, fn), ...usersOf(found.unit, fn)])],
      },
    ];
  });
}

/** The state that an object is given, when the rest of it is what was there: `{...order, status: 'sent'}`. */
function targetOf(
  world: World,
  unit: Unit,
  node: Extract<Node, { type: 'ObjectExpression' }>,
): { key: string; name: string } | undefined {
  if (node.properties[0]?.type !== 'SpreadElement') return undefined;
  for (const property of node.properties) {
    const key = property.type === 'Property' ? nameOfKey(property.key, property.computed) : undefined;
    if (key === undefined || !stateKey.test(key) || property.type !== 'Property') continue;
    const name = literal(world.evaluator.worth(unit, property.value));
    if (name !== undefined && /^[A-Za-z][\w -]{1,30}$/.test(name)) return { key, name };
  }
  return undefined;
}

/** The states that lead there, by the nearest condition above. */
function sourcesOf(world: World, unit: Unit, node: Node, key: string): string[] {
  const { parentOf } = unit.scopes;
  for (let at: Node = node, parent = parentOf(at); parent && !isFunction(parent); at = parent, parent = parentOf(at)) {
    if (parent.type === 'ConditionalExpression' || parent.type === 'IfStatement') {
      const isThen = parent.consequent === at;
      if (parent.test === at) continue;
      const asked = statesAsked(world, unit, parent.test, key, isThen ? '===' : '!==');
      if (asked.length > 0) return asked;
    }
    const list = parent.type === 'BlockStatement' ? parent.body : parent.type === 'SwitchCase' ? parent.consequent : [];
    for (const before of list.slice(0, list.indexOf(at as (typeof list)[number])).toReversed()) {
      // What turns everything else away.
      const asked =
        before.type === 'IfStatement' && /^(?:Return|Throw|Break)/.test(lastOf(before.consequent).type)
          ? statesAsked(world, unit, before.test, key, '!==')
          : [];
      if (asked.length > 0) return asked;
    }
  }
  return [];
}

const lastOf = (node: Node): Node => (node.type === 'BlockStatement' ? (node.body.at(-1) ?? node) : node);

/** `a` and `b` of `order.status === 'a' || order.status === 'b'`; of what is turned away, `!== 'a' && !== 'b'`. */
function statesAsked(world: World, unit: Unit, test: Node, key: string, operator: '===' | '!=='): string[] {
  const node = bare(test);
  if (node.type === 'LogicalExpression' && node.operator === (operator === '===' ? '||' : '&&')) {
    const left = statesAsked(world, unit, node.left, key, operator);
    const right = statesAsked(world, unit, node.right, key, operator);
    return left.length > 0 && right.length > 0 ? [...left, ...right] : [];
  }
  if (node.type !== 'BinaryExpression' || node.operator.slice(0, 2) !== operator.slice(0, 2)) return [];
  for (const [side, other] of sidesOf(node)) {
    const name = memberName(bare(side)) === key ? literal(world.evaluator.worth(unit, other)) : undefined;
    if (name !== undefined) return [name];
  }
  return [];
}

/** `SEND` of `case 'SEND':`. */
function caseAround(world: World, unit: Unit, node: Node): string | undefined {
  for (let at: Node | undefined = node; at && !isFunction(at); at = unit.scopes.parentOf(at))
    if (at.type === 'SwitchCase') return at.test ? literal(world.evaluator.worth(unit, at.test)) : undefined;
  return undefined;
}

/** What its author called a function, without the word for what it does. */
function namesOf(unit: Unit, fn: FunctionNode): string[] {
  const parent = unit.scopes.parentOf(fn);
  const id =
    fn.id ?? (parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier' ? parent.id : undefined);
  const binding = id ? unit.scopes.bindingOf(id) : undefined;
  const name = binding && nameOfBinding(unit, binding)?.replace(/_?(?:reducer|reduce)$/i, '');
  return name ? [name] : [];
}

/** The functions that use it by its name, in its own script. */
function usersOf(unit: Unit, fn: FunctionNode): FunctionNode[] {
  const parent = unit.scopes.parentOf(fn);
  const id = fn.id ?? (parent?.type === 'VariableDeclarator' ? parent.id : undefined);
  const uses = (id && unit.scopes.bindingOf(id)?.uses) ?? [];
  return [...new Set(uses.flatMap((use) => unit.scopes.functionsAround(use).slice(0, 1)))];
}
