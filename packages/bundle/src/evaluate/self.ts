import type { Evaluator } from './evaluator.ts';
import type { Spot, Unit, Value } from './value.ts';
import { type ClassNode, isClass, isFunction, type NewNode } from './walk.ts';

/** Where a class is made, when that is one place alone: `new Client('/api/v2')`. */
export type MadeOnce = (cls: ClassNode) => { unit: Unit; node: NewNode } | undefined;

/** What `this` is at a place: the class's instance, or the object literal whose method this is. */
export function selfOf({ unit, node }: Spot, { worth }: Evaluator, madeOnce: MadeOnce): Value | undefined {
  const { parentOf } = unit.scopes;
  for (let at = parentOf(node); at; at = parentOf(at)) {
    if (isClass(at)) {
      const of: Value = { is: 'class', cls: at, frame: undefined, spot: { unit, node: at } };
      const made = madeOnce(at);
      const args = made?.node.arguments.flatMap((arg) => (arg.type === 'SpreadElement' ? [] : [worth(made.unit, arg)]));
      return { is: 'instance', of, args: args ?? [], spot: { unit, node: at } };
    }
    if (!isFunction(at) || at.type === 'ArrowFunctionExpression') continue;
    const parent = parentOf(at);
    if (parent?.type === 'MethodDefinition' || parent?.type === 'PropertyDefinition') continue;
    // `helper(this, null, function* () {…})`: what compilers make of `async` hands on what it is called in.
    if (at.generator && parent?.type === 'CallExpression' && parent.arguments[0]?.type === 'ThisExpression') continue;
    if (parent?.type !== 'Property') return undefined;
    const object = parentOf(parent);
    return object?.type === 'ObjectExpression' ? worth(unit, object) : undefined;
  }
  return undefined;
}
