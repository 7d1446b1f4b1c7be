import { wordsOf } from '@sightglass/wire';
import type { Node } from 'oxc-parser';
import { authorsName } from '../evaluate/names.ts';
import type { Binding } from '../evaluate/scope.ts';
import { optionsOf, type Spot, type Unit } from '../evaluate/value.ts';
import { bare, memberName, nameOfKey, type ObjectNode } from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';
import { calleeOf } from './callee.ts';
import { literalOf, providerOf } from './flag-calls.ts';
import { decisionAt } from './gates.ts';

/** A flag that is a property of something, with the places that read it. */
export interface Held {
  name: string;
  default: boolean | number | string | undefined;
  provider: string | undefined;
  at: Spot;
  uses: Spot[];
}

const holders =
  /^(?:default|initial|app|all|current|my|use|get)?_?(?:flags?|features|toggles|(?:feature|release)_?(?:flags?|toggles?|switches))_?(?:defaults?|config)?$/i;
/** Of a name that says nothing else, one word is enough: `featureFlags.darkMode`, and not `event.flags`. */
const only = /feature_?(?:flags?|toggles?|switch)|release_?toggles?/i;
const environment =
  /^(?:VITE|REACT_APP|NEXT_PUBLIC|NUXT_PUBLIC|PUBLIC|VUE_APP|EXPO_PUBLIC|GATSBY)?_?(?:FEATURES?|FLAGS?|TOGGLES?|FF|ENABLE)_[A-Z0-9_]+$/;

const isHolder = (name: string | undefined): boolean => name !== undefined && holders.test(name);

/** Objects of switches that the product keeps itself: `const flags = {newCheckout: false, beta: env.VITE_BETA === 'true'}`. */
export function objectOfFlags(world: World, unit: Unit, node: Node): Held[] {
  if (node.type !== 'VariableDeclarator' && node.type !== 'Property') return [];
  const held = node.type === 'VariableDeclarator' ? node.init : node.value;
  const object = held && objectIn(held);
  if (!object || object.properties.length === 0) return [];
  const name =
    node.type === 'Property'
      ? nameOfKey(node.key, node.computed)
      : node.id.type === 'Identifier'
        ? authorsName(unit, node.id)
        : undefined;
  if (!isHolder(name) || (node.type === 'Property' && !only.test(name ?? ''))) return [];
  const flags = object.properties.map((property): Held | undefined => {
    const key = property.type === 'Property' ? nameOfKey(property.key, property.computed) : undefined;
    if (property.type !== 'Property' || key === undefined || !/^[A-Za-z][\w.-]*$/.test(key)) return undefined;
    const value = switchOf(world, unit, property.value);
    return value && { name: key, default: value.default, provider: undefined, at: { unit, node: property }, uses: [] };
  });
  return flags.every((one) => one !== undefined) ? flags : [];
}

/** `Object.freeze({…})` and `{…} as const` as well. */
function objectIn(node: Node): ObjectNode | undefined {
  const at = bare(node);
  if (at.type === 'ObjectExpression') return at;
  const isFrozen = at.type === 'CallExpression' && /^(?:freeze|seal)$/.test(memberName(bare(at.callee)) ?? '');
  const [first] = isFrozen ? at.arguments : [];
  return first && first.type === 'ObjectExpression' ? first : undefined;
}

/** True, false, or what the build's environment says. */
function switchOf(world: World, unit: Unit, node: Node): { default: boolean | undefined } | undefined {
  const value = literalOf(world.evaluator.worth(unit, node));
  if (typeof value === 'boolean') return { default: value };
  const at = bare(node);
  if (at.type === 'ObjectExpression') {
    const inner = at.properties.find(
      (one) =>
        one.type === 'Property' && /^(?:enabled|default|on|active)$/.test(nameOfKey(one.key, one.computed) ?? ''),
    );
    return inner?.type === 'Property' ? switchOf(world, unit, inner.value) : undefined;
  }
  if (at.type === 'LogicalExpression') return switchOf(world, unit, at.left) ?? switchOf(world, unit, at.right);
  if (at.type === 'BinaryExpression' && /^[!=]==?$/.test(at.operator)) {
    const sides = [at.left, at.right].map((side) => bare(side));
    if (sides.every((side) => side.type === 'Literal'))
      return {
        default:
          (at.operator.startsWith('=') === (sides[0] as { value?: unknown }).value) ===
          (sides[1] as { value?: unknown }).value,
      };
    return sides.some(isEnvironment) ? { default: undefined } : undefined;
  }
  return isEnvironment(at) ? { default: undefined } : undefined;
}

function isEnvironment(node: Node): boolean {
  const at = bare(node);
  return at.type === 'MemberExpression' && memberName(bare(at.object)) === 'env';
}

