import type { Node } from 'oxc-parser';
import type { ReadFile } from '../face.ts';
import { regionAt } from '../own/region-at.ts';
import type { Spot, Unit } from './value.ts';
import { walk } from './walk.ts';

/** Nodes of a release in order; a million of them, so that each with its unit is made when it is looked at and not before. */
export interface Spots extends Iterable<Spot> {
  flatMap<Found>(find: (spot: Spot) => Found | readonly Found[]): Found[];
}

/** Each node of product code, and of code whose owner is not known; what is a library's is left out. */
export function ownNodes(units: readonly Unit[]): Spots {
  const held = units.map((unit) => ({ unit, nodes: nodesOf(unit.read) }));

  function* each(): Generator<Spot> {
    for (const { unit, nodes } of held) for (const node of nodes) yield { unit, node };
  }

  return {
    [Symbol.iterator]: each,
    flatMap<Found>(find: (spot: Spot) => Found | readonly Found[]): Found[] {
      const all: Found[] = [];
      for (const { unit, nodes } of held)
        for (const node of nodes) {
          const found = find({ unit, node });
          if (!Array.isArray(found))
            all.push(found as Found); // no list, then
          else for (const one of found) all.push(one);
        }
      return all;
    },
  };
}

function nodesOf(read: ReadFile): Node[] {
  const found: Node[] = [];
  walk(read.ast, (node: Node) => {
    const region = regionAt(read.regions, node.start);
    if (region?.owner.kind !== 'third-party') found.push(node);
    // A whole statement of a library is not worth a look.
    else if (node.end <= region.end) return false;
  });
  return found;
}
