import type { Mode } from './mode.ts';

/** What was written of a node. */
export interface Known {
  id: number;
  parent: Known | null;
  /** Its children as they were written: most have one, which needs no list, or none. */
  kids: Node[] | Node | null;
  mode: Mode;
}

const none: Node[] = [];

export function listOf(kids: Known['kids']): Node[] {
  return kids === null ? none : Array.isArray(kids) ? kids : [kids];
}

export function kidsFrom(list: Node[]): Known['kids'] {
  return list.length > 1 ? list : (list[0] ?? null);
}

/** What the reader of the stream knows of the page by now. */
export interface Mirror {
  get(node: Node): Known | undefined;
  /** The node's number, 0 where it has none. */
  id(node: unknown): number;
  add(node: Node, parent: Known | null, mode: Mode): Known;
  /** Forgets a node with all that it holds, but for what has gone elsewhere meanwhile. */
  forget(node: Node, known: Known): void;
  /** The number that the next node gets. */
  next(): number;
  /** Forgets everything; numbers go on. */
  clear(): void;
}

export function createMirror(): Mirror {
  let known = new WeakMap<Node, Known>();
  let last = 0;

  return {
    get: (node) => known.get(node),
    id: (node) => known.get(node as Node)?.id ?? 0,
    add(node, parent, mode) {
      const one: Known = { id: ++last, parent, kids: null, mode };
      known.set(node, one);
      return one;
    },
    forget(node, from) {
      // Not recursive: a page may nest deeper than a stack holds.
      const waiting: [Node, Known][] = [[node, from]];
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        const [gone, one] = next;
        known.delete(gone);
        for (const kid of listOf(one.kids)) {
          const its = known.get(kid);
          if (its?.parent === one) waiting.push([kid, its]);
        }
      }
    },
    next: () => last + 1,
    clear() {
      known = new WeakMap();
    },
  };
}
