import type { Node } from 'oxc-parser';
import { type Frame, literal, textsOf, type Unit, type Value } from '../evaluate/value.ts';
import { bare, type CallNode, type FunctionNode, memberName, walk } from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';
import type { Element } from './element.ts';
import { rolesFrom } from './ranks.ts';

const role = /^(?:user|account|member|my|current)?_?roles?$/i;

/** An element that only leads elsewhere: `<Navigate to="/ward" replace />`, `<Redirect to="/" />`. */
export function isRedirect(elements: readonly Element[], unit: Unit, node: Node): boolean {
  const element = elements.find((one) => one.unit === unit && one.node === node);
  return element !== undefined && element.tag === '' && element.props.has('to') && !element.props.has('children');
}

/** Whom a component shows itself, where it sends all others on: `if (me.role !== 'DESK') return <Navigate to="/ward" />`. */
export function letIn(world: World, elements: readonly Element[], shown: readonly Value[]): string[] {
  for (const one of shown) {
    if (one.is !== 'function') continue;
    const { unit } = one.spot;
    for (const { test, otherwise, given } of outcomesOf(one.fn)) {
      if (!isRedirect(elements, unit, bare(given))) continue;
      const names = (otherwise ? allowedIf : allowedUnless)(world, unit, test);
      if (names !== undefined && names.length > 0) return names;
    }
  }
  return [];
}

interface Outcome {
  test: Node;
  /** It is given where the test fails. */
  otherwise: boolean;
  given: Node;
}

function outcomesOf({ body }: FunctionNode): Outcome[] {
  if (!body) return [];
  if (body.type !== 'BlockStatement') return branchesOf(body);
  return body.body.flatMap((statement): Outcome[] => {
    if (statement.type === 'ReturnStatement') return statement.argument ? branchesOf(statement.argument) : [];
    if (statement.type !== 'IfStatement') return [];
    const { consequent } = statement;
    const then = consequent.type === 'BlockStatement' ? consequent.body[0] : consequent;
    return then?.type === 'ReturnStatement' && then.argument
      ? [{ test: statement.test, otherwise: false, given: then.argument }]
      : [];
  });
}

function branchesOf(expression: Node): Outcome[] {
  const node = bare(expression);
  if (node.type === 'SequenceExpression') return branchesOf(node.expressions.at(-1) ?? node);
  if (node.type !== 'ConditionalExpression') return [];
  return [
    { test: node.test, otherwise: false, given: node.consequent },
    { test: node.test, otherwise: true, given: node.alternate },
    ...branchesOf(node.alternate),
  ];
}

/**
 * Whom the script of a page or a layout of SvelteKit lets through: all others are sent on by its `load`, in a call that throws:
 * `if (user.role !== 'clerk') redirect(307, '/')`.
 */
export function letInByLoad(world: World, unit: Unit): string[] {
  let found: string[] | undefined;
  walk(unit.read.ast, (node) => {
    if (found) return false;
    if (node.type === 'IfStatement' && sendsOn(node.consequent)) found = allowedUnless(world, unit, node.test);
    // As minifiers write it.
    if (node.type === 'LogicalExpression' && sendsOn(node.right))
      found =
        node.operator === '&&'
          ? allowedUnless(world, unit, node.left)
          : node.operator === '||'
            ? allowedIf(world, unit, node.left)
            : undefined;
    return found === undefined;
  });
  return found ?? [];
}

/** `redirect(307, '/login')`, `error(403)`: whatever they are called now. */
function sendsOn(node: Node): boolean {
  if (node.type === 'BlockStatement') return node.body.length === 1 && node.body.some(sendsOn);
  if (node.type === 'ExpressionStatement') return sendsOn(node.expression);
  if (node.type === 'ThrowStatement') return sendsOn(node.argument);
  const call = bare(node);
  const [status] = call.type === 'CallExpression' ? call.arguments : [];
  return status?.type === 'Literal' && /^(?:30[1-8]|40[134])$/.test(`${status.value}`);
}

