import type { Node } from 'oxc-parser';
import type { Unit } from '../evaluate/value.ts';
import { bare, type CallNode, isFunction, memberName } from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';
import { heldAt, nameOfHeld, readsNumber } from './held.ts';
import { fieldChecked } from './validator-functions.ts';

const keepsWhatItIs =
  /^(?:trim|trimEnd|trimStart|toString|toLowerCase|toUpperCase|normalize|replace|replaceAll|valueOf)$/;
/** Names of what holds any value. */
const holdsAny = /^(?:value|current|target|data|model|form|values|fields|state|input|_value)$/;

/** Whether what is measured is what was typed into the field, and no other thing that was made of it: parts, a count of words, an age. */
export function isItself(world: World, unit: Unit, node: Node, told: string | undefined, depth = 0): boolean {
  const at = bare(node);
  const inner = (one: Node) => isItself(world, unit, one, told, depth + 1);
  switch (at.type) {
    case 'Identifier': {
      const [origin, other] = unit.scopes.bindingOf(at)?.origins ?? [];
      const made = origin && !other && origin.kind === 'value' && origin.path.length === 0 ? origin.node : undefined;
      if (!made || told === undefined || depth > 3) return true;
      return isCalled(nameOf(world, unit, at), told) || inner(made);
    }
    case 'MemberExpression': {
      const name = memberName(at);
      if (name === 'length') return false;
      if (name === undefined || told === undefined || isCalled(name, told)) return true;
      return holdsAny.test(name) && inner(at.object);
    }
    case 'LogicalExpression':
    case 'ConditionalExpression':
      return inner(at.type === 'LogicalExpression' ? at.left : at.consequent);
    case 'UnaryExpression':
      return at.operator === '+' && inner(at.argument);
    case 'CallExpression': {
      if (asksFor(at, told)) return true;
      const held = heldAt(world, unit, at);
      if (held) return told === undefined || isCalled(nameOfHeld(unit, held), told);
      const callee = bare(at.callee);
      const [first] = at.arguments;
      if (callee.type === 'MemberExpression')
        return memberName(callee) === 'get' || (keepsWhatItIs.test(memberName(callee) ?? '') && inner(callee.object));
      const isRead = callee.type === 'Identifier' && readsNumber.test(callee.name);
      return isRead && first !== undefined && first.type !== 'SpreadElement' && inner(first);
    }
    default:
      return at.type === 'ThisExpression';
  }
}

const flat = (name: string): string => name.replace(/[^a-z0-9]/gi, '').toLowerCase();

/** `newTitle` is the title, `amountCents` is no amount. */
function isCalled(name: string | undefined, told: string): boolean {
  const [one, other] = [flat(name ?? ''), flat(told.split('.').at(-1) ?? told)];
  return one !== '' && (one.endsWith(other) || other.endsWith(one));
}

function nameOf(world: World, unit: Unit, node: Node): string | undefined {
  const value = world.evaluator.worth(unit, node);
  return value.is === 'unknown' ? value.name : undefined;
}

/** `valueOf(form, 'title')`: a helper of the product's own is asked for the field by its name. */
const asksFor = ({ arguments: args }: CallNode, told: string | undefined): boolean =>
  told !== undefined && args.some((one) => textIn(one) === told);

const textIn = (node: Node): unknown =>
  node.type === 'TemplateLiteral' && node.expressions.length === 0
    ? node.quasis[0]?.value.cooked
    : node.type === 'Literal'
      ? node.value
      : undefined;

/** The field that the message is set for, where what is checked was asked for by that name. */
export function askedBy(unit: Unit, node: Node, told: string | undefined, depth = 0): string | undefined {
  const at = bare(node);
  if (told === undefined || depth > 3) return undefined;
  if (at.type === 'CallExpression') {
    if (asksFor(at, told)) return told;
    const callee = bare(at.callee);
    const [first] = at.arguments;
    if (callee.type === 'MemberExpression' && keepsWhatItIs.test(memberName(callee) ?? ''))
      return askedBy(unit, callee.object, told, depth + 1);
    return first && first.type !== 'SpreadElement' && callee.type === 'Identifier' && readsNumber.test(callee.name)
      ? askedBy(unit, first, told, depth + 1)
      : undefined;
  }
  if (at.type !== 'Identifier') return undefined;
  const [origin, other] = unit.scopes.bindingOf(at)?.origins ?? [];
  return origin && !other && origin.kind === 'value' && origin.path.length === 0
    ? askedBy(unit, origin.node, told, depth + 1)
    : undefined;
}

