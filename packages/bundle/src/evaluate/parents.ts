import type { Node } from 'oxc-parser';

/** Which node stands in which, for every node of one script. */
export interface Parents {
  parentOf(node: Node): Node | undefined;
  /** Parents of parents, the nearest first. */
  above(node: Node): Iterable<Node>;
}

/** Takes nodes in the order in which a stack gives them: a parent before its children, the last child first. */
export interface ParentsBuilder {
  /** @returns Under which number the node stands; -1 says that it has no parent. */
  add(node: Node, parent: number): number;
  done(): Parents;
}

/**
 * A map from node to node takes fifty bytes for each and grows by copying itself; a script of 7 MB has two million nodes. In the order
 * in which they come here their ends never rise, and where ends are the same their beginnings never fall: so a node is found by its
 * place, in twenty bytes. The few that come out of order (the texts between the gaps of a template) are kept apart.
 */
export function createParents(): ParentsBuilder {
  const nodes: Node[] = [];
  const apart = new Map<Node, number>();
  let places = new Int32Array(3 * 1_024);
  let start = -1;
  let end = Number.POSITIVE_INFINITY;

  function add(node: Node, parent: number): number {
    const at = nodes.length;
    nodes.push(node);
    if (3 * at === places.length) {
      const more = new Int32Array(places.length * 2);
      more.set(places);
      places = more;
    }
    const inOrder = node.end < end || (node.end === end && node.start >= start);
    if (inOrder) {
      start = node.start;
      end = node.end;
    } else apart.set(node, at);
    // One that is kept apart is never found by its place: there it stands as the one before it.
    places[3 * at] = end;
    places[3 * at + 1] = start;
    places[3 * at + 2] = parent;
    return at;
  }

  return {
    add,
    done() {
      const kept = places.slice(0, 3 * nodes.length);
      places = kept;
      return parentsIn(nodes, kept, apart);
    },
  };
}

function parentsIn(nodes: readonly Node[], places: Int32Array, apart: ReadonlyMap<Node, number>): Parents {
  // Who asks for a parent asks for the parent's next.
  let last = -1;

  function numberOf(node: Node): number {
    if (last >= 0 && nodes[last] === node) return last;
    const { start, end } = node;
    let low = 0;
    let high = nodes.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const ends = places[3 * middle] ?? 0;
      if (ends > end || (ends === end && (places[3 * middle + 1] ?? 0) < start)) low = middle + 1;
      else high = middle;
    }
    for (; places[3 * low] === end && places[3 * low + 1] === start; low += 1) if (nodes[low] === node) return low;
    return apart.get(node) ?? -1;
  }

  return {
    parentOf(node) {
      const at = numberOf(node);
      last = at < 0 ? -1 : (places[3 * at + 2] ?? -1);
      return nodes[last];
    },
    *above(node) {
      for (let at = numberOf(node); at >= 0; ) {
        at = places[3 * at + 2] ?? -1;
        const parent = nodes[at];
        if (parent) yield parent;
      }
    },
  };
}
