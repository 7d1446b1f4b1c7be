import type { Spot, Unit } from '../evaluate/value.ts';
import { bare, type CallNode, type FunctionNode, memberName, walk } from '../evaluate/walk.ts';
import type { Called, World } from '../evaluate/world.ts';
import type { CallFact } from './fact.ts';

const deepest = 2;

/** Which of the product's calls a function leads to: its own, and those of what it calls. */
export type Reach = (fn: FunctionNode) => CallFact[];

/**
 * @param exactly - Only what asks for a call counts, and not the client that all of them go through.
 */
export function createReach(world: World, calls: readonly CallFact[], exactly = false): Reach {
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
    if (unit) for (const call of calls) if (isInside(unit, fn, call, exactly)) found.add(call);
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

function isInside(unit: Unit, fn: FunctionNode, { at, through = at, sites }: CallFact, exactly: boolean): boolean {
  return (exactly ? sites : [through, ...sites]).some(
    (one) => one.unit === unit && fn.start <= one.node.start && one.node.end <= fn.end,
  );
}

/**
 * The one call that writes of those that a piece of code leads to, also through what a hook gave: `add.mutateAsync(input)`, where
 * `const add = useAddTool()`.
 */
export function sentBeside(world: World, reach: Reach, beside: readonly Spot[]): CallFact | undefined {
  const found = new Set<CallFact>();
  for (const { unit, node } of beside)
    walk(node, (inner) => {
      if (inner.type !== 'CallExpression') return;
      for (const { fn } of [...world.calledAt({ unit, call: inner }), ...hooksAt(world, unit, inner)])
        for (const call of reach(fn)) if (call.method !== 'GET' && call.method !== 'HEAD') found.add(call);
    });
  return found.size === 1 ? [...found][0] : undefined;
}

function hooksAt(world: World, unit: Unit, { callee }: CallNode): readonly Called[] {
  const member = bare(callee);
  const isRun = /^(?:mutate(?:Async)?|trigger|execute|submit|run)$/.test(memberName(member) ?? '');
  if (member.type !== 'MemberExpression' || !isRun) return [];
  const origin = unit.scopes.bindingOf(member.object)?.origins[0];
  return origin?.kind === 'value' && origin.node.type === 'CallExpression'
    ? world.calledAt({ unit, call: origin.node })
    : [];
}

/**
 * The call that a form sends: of those that write, the only one, or the only one that sends the field, or all that the form holds. A form
 * that makes a thing or changes it sends either of two.
 */
export function sentBy(reach: Reach, exactly: Reach, within: readonly FunctionNode[], field: string): CallFact[] {
  const writing = (calls: readonly CallFact[]) => calls.filter(({ method }) => method !== 'GET' && method !== 'HEAD');
  const having = (calls: readonly CallFact[]) =>
    calls.filter(({ body }) => body.some(({ name }) => name === field || name.split('.').at(-1) === field));
  for (const fn of within) {
    // Through a client of the product's own each of its calls is reached from any.
    const asked = having(writing(exactly(fn)));
    if (asked.length === 1) return asked;
    const writes = writing(reach(fn));
    const withField = having(writes);
    if (withField.length === 1 || makesOrChanges(withField)) return withField;
    if (writes.length === 1) return writes;
    const handed = writes.filter(({ isHanded }) => isHanded);
    if (withField.length === 0 && handed.length === 1) return handed;
  }
  return [];
}

/** `POST /funds` and `PUT /funds/{fundId}`. */
function makesOrChanges(calls: readonly CallFact[]): boolean {
  const make = calls.find(({ method }) => method === 'POST');
  const change = calls.find(({ method }) => method === 'PUT' || method === 'PATCH');
  return calls.length === 2 && make !== undefined && change?.path.replace(/\/\{[^{}/]*\}$/, '') === make.path;
}
