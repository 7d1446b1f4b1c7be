import type { Node } from 'oxc-parser';
import type { Origin } from '../evaluate/scope.ts';
import type { Unit, Value } from '../evaluate/value.ts';
import { bare, type FunctionNode, isFunction, memberName } from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';

/** How many functions hand it on, one to the next. */
const deepest = 3;

/**
 * Whether what is called is the browser's `fetch`, or what a framework gives in its place: `load = async ({params, fetch}) => …`. Also
 * where a function was handed it, `ask(path, options, fetcher = fetch)`, whatever it is called there.
 */
export function isFetch(world: World, unit: Unit, callee: Node, depth = 0): boolean {
  const at = bare(callee);
  if (at.type === 'MemberExpression')
    return memberName(at) === 'fetch' && isTheWindow(world.evaluator.worth(unit, at.object));
  if (at.type !== 'Identifier') return false;
  const binding = unit.scopes.bindingOf(at);
  if (!binding) return at.name === 'fetch';
  const [origin, second] = binding.origins;
  if (!origin || second || depth > deepest) return false;
  if (origin.kind === 'value')
    return origin.path.length === 0 && !isFunction(origin.node) && isFetch(world, unit, origin.node, depth + 1);
  return origin.kind === 'parameter' && isHanded(world, unit, origin, depth);
}

function isHanded(world: World, unit: Unit, { node, position, path }: Origin, depth: number): boolean {
  const [step, ...more] = path;
  if (step && 'key' in step) return position === 0 && step.key === 'fetch' && more.every((one) => 'otherwise' in one);
  if (step && !('otherwise' in step)) return false;
  if (step && isFetch(world, unit, step.otherwise, depth + 1)) return true;
  return callsOf(world, node).some(({ unit: from, call }) => {
    const given = call.arguments[position];
    return given !== undefined && given.type !== 'SpreadElement' && isFetch(world, from, given, depth + 1);
  });
}

/** What is handed on with its arguments elsewhere is not called there. */
const callsOf = (world: World, fn: Node) =>
  isFunction(fn) ? world.callersOf(fn as FunctionNode).filter(({ from, byName }) => from === undefined && !byName) : [];

function isTheWindow(owner: Value): boolean {
  return owner.is === 'unknown' && /^(?:window|self|globalThis|global)$/.test(owner.name ?? '');
}
