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
  if (parent?.type === 'VariableDeclarator' && !list) return fieldUsing(unit, parent.id);
  if (parent?.type === 'VariableDeclarator' && list)
    return parent.id.type === 'Identifier' ? ruled(authorsName(unit, parent.id)) : undefined;
  // An object of functions may be anything; who says so is asked for its fields.
  for (let height = 0; parent?.type === 'Property' && height < 3; height += 1) {
    const key = nameOfKey(parent.key, parent.computed);
    const object = unit.scopes.parentOf(parent);
    if (key === undefined || object?.type !== 'ObjectExpression') return undefined;
    if (list && ruled(key) !== undefined) return ruled(key);
    const above = unit.scopes.parentOf(object);
    // `register('email', {validate: {…}})`: whatever the checks are called.
    const registered = registeredAs(above?.type === 'Property' ? unit.scopes.parentOf(above) : object, unit);
    if (registered !== undefined) return registered;
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

/** `email` of `register('email', {…})`, of which the object is what it is handed. */
function registeredAs(object: Node | undefined, unit: Unit): string | undefined {
  const call = object && unit.scopes.parentOf(object);
  const [name, options, more] = call?.type === 'CallExpression' ? call.arguments : [];
  if (!object || options !== object || more || name?.type !== 'Literal' || typeof name.value !== 'string')
    return undefined;
  return /^[a-z][\w.]*$/i.test(name.value) && propertyNamed(object, 'validate') ? name.value : undefined;
}

/** The one field beside which a variable stands that holds the function: `<Field name="pin" rules={isPin} />`. */
function fieldUsing(unit: Unit, id: Node): string | undefined {
  const found = new Set(
    (unit.scopes.bindingOf(id)?.uses ?? []).map((use) => {
      const property = unit.scopes.parentOf(use);
      const isRule = property?.type === 'Property' && property.value === use;
      const object =
        isRule && checking.test(nameOfKey(property.key, false) ?? '') ? unit.scopes.parentOf(property) : undefined;
      const named = object && propertyNamed(object, ...naming);
      return named?.type === 'Literal' && typeof named.value === 'string' ? named.value : undefined;
    }),
  );
  return found.size === 1 ? [...found][0] : undefined;
}

/** `name` of `nameRules`. */
const ruled = (name: string | undefined): string | undefined =>
  /^([a-z]\w+?)(?:Rules|Validators?)$/.exec(name ?? '')?.[1];
