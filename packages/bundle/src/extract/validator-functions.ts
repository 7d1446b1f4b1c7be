import type { Node } from 'oxc-parser';
import { authorsName } from '../evaluate/names.ts';
import type { Unit } from '../evaluate/value.ts';
import { bare, type FunctionNode, isFunction, memberName, nameOfKey, propertyNamed } from '../evaluate/walk.ts';

/** Keys of what checks, and of when it does: the field stands beside them. */
const checking = /^(?:rules|validat(?:e|or|ors|ion)|check|asyncValidator|on(?:Change|Blur|Submit|Mount)(?:Async)?)$/;
const naming = ['name', 'field', 'prop', 'path', 'id'];

/**
 * The field that a function checks by itself: under its own name, `{email: e => …}`, or beside it, `{name: 'email', rules: [e => …]}` and
 * `{name: 'email', validators: {onChange: ({value: e}) => …}}`, or in a list that is called so, `emailRules`.
 */
export function fieldChecked(unit: Unit, subject: Node): string | undefined {
  const at = rootOf(subject);
  const origin = at && unit.scopes.bindingOf(at)?.origins[0];
  const fn = origin?.kind === 'parameter' && origin.position === 0 ? origin.node : undefined;
  const [step, more] = origin?.path ?? [];
  const isGiven = step === undefined || (!more && 'key' in step && step.key === 'value');
  return fn && isFunction(fn) && isGiven ? fieldAbove(unit, fn) : undefined;
}

/** `e` of `e`, and of `e.value`. */
function rootOf(node: Node): Node | undefined {
  const at = bare(node);
  if (at.type === 'MemberExpression') return memberName(at) === 'value' ? rootOf(at.object) : undefined;
  return at.type === 'Identifier' ? at : undefined;
}

function fieldAbove(unit: Unit, fn: FunctionNode): string | undefined {
  let parent = unit.scopes.parentOf(fn);
  const list = parent?.type === 'ArrayExpression' ? parent : undefined;
  if (list) parent = unit.scopes.parentOf(list);
  if (parent?.type === 'VariableDeclarator' && list)
    return parent.id.type === 'Identifier' ? ruled(authorsName(unit, parent.id)) : undefined;
  // An object of functions may be anything; who says so is asked for its fields.
  for (let height = 0; parent?.type === 'Property' && height < 3; height += 1) {
    const key = nameOfKey(parent.key, parent.computed);
    const object = unit.scopes.parentOf(parent);
    if (key === undefined || object?.type !== 'ObjectExpression') return undefined;
    if (list && ruled(key) !== undefined) return ruled(key);
    const above = unit.scopes.parentOf(object);
    if (!checking.test(key)) {
      const isChecked = above?.type === 'Property' && checking.test(nameOfKey(above.key, above.computed) ?? '');
      return isChecked && /^[a-z]\w*$/i.test(key) ? key : undefined;
    }
    const named = propertyNamed(object, ...naming);
    if (named?.type === 'Literal' && typeof named.value === 'string') return named.value;
    parent = above;
  }
  return undefined;
}

/** `name` of `nameRules`. */
const ruled = (name: string | undefined): string | undefined =>
  /^([a-z]\w+?)(?:Rules|Validators?)$/.exec(name ?? '')?.[1];