/** What stands behind a variable that is made once, where that is a length: `const words = pitch.split(' ').length`. */
export function originOf(unit: Unit, node: Node): Node {
  const origins = node.type === 'Identifier' ? unit.scopes.bindingOf(node)?.origins : undefined;
  const [one, other] = origins ?? [];
  if (!one || other || one.kind !== 'value' || one.path.length > 0) return node;
  const made = bare(one.node);
  return made.type === 'MemberExpression' && memberName(made) === 'length' ? made : node;
}

/** What is checked. */
export interface Subject {
  field: string | undefined;
  /** A component holds it, as a person fills it in. */
  isHeld?: boolean | undefined;
}

export function subjectOf(world: World, unit: Unit, node: Node): Subject {
  const held = heldAt(world, unit, tidied(node));
  const field = fieldOf(world, unit, node) ?? (held && nameOfHeld(unit, held)) ?? fieldChecked(unit, tidied(node));
  return { field, isHeld: held !== undefined };
}

/** What is trimmed, written small or read as a number. */
function tidied(node: Node): Node {
  const at = bare(node);
  if (at.type !== 'CallExpression') return at;
  const callee = bare(at.callee);
  const [first] = at.arguments;
  if (
    callee.type === 'MemberExpression' &&
    /^(?:trim|toString|toLowerCase|replace|trimEnd)$/.test(memberName(callee) ?? '')
  )
    return tidied(callee.object);
  const isRead = callee.type === 'Identifier' && readsNumber.test(callee.name);
  return isRead && first && first.type !== 'SpreadElement' ? tidied(first) : at;
}

/** What a value is called: the property that it is read from, or the variable, as its author named it. */
function fieldOf(world: World, unit: Unit, node: Node, depth = 0): string | undefined {
  const at = tidied(node);
  if (at.type === 'CallExpression') return ofFormData(at);
  if (at.type === 'MemberExpression') {
    const name = memberName(at);
    // `event.target.value`, `ref.current`: what it is the value of is not told here.
    return name !== undefined &&
      /^[a-z][\w]*$/i.test(name) &&
      name.length > 1 &&
      !/^(?:value|current|length|target|state|status|data|error|ok|size|protocol|hostname|origin|pathname)$/.test(name)
      ? name
      : undefined;
  }
  if (at.type !== 'Identifier' || isFunction(at)) return undefined;
  const origin = unit.scopes.bindingOf(at)?.origins;
  const made = origin?.length === 1 && origin[0]?.kind === 'value' && origin[0].path.length === 0 ? origin[0].node : at;
  const read = made === at || depth > 2 ? undefined : inFormData(world, unit, made, depth);
  if (read !== undefined) return read;
  const value = world.evaluator.worth(unit, at);
  const name = value.is === 'unknown' ? value.name : undefined;
  return name !== undefined &&
    /^[a-z]\w{2,}$/.test(name) &&
    !/^(?:value|text|input|data|error|state|status|user|loading|item|event|result|response)$/.test(name)
    ? name
    : undefined;
}

/** `data.get('holder')` of a form. */
function ofFormData({ callee, arguments: [first, second] }: CallNode): string | undefined {
  const isAsked = memberName(bare(callee)) === 'get' && first?.type === 'Literal' && !second;
  return isAsked && typeof first.value === 'string' && /^[a-z][\w.-]*$/i.test(first.value) ? first.value : undefined;
}

/** What a variable was read from: `const holder = String(data.get('holder')).trim()`. */
function inFormData(world: World, unit: Unit, made: Node, depth: number): string | undefined {
  return bare(made).type === 'CallExpression' ? fieldOf(world, unit, made, depth + 1) : undefined;
}
