import { nameTemplate, statementKey } from '@sightglass/wire';
import type { Node } from 'oxc-parser';
import type { Spot, Unit } from '../evaluate/value.ts';
import { bare, walk } from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';
import type { FlagFact } from './fact.ts';
import { flagsAsked, literalOf } from './flag-calls.ts';
import { flagOfEnvironment, flagOfMember, flagsOfPattern, type Held, objectOfFlags } from './flag-objects.ts';
import { type Gated, gatesOf } from './gates.ts';

/**
 * Switches of the product: those that it asks a service for, and those that it keeps itself. Objects of switches may have been put in
 * where they are used, and what the environment says has been; then the sources tell of them.
 */
export function flagsIn(world: World, gated: Gated, ofSources: readonly Held[]): FlagFact[] {
  const found = world.nodes.flatMap(({ unit, node }): Held[] => {
    switch (node.type) {
      case 'CallExpression':
        return flagsAsked(world, unit, node).map((asked) => ({
          ...asked,
          default: asked.default ?? otherwiseOf(world, unit, node),
          at: { unit, node },
          uses: usesOf(unit, node),
        }));
      case 'MemberExpression': {
        const held = flagOfEnvironment(unit, node) ?? flagOfMember(world, unit, node);
        return held
          ? [
              {
                ...held,
                default: held.default ?? otherwiseOf(world, unit, node),
                uses: held.uses.flatMap((use) => usesOf(unit, use.node)),
              },
            ]
          : [];
      }
      case 'VariableDeclarator':
        return [...objectOfFlags(world, unit, node), ...flagsOfPattern(world, unit, node)];
      case 'Property':
        return objectOfFlags(world, unit, node);
      default:
        return [];
    }
  });
  const groups = Map.groupBy([...found, ...ofSources], ({ name }) => statementKey.flag(name));
  return [...groups.values()].flatMap((some) => {
    const [first] = some;
    if (!first) return [];
    return [
      {
        name: nameTemplate(first.name),
        default: some.find((one) => one.default !== undefined)?.default,
        provider: some.find(({ provider }) => provider !== undefined)?.provider,
        gates: gatesOf(
          gated,
          some.flatMap(({ uses }) => uses),
        ),
        // Where its default stands comes before where it is only read.
        at: some
          .toSorted((one, other) => Number(other.default !== undefined) - Number(one.default !== undefined))
          .map(({ at }) => at),
      },
    ];
  });
}

/** What the sources tell of switches. */
export function flagsOfSources(world: World, sources: readonly Unit[]): Held[] {
  const found: Held[] = [];
  for (const unit of sources)
    walk(unit.read.ast, (node) => {
      if (node.type === 'VariableDeclarator') found.push(...objectOfFlags(world, unit, node));
      const held = node.type === 'MemberExpression' ? flagOfEnvironment(unit, node) : undefined;
      if (held) found.push(held);
    });
  return found;
}

/** Where what an expression gives is read: by the name that it is given, or just there. */
function usesOf(unit: Unit, node: Node): Spot[] {
  let at = node;
  let parent = unit.scopes.parentOf(at);
  while (
    parent &&
    (bare(parent) === bare(at) ||
      parent.type === 'AwaitExpression' ||
      (parent.type === 'LogicalExpression' && parent.operator !== '&&' && parent.left === at))
  ) {
    at = parent;
    parent = unit.scopes.parentOf(at);
  }
  if (parent?.type !== 'VariableDeclarator') return [{ unit, node: at }];
  const names = parent.id.type === 'ArrayPattern' ? parent.id.elements : [parent.id];
  const [name] = names;
  const binding = name?.type === 'Identifier' ? unit.scopes.bindingOf(name) : undefined;
  return (binding?.uses ?? []).map((use) => ({ unit, node: use }));
}

/** `flag ?? false` */
function otherwiseOf(world: World, unit: Unit, node: Node): boolean | number | string | undefined {
  let at = node;
  let parent = unit.scopes.parentOf(at);
  while (parent && (bare(parent) === bare(at) || parent.type === 'AwaitExpression')) {
    at = parent;
    parent = unit.scopes.parentOf(at);
  }
  if (parent?.type !== 'LogicalExpression' || parent.operator === '&&' || parent.left !== at) return undefined;
  const right = world.evaluator.worth(unit, parent.right);
  return right.is === 'text' ? undefined : literalOf(right);
}
