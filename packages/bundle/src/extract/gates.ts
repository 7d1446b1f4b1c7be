import { type FlagGate, nameVariables } from '@sightglass/wire';
import type { Node } from 'oxc-parser';
import type { Spot, Unit } from '../evaluate/value.ts';
import { bare, type FunctionNode, isFunction, walk } from '../evaluate/walk.ts';
import { contains, type Element, propOf, textOf } from './element.ts';
import type { CallFact, RouteFact } from './fact.ts';

/** What may stand behind a switch. */
export interface Gated {
  elements: readonly Element[];
  routes: readonly RouteFact[];
  calls: readonly CallFact[];
}

/** What is decided by a value. */
interface Decision {
  /** Something is. */
  isTest: boolean;
  /** What is there only when the value is true. */
  on: Node[];
  /** All that a function gives back is. */
  whole: FunctionNode | undefined;
}

const mostGates = 5;

/** Screens, controls and calls that are there only while a switch is on. */
export function gatesOf({ elements, routes, calls }: Gated, uses: readonly Spot[]): FlagGate[] {
  const found: FlagGate[] = [];
  for (const { unit, node } of uses) {
    const { on, whole } = decisionAt(unit, node);
    for (const part of on) {
      const spot = { unit, node: part };
      const within = routes.filter(({ at }) => contains(spot, at));
      const shown = within.length > 0 ? within : around(routes, spot);
      found.push(...shown.map(toScreen));
      found.push(...elements.filter((one) => contains(spot, one)).flatMap(toAction));
      const sent = calls.filter(({ at, sites }) => [at, ...sites].some((site) => contains(spot, site)));
      found.push(
        ...sent.map(({ method, path }): FlagGate => ({ what: 'call', name: `${method} ${nameVariables(path)}` })),
      );
    }
    if (whole) found.push(...routes.filter((route) => shows(route, unit, whole)).map(toScreen));
  }
  const once = new Map(found.map((one) => [`${one.what} ${one.name}`, one]));
  return [...once.values()].slice(0, mostGates);
}

const toScreen = ({ path }: RouteFact): FlagGate => ({ what: 'screen', name: nameVariables(path) });

/** The nearest route that a part stands in. */
function around(routes: readonly RouteFact[], part: Spot): RouteFact[] {
  const length = ({ at }: RouteFact) => at.node.end - at.node.start;
  return routes
    .filter(({ at }) => contains(at, part))
    .toSorted((one, other) => length(one) - length(other))
    .slice(0, 1);
}

/** What somebody can do with an element; nothing where it is no control or has no name. */
export function toAction(element: Element): FlagGate[] {
  const isControl =
    element.tag === 'button' ||
    element.tag === 'a' ||
    (element.tag === '' && ['onClick', 'onPress', 'to', 'href'].some((name) => element.props.has(name)));
  const name = isControl ? (propOf(element, 'aria-label', 'label') ?? textOf(element)) : undefined;
  return name === undefined || name === '' || name.length > 80 ? [] : [{ what: 'action', name }];
}

/** Whether a route names a function as what it shows. */
function shows({ at }: RouteFact, unit: Unit, fn: FunctionNode): boolean {
  if (at.unit !== unit) return false;
  let found = false;
  walk(at.node, (node) => {
    if (node.type !== 'Identifier' || found) return !found;
    const origin = unit.scopes.bindingOf(node)?.origins[0];
    found = origin?.kind === 'value' && origin.node === fn;
    return !found;
  });
  return found;
}

/** What an expression decides where it stands: `on && …`, `on ? … : …`, `if (on) …`, `if (!on) return`. */
export function decisionAt(unit: Unit, from: Node): Decision {
  const { parentOf } = unit.scopes;
  const on: Node[] = [];
  let isTest = false;
  let isOff = false;
  for (let at = from, parent = parentOf(at); parent; at = parent, parent = parentOf(at)) {
    if (bare(parent) === bare(at) || parent.type === 'AwaitExpression') continue;
    if (parent.type === 'UnaryExpression' && parent.operator === '!') {
      isOff = !isOff;
      isTest = true;
    } else if (parent.type === 'BinaryExpression' && /^[!=]==?$/.test(parent.operator)) {
      const other = bare(parent.left === at ? parent.right : parent.left);
      // Of several variants each turns something on.
      if (isFalse(other) || isTrue(other)) isOff = isOff !== (parent.operator.startsWith('!') !== isFalse(other));
    } else if (parent.type === 'LogicalExpression') {
      isTest ||= parent.left === at && parent.operator === '&&';
      if (parent.operator === '&&' && parent.left === at && !isOff) on.push(parent.right);
    } else if (parent.type === 'ConditionalExpression' && parent.test === at) {
      const [shown, otherwise] = isOff ? [parent.alternate, parent.consequent] : [parent.consequent, parent.alternate];
      const whole = isNothing(otherwise) ? givenBy(unit, parent) : undefined;
      return { isTest: true, on: [...on, shown], whole };
    } else if (parent.type === 'IfStatement' && parent.test === at) {
      if (!isOff) return { isTest: true, on: [...on, parent.consequent], whole: undefined };
      if (parent.alternate) return { isTest: true, on: [...on, parent.alternate], whole: undefined };
      const leaves = leavesAt(parent.consequent);
      const whole = leaves ? unit.scopes.functionsAround(parent)[0] : undefined;
      return { isTest: true, on: leaves ? [...on, ...after(unit, parent)] : on, whole };
    } else break;
  }
  return { isTest, on, whole: undefined };
}

const isTrue = (node: Node): boolean =>
  (node.type === 'Literal' && (node.value === true || node.value === 'true' || node.value === 'on')) ||
  (node.type === 'UnaryExpression' &&
    node.operator === '!' &&
    node.argument.type === 'Literal' &&
    node.argument.value === 0);

const isFalse = (node: Node): boolean =>
  (node.type === 'Literal' && (node.value === false || node.value === 'false' || node.value === 'off')) ||
  (node.type === 'UnaryExpression' &&
    node.operator === '!' &&
    node.argument.type === 'Literal' &&
    node.argument.value === 1);

const isNothing = (node: Node): boolean =>
  (node.type === 'Literal' && (node.value === null || node.value === false)) ||
  (node.type === 'UnaryExpression' && (node.operator === 'void' || node.operator === '!'));

/** The function whose whole answer an expression is. */
function givenBy(unit: Unit, node: Node): FunctionNode | undefined {
  const parent = unit.scopes.parentOf(node);
  if (parent?.type === 'ReturnStatement') return unit.scopes.functionsAround(parent)[0];
  return parent && isFunction(parent) && parent.body === node ? parent : undefined;
}

function leavesAt(statement: Node): boolean {
  const last = statement.type === 'BlockStatement' ? statement.body.at(-1) : statement;
  return last?.type === 'ReturnStatement' || last?.type === 'ThrowStatement';
}

function after(unit: Unit, statement: Node): Node[] {
  const block = unit.scopes.parentOf(statement);
  const all: readonly Node[] = block?.type === 'BlockStatement' ? block.body : [];
  return all.slice(all.indexOf(statement) + 1);
}
