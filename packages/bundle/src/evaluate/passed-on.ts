import type { Node } from 'oxc-parser';
import type { Unit } from './value.ts';
import { bare, type FunctionNode, isFunction, memberName } from './walk.ts';

/** `_async(_regenerator().m(function …))` wraps no deeper. */
const deepest = 3;

/**
 * The function that does what another one was written to do, where that one only hands on what it is given: Babel makes of
 * `async function ask(path) {…}` a `function ask() { return _ask.apply(this, arguments) }`, and `_ask` of the body within helpers.
 */
export function passedOn(unit: Unit, fn: FunctionNode): FunctionNode | undefined {
  const statements = fn.body?.type === 'BlockStatement' ? fn.body.body : [];
  const last = statements.at(-1);
  if (statements.length > 2 || last?.type !== 'ReturnStatement' || !last.argument) return undefined;
  const call = bare(last.argument);
  const callee = call.type === 'CallExpression' ? bare(call.callee) : undefined;
  if (call.type !== 'CallExpression' || callee?.type !== 'MemberExpression' || memberName(callee) !== 'apply')
    return undefined;
  const [self, all] = call.arguments;
  if (self?.type !== 'ThisExpression' || all?.type !== 'Identifier' || all.name !== 'arguments') return undefined;
  const held = bare(callee.object);
  const origins = held.type === 'Identifier' ? (unit.scopes.bindingOf(held)?.origins ?? []) : [];
  for (const { kind, node, path } of origins) {
    const inner = kind === 'value' && path.length === 0 ? wrapped(node, 0) : undefined;
    if (inner && inner !== fn) return inner;
  }
  return undefined;
}

/** The function that helpers are handed, one within the other. */
function wrapped(node: Node, depth: number): FunctionNode | undefined {
  const call = bare(node);
  if (call.type !== 'CallExpression' || depth > deepest) return undefined;
  const [first] = call.arguments;
  if (!first || first.type === 'SpreadElement') return undefined;
  const handed = bare(first);
  return isFunction(handed) ? handed : wrapped(handed, depth + 1);
}
