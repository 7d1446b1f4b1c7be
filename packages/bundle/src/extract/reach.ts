import type { Unit } from '../evaluate/value.ts';
import { type FunctionNode, walk } from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';
import type { CallFact } from './fact.ts';

const deepest = 2;

/** Which of the product's calls a function leads to: its own, and those of what it calls. */
export type Reach = (fn: FunctionNode) => CallFact[];

export function createReach(world: World, calls: readonly CallFact[]): Reach {
  const byFunction = new Map<FunctionNode, CallFact[]>();
  for (const call of calls) {
    const nearest = call.within[0];
    if (nearest) byFunction.set(nearest, [...(byFunction.get(nearest) ?? []), call]);
  }
  const known = new Map<FunctionNode, CallFact[]>();

  function reach(fn: FunctionNode, depth: number): CallFact[] {
    const remembered = depth === 0 ? known.get(fn) : undefined;
    if (remembered) return remembered;
    const unit = world.units.find(({ scopes }) => scopes.scopeOf(fn) !== undefined);
    const found = new Set(byFunction.get(fn) ?? []);
    if (unit) for (const call of calls) if (isInside(unit, fn, call)) found.add(call);
    if (unit && depth < deepest)
      walk(fn, (node) => {
        if (node.type !== 'CallExpression') return;
        for (const { fn: called } of world.calledAt({ unit, call: node })) {
          if (called !== fn) for (const call of reach(called, depth + 1)) found.add(call);
        }
      });
    const all = [...found];
    if (depth === 0) known.set(fn, all);
    return all;
  }

  return (fn) => reach(fn, 0);
}

function isInside(unit: Unit, fn: FunctionNode, { at, sites }: CallFact): boolean {
  return [at, ...sites].some((one) => one.unit === unit && fn.start <= one.node.start && one.node.end <= fn.end);
}

/** The one call that a form sends: of those that write, the only one, or the only one that sends the field. */
export function sentBy(reach: Reach, within: readonly FunctionNode[], field: string): CallFact | undefined {
  for (const fn of within) {
    const writes = reach(fn).filter(({ method }) => method !== 'GET' && method !== 'HEAD');
    const withField = writes.filter(({ body }) =>
      body.some(({ name }) => name === field || name.split('.').at(-1) === field),
    );
    if (withField.length === 1) return withField[0];
    if (writes.length === 1) return writes[0];
  }
  return undefined;
}