/** `import.meta.env.VITE_FEATURE_CHECKOUT`, where no build has put a value in its place. */
export function flagOfEnvironment(unit: Unit, node: Node): Held | undefined {
  const name = memberName(node);
  if (name === undefined || !environment.test(name) || !isEnvironment(node)) return undefined;
  const at = { unit, node };
  return { name, default: undefined, provider: undefined, at, uses: [at] };
}

/** `flags.newCheckout ? … : …`, where `flags` comes from elsewhere. */
export function flagOfMember(world: World, unit: Unit, node: Node): Held | undefined {
  if (node.type !== 'MemberExpression') return undefined;
  const name = memberName(node);
  if (name === undefined || !/^[a-z][\w-]*$/i.test(name) || everybodys.test(name)) return undefined;
  const from = holderOf(world, unit, node.object);
  if (from === undefined) return undefined;
  const parent = unit.scopes.parentOf(node);
  const isCalled = parent?.type === 'CallExpression' && parent.callee === node;
  const isWritten = parent?.type === 'AssignmentExpression' && parent.left === node;
  // `flags.newCheckout.enabled`, as Flagsmith has it.
  const value = parent?.type === 'MemberExpression' && parent.object === node ? memberName(parent) : undefined;
  if (isCalled || isWritten || (value !== undefined && !/^(?:enabled|value)$/.test(value))) return undefined;
  const read = value === undefined || !parent ? node : parent;
  const isPlain = from.provider !== undefined || only.test(from.name);
  if (!isPlain && (wordsOf(name).length < 2 || !decisionAt(unit, read).isTest)) return undefined;
  const at = { unit, node };
  return { name, default: undefined, provider: from.provider, at, uses: [{ unit, node: read }] };
}

const everybodys =
  /^(?:length|size|map|filter|forEach|find|some|every|includes|has|get|set|add|delete|push|join|keys|values|entries|toString|name|type|id|data|prototype|default|current|value|enabled|state)$/;

function holderOf(world: World, unit: Unit, node: Node): { name: string; provider: string | undefined } | undefined {
  const at = bare(node);
  if (at.type === 'CallExpression') {
    const callee = calleeOf(world, unit, at);
    return callee.name !== undefined && isHolder(callee.name)
      ? { name: callee.name, provider: providerOf(callee.library) ?? ofHook(callee.name, at.arguments.length) }
      : undefined;
  }
  const member = memberName(at);
  if (member !== undefined) return isHolder(member) ? { name: member, provider: undefined } : undefined;
  if (at.type !== 'Identifier') return undefined;
  const binding = unit.scopes.bindingOf(at);
  const made = binding?.origins.length === 1 ? binding.origins[0] : undefined;
  if (made?.kind === 'value' && made.path.length === 0 && bare(made.node).type === 'CallExpression') {
    const asked = holderOf(world, unit, made.node);
    if (asked) return asked;
  }
  const name = authorsName(unit, at) ?? unknownName(world, unit, at);
  return isHolder(name) ? { name: name ?? '', provider: undefined } : undefined;
}

function unknownName(world: World, unit: Unit, node: Node): string | undefined {
  return optionsOf(world.evaluator.worth(unit, node)).flatMap((one) => (one.is === 'unknown' ? [one.name] : []))[0];
}

/** LaunchDarkly's hook takes nothing, Flagsmith's the names. */
const ofHook = (name: string, given: number): string | undefined =>
  name !== 'useFlags' ? undefined : given === 0 ? 'LaunchDarkly' : 'Flagsmith';

/** `const {newCheckout, darkMode: dark} = useFlags()` */
export function flagsOfPattern(world: World, unit: Unit, node: Node): Held[] {
  if (node.type !== 'VariableDeclarator' || node.id.type !== 'ObjectPattern' || !node.init) return [];
  const from = holderOf(world, unit, node.init);
  if (from === undefined) return [];
  return node.id.properties.flatMap((property): Held[] => {
    const name = property.type === 'Property' ? nameOfKey(property.key, property.computed) : undefined;
    if (property.type !== 'Property' || name === undefined || everybodys.test(name)) return [];
    const { value } = property;
    const local = value.type === 'AssignmentPattern' ? value.left : value;
    const binding: Binding | undefined = unit.scopes.bindingOf(local);
    if (from.provider === undefined && !only.test(from.name) && wordsOf(name).length < 2) return [];
    const otherwise =
      value.type === 'AssignmentPattern' ? literalOf(world.evaluator.worth(unit, value.right)) : undefined;
    const uses = (binding?.uses ?? []).map((use) => ({ unit, node: use }));
    return [{ name, default: otherwise, provider: from.provider, at: { unit, node: property }, uses }];
  });
}
