import type { Node } from 'oxc-parser';
import { listedExports, turbopackAsked, turbopackModules } from '../split/turbopack.ts';
import type { Evaluator } from './evaluator.ts';
import { once } from './properties.ts';
import type { Binding } from './scope.ts';
import type { Entry, Unit, Value } from './value.ts';
import { bare, type CallNode, type FunctionNode, memberName, walk } from './walk.ts';

/** Modules that Turbopack packed, by what they ask each other for. */
export interface Turbopack {
  /** The exports that `t.i(123)` gives; `undefined` where the call asks for no module. */
  exportsAskedBy(unit: Unit, call: CallNode, evaluator: Evaluator): Value | undefined;
}

export function createTurbopack(units: readonly Unit[]): Turbopack {
  const packed = new Map<string, { unit: Unit; fn: FunctionNode; own: boolean }>();
  for (const unit of units) {
    if (!/TURBOPACK/.test(unit.read.file.text)) continue;
    walk(unit.read.ast, (node) => {
      if (node.type !== 'CallExpression' || memberName(bare(node.callee)) !== 'push') return;
      for (const { id, also, fn } of turbopackModules(node.arguments[0]) ?? []) {
        packed.set(id, { unit, fn, own: true });
        for (const other of also) packed.set(other, { unit, fn, own: false });
      }
      return false;
    });
  }
  const known = new Map<string, Value>();

  return {
    exportsAskedBy(unit, call, evaluator) {
      if (packed.size === 0) return undefined;
      const asked = turbopackAsked(call);
      const context = asked && unit.scopes.bindingOf(asked.context)?.origins[0];
      const module =
        asked && context?.kind === 'parameter' && context.position === 0 ? packed.get(asked.id) : undefined;
      if (!asked || !module) return undefined;
      const told = known.get(asked.id) ?? exportsOf(module, asked.id, evaluator);
      known.set(asked.id, told);
      return told;
    },
  };
}

/** `t.s(["name", () => x])`, for another source in the same function `t.s([…], 5111)`; `t.v(value)`; and as CommonJS has it. */
function exportsOf(
  { unit, fn, own }: { unit: Unit; fn: FunctionNode; own: boolean },
  id: string,
  { worth }: Evaluator,
): Value {
  const entries = new Map<string, Entry>();
  const [context, module, exports] = fn.params.map((param) =>
    param.type === 'Identifier' ? unit.scopes.bindingOf(param) : undefined,
  );
  const means = (node: Node, binding: Binding | undefined) =>
    binding !== undefined && node.type === 'Identifier' && unit.scopes.bindingOf(node) === binding;
  let whole: Value | undefined;
  const put = (key: string, given: Node) =>
    entries.set(key, { key, spot: { unit, node: given }, value: once(() => worth(unit, given)) });
  if (fn.body)
    walk(fn.body, (node) => {
      const callee = node.type === 'CallExpression' ? bare(node.callee) : undefined;
      if (node.type === 'CallExpression' && callee?.type === 'MemberExpression' && means(callee.object, context)) {
        const [first, told] = node.arguments;
        const isOf = told?.type === 'Literal' ? `${told.value}` === id : own;
        if (memberName(callee) === 's' && isOf) for (const [key, given] of listedExports(first)) put(key, given);
        if (memberName(callee) === 'v' && first && first.type !== 'SpreadElement') whole = worth(unit, first);
      }
      if (node.type !== 'AssignmentExpression' || node.left.type !== 'MemberExpression') return;
      const key = memberName(node.left);
      if (key === 'exports' && means(node.left.object, module)) whole = worth(unit, node.right);
      else if (key !== undefined && means(node.left.object, exports)) put(key, node.right);
    });
  return whole ?? { is: 'object', entries, open: true, spot: { unit, node: fn } };
}
