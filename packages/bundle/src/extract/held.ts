import type { Node } from 'oxc-parser';
import { nameOfBinding } from '../evaluate/names.ts';
import type { Binding } from '../evaluate/scope.ts';
import type { Unit } from '../evaluate/value.ts';
import { bare, memberName, nameOfKey, propertyNamed } from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';
import { calleeOf } from './callee.ts';

/** What makes another value of one without changing what it is. */
export const readsNumber = /^(?:Number|String|parseInt|parseFloat|BigInt)$/;
const keeps = /^(?:trim|trimEnd|trimStart|toString|toLowerCase|toUpperCase)$/;
/** Names of what holds anything. */
const holdsAny =
  /^(?:value|checked|children|text|input|data|error|errors|state|status|user|loading|open|item|items|event|result|response|body|json)$/;

/**
 * The variable whose value an expression reads, where a component holds something in it: `phone` of `const [phone, setPhone] = useState('')`,
 * `phone()` of a signal of Solid, `phone.value` of a ref of Vue, and the variable that Svelte's compiler writes `get(phone)` for.
 */
export function heldAt(world: World, unit: Unit, node: Node): Binding | undefined {
  const at = bare(node);
  if (at.type === 'Identifier') return madeByCall(unit, at, true);
  if (at.type === 'MemberExpression')
    return memberName(at) === 'value' ? madeByCall(unit, bare(at.object), false) : undefined;
  if (at.type !== 'CallExpression') return undefined;
  const [first, second] = at.arguments;
  if (!first) return madeByCall(unit, bare(at.callee), true);
  const held = second ? undefined : madeByCall(unit, bare(first), false);
  return held && calleeOf(world, unit, at).library === 'svelte' ? held : undefined;
}

/** Whether a call sets what a component holds: `setError(…)`, and `set(error, …)` as Svelte's compiler writes it. */
export function setBy(world: World, unit: Unit, node: Node): Node | undefined {
  if (node.type !== 'CallExpression') return undefined;
  const [first, second] = node.arguments;
  const callee = bare(node.callee);
  if (!first || first.type === 'SpreadElement') return undefined;
  if (!second) {
    const origins = callee.type === 'Identifier' ? unit.scopes.bindingOf(callee)?.origins : undefined;
    const [origin, other] = origins ?? [];
    const [step] = origin?.path ?? [];
    const isSetter = origin && !other && step && 'index' in step && step.index === 1;
    return isSetter && bare(origin.node).type === 'CallExpression' ? first : undefined;
  }
  const isHeld = second.type !== 'SpreadElement' && madeByCall(unit, bare(first), false) !== undefined;
  return isHeld && calleeOf(world, unit, node).library === 'svelte' ? second : undefined;
}

/** @param isFirst - Of what a call gave back it is the first of two: the other one sets it. */
function madeByCall(unit: Unit, node: Node, isFirst: boolean): Binding | undefined {
  const binding = node.type === 'Identifier' ? unit.scopes.bindingOf(node) : undefined;
  const [origin, other] = binding?.origins ?? [];
  if (!origin || other || origin.kind !== 'value' || bare(origin.node).type !== 'CallExpression') return undefined;
  const [step, more] = origin.path;
  const isOfTwo = step !== undefined && !more && 'index' in step && step.index === 0;
  return (isFirst ? isOfTwo : step === undefined) ? binding : undefined;
}

/**
 * What a held value is called where it goes: the name of the field that shows it, `jsx('input', {name: 'phone', value: e})`, or the key
 * under which it is sent, `{phone: e}`. Where minified code tells neither, its author may have named it.
 */
export function nameOfHeld(unit: Unit, binding: Binding): string | undefined {
  const names = new Set(binding.uses.map((use) => nameAt(unit, use)).filter((name) => name !== undefined));
  const [name, other] = names;
  if (name !== undefined && !other) return name;
  const own = nameOfBinding(unit, binding);
  return own !== undefined && /^[a-z]\w{2,}$/i.test(own) && !holdsAny.test(own) ? own : undefined;
}

function nameAt(unit: Unit, use: Node): string | undefined {
  let at = use;
  let parent = unit.scopes.parentOf(at);
  while (parent && isKept(parent, at)) [at, parent] = [parent, unit.scopes.parentOf(parent)];
  if (parent?.type !== 'Property' || parent.value !== at) return undefined;
  const key = nameOfKey(parent.key, parent.computed);
  const object = unit.scopes.parentOf(parent);
  if (key === undefined || object?.type !== 'ObjectExpression') return undefined;
  if (key === 'value') return textIn(propertyNamed(object, 'name')) ?? textIn(propertyNamed(object, 'id'));
  return /^[a-z]\w+$/i.test(key) && !holdsAny.test(key) && isSent(unit, object) ? key : undefined;
}

/** Whether a node is what its child is, read or tidied. */
function isKept(node: Node, child: Node): boolean {
  const at = bare(node);
  if (at !== node) return true;
  if (at.type === 'MemberExpression')
    return at.object === child && (memberName(at) === 'value' || keeps.test(memberName(at) ?? ''));
  if (at.type === 'UnaryExpression') return at.operator === '+';
  if (at.type === 'LogicalExpression') return at.left === child && at.operator !== '&&';
  if (at.type !== 'CallExpression') return false;
  const callee = bare(at.callee);
  if (callee === child) return at.arguments.length === 0 || callee.type === 'MemberExpression';
  // Numbers of it, and what reads a signal.
  return (
    at.arguments.length === 1 &&
    callee.type === 'Identifier' &&
    (readsNumber.test(callee.name) || callee.name.length < 4)
  );
}

/** `JSON.stringify({…})`, `save({…})`, `post('/path', {…})`, `{body: {…}}`; of an element they are its attributes. */
function isSent(unit: Unit, object: Node): boolean {
  const parent = unit.scopes.parentOf(object);
  if (parent?.type === 'Property')
    return /^(?:body|data|json|input|variables|params)$/.test(nameOfKey(parent.key, parent.computed) ?? '');
  if (parent?.type !== 'CallExpression') return false;
  const [first, second] = parent.arguments;
  return first === object || (second === object && first !== undefined && /^\//.test(textIn(first) ?? ''));
}

function textIn(node: Node | undefined): string | undefined {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  return node?.type === 'TemplateLiteral' ? (node.quasis[0]?.value.cooked ?? undefined) : undefined;
}
