import type { Evaluator } from './evaluator.ts';
import type { Spot, Value } from './value.ts';
import { isClass, isFunction } from './walk.ts';

/** What `this` is at a place: the class's instance, or the object literal whose method this is. */
export function selfOf({ unit, node }: Spot, { worth }: Evaluator): Value | undefined {
  const { parentOf } = unit.scopes;
  for (let at = parentOf(node); at; at = parentOf(at)) {
    if (isClass(at)) {
      const of: Value = { is: 'class', cls: at, frame: undefined, spot: { unit, node: at } };
      return { is: 'instance', of, args: [], spot: { unit, node: at } };
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