/** The roles for which a test holds; `undefined`: it asks about something else. */
export function allowedIf(world: World, unit: Unit, test: Node, frame?: Frame): string[] | undefined {
  const node = bare(test);
  if (node.type === 'UnaryExpression' && node.operator === '!') return allowedUnless(world, unit, node.argument, frame);
  if (node.type === 'LogicalExpression') {
    const [left, right] = [allowedIf(world, unit, node.left, frame), allowedIf(world, unit, node.right, frame)];
    if (node.operator === '||') return left && right ? [...left, ...right] : undefined;
    return left ?? right;
  }
  if (node.type === 'BinaryExpression' && /^={2,3}$/.test(node.operator)) return compared(world, unit, node, frame);
  if (node.type !== 'CallExpression') return undefined;
  const callee = bare(node.callee);
  const [asked] = node.arguments;
  const named = rolesAskedFor(world, unit, node, frame);
  if (named) return named;
  if (memberName(callee) !== 'includes' || callee.type !== 'MemberExpression' || !asked || !isRole(asked))
    return rolesFrom(world, unit, node, isRole);
  return textsOf(world.evaluator.worth(unit, callee.object, frame));
}

/** What products call the question whether somebody has one of some roles. */
const asksForRole = /^(?:hasRole|hasAnyRole|hasOneOfRoles|requireRole|isInRole|isInAnyRole|inRole)$/;

/** `auth.hasRole`, and `hasRole` as it was taken out of something that has it. */
function nameOfCallee(unit: Unit, callee: Node): string {
  const step = callee.type === 'Identifier' ? unit.scopes.bindingOf(callee)?.origins[0]?.path.at(-1) : undefined;
  return memberName(callee) ?? (step && 'key' in step ? step.key : '');
}

/** The roles of `hasRole('clerk', 'owner')` and `hasAnyRole(['clerk', 'owner'])`; `undefined` where something else is asked, or not all are texts. */
export function rolesAskedFor(
  world: World,
  unit: Unit,
  { callee, arguments: args }: CallNode,
  frame?: Frame,
): string[] | undefined {
  if (!asksForRole.test(nameOfCallee(unit, bare(callee)))) return undefined;
  const names = args.map((argument) => {
    if (argument.type === 'SpreadElement') return undefined;
    const value = world.evaluator.worth(unit, argument, frame);
    const name = literal(value);
    return name === undefined ? textsOf(value) : [name];
  });
  return names.length > 0 && names.every((some) => some !== undefined) ? names.flat() : undefined;
}

/** The roles for which a test does not hold. */
export function allowedUnless(world: World, unit: Unit, test: Node, frame?: Frame): string[] | undefined {
  const node = bare(test);
  if (node.type === 'UnaryExpression' && node.operator === '!') return allowedIf(world, unit, node.argument, frame);
  if (node.type === 'LogicalExpression') {
    const [left, right] = [allowedUnless(world, unit, node.left, frame), allowedUnless(world, unit, node.right, frame)];
    if (node.operator === '&&') return left && right ? [...left, ...right] : undefined;
    return left ?? right;
  }
  return node.type === 'BinaryExpression' && /^!={1,2}$/.test(node.operator)
    ? compared(world, unit, node, frame)
    : undefined;
}

function compared(
  world: World,
  unit: Unit,
  { left, right }: Extract<Node, { type: 'BinaryExpression' }>,
  frame: Frame | undefined,
): string[] | undefined {
  const other = isRole(left) ? right : isRole(right) ? left : undefined;
  const name = other && literal(world.evaluator.worth(unit, other, frame));
  return name === undefined ? undefined : [name];
}

/** `user.role`, `me.roles`: whether something is asked for the role that somebody has. */
export const isRole = (node: Node): boolean => isRoleName(memberName(bare(node)) ?? '');
export const isRoleName = (name: string): boolean => role.test(name);
