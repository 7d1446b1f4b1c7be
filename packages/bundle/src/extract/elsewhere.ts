import type { Node } from 'oxc-parser';
import type { Spot, Unit } from '../evaluate/value.ts';
import type { World } from '../evaluate/world.ts';

/** Where other scripts and modules use a value, by the expression that makes it. */
export type Elsewhere = (made: Node) => readonly Spot[];

/** Follows what scripts import, and what modules of a bundler ask each other for: `import {F}`, `n(82).F`, `t.i(8751).W`. */
export function createElsewhere(world: World): Elsewhere {
  let found: Map<Node, Spot[]> | undefined;
  return (made) => {
    found ??= usesOf(world);
    return found.get(made) ?? [];
  };
}

function usesOf(world: World): Map<Node, Spot[]> {
  const found = new Map<Node, Spot[]>();
  const add = (unit: Unit, value: Node, uses: readonly Node[]) => {
    const at = world.evaluator.worth(unit, value).spot.node;
    const known = found.get(at) ?? [];
    for (const node of uses) known.push({ unit, node });
    found.set(at, known);
  };
  const members = new Map<Unit, Map<string, Node[]>>();
  for (const { unit, node } of world.nodes) {
    if (node.type === 'ImportSpecifier' || node.type === 'ImportDefaultSpecifier') {
      const uses = unit.scopes.bindingOf(node.local)?.uses ?? [];
      const [first] = uses;
      if (first) add(unit, first, uses);
    } else if (node.type === 'MemberExpression' && !node.computed && node.object.type === 'Identifier') {
      const origin = unit.scopes.bindingOf(node.object)?.origins[0];
      // The exports of another module are asked for by a call with its number.
      const asks =
        origin?.kind === 'value' &&
        origin.path.length === 0 &&
        origin.node.type === 'CallExpression' &&
        origin.node.arguments.length === 1;
      if (!asks || node.property.type !== 'Identifier') continue;
      const own = members.get(unit) ?? new Map<string, Node[]>();
      const key = `${origin.node.start} ${node.property.name}`;
      const uses = own.get(key);
      if (uses) uses.push(node);
      else own.set(key, [node]);
      members.set(unit, own);
    }
  }
  for (const [unit, own] of members)
    for (const uses of own.values()) {
      const [first] = uses;
      if (first) add(unit, first, uses);
    }
  return found;
}
