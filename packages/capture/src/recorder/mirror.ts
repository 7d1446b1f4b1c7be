import { kidsOf, outside, type ShadowOf } from './kids.ts';
import { isBlocked, type Mode } from './mode.ts';

/** Children as they were written: most nodes have one, which needs no list, or none. */
export type Kids = Node[] | Node | null | undefined;

/**
 * Held for an element that holds one text and nothing else. Such a text is found by what it stands in: a third of a page's nodes are, and to
 * know each by itself would take as much of our room.
 */
export const lone: Node[] = [];
/** Modes are less than this: a mode and the number of what a node stands in are kept as one number. */
const modes = 256;

export function listOf(kids: Kids): Node[] {
  return kids ? (Array.isArray(kids) ? kids : [kids]) : lone;
}

export function kidsFrom(list: Node[]): Kids {
  return list[1] ? list : (list[0] ?? null);
}

/**
 * What the reader of the stream knows of the page by now: what was written of a node stands under its number. In lists, since an object for
 * each node of a page would take more room than all else that we hold.
 */
export interface Mirror {
  /** The node's number, 0 where it has none. */
  id(node: unknown): number;
  /** The same, also of a {@link lone} text. */
  idOf(node: unknown): number;
  /** The number of what it stands in; 0 for a page. */
  parentOf(id: number): number;
  mode(id: number): Mode | undefined;
  kids(id: number): Kids;
  /** @param node - Null for a lone text. @returns its number. */
  add(node: Node | null, parent: number, mode: Mode): number;
  /** It stands in another node now. */
  move(id: number, parent: number): void;
  hold(id: number, kids: Kids): void;
  /**
   * Forgets a node with all that was written in it, but for what has gone elsewhere meanwhile. Not all that it holds is asked: a table that is replaced has
   * tens of thousands.
   *
   * @param shadowOf - Of one that may be not known: what it holds may be, and is forgotten.
   */
  letGo(node: Node, shadowOf?: ShadowOf): void;
  /** Something was written as an empty box. */
  blocks(): unknown;
  /** The number that the next node gets. */
  next(): number;
  /** The page is written: lists that grew have room for half as much again, which most pages never need. */
  fit(): void;
  /** Forgets everything; numbers go on. */
  clear(): void;
}

export function createMirror(): Mirror {
  /** Holds what is numbered until it is forgotten, as the lists of children do: a weak one takes more room and has the collector ask twice. */
  const ids = new Map<Node, number>();
  let last = 0;
  /** What was numbered before this is forgotten. */
  let first = 1;
  let places: number[] = [];
  let held: Kids[] = [];
  let blocks: unknown;

  const id = (node: unknown): number => ids.get(node as Node) ?? 0;
  /** Of what was forgotten too: nothing is above it. */
  const parentOf = (id: number): number => ((places[id - first] as number) / modes) | 0;

  return {
    id,
    idOf(node) {
      const above = ((node as Node | null)?.nodeType === 3 && id(outside(node as Node))) as number;
      // It was numbered next.
      return id(node) || (held[above - first] === lone ? above + 1 : 0);
    },
    parentOf,
    mode(id) {
      const place = places[id - first];
      return place && place % modes;
    },
    kids: (id) => held[id - first],
    add(node, above, mode) {
      last++;
      blocks ||= isBlocked(mode);
      if (node) ids.set(node, last);
      places.push(above * modes + mode);
      held.push(null);
      return last;
    },
    move(id, above) {
      const at = id - first;
      places[at] = above * modes + ((places[at] as number) % modes);
    },
    hold(id, kids) {
      held[id - first] = kids;
    },
    letGo(node, shadowOf) {
      // Not recursive: a page may nest deeper than a stack holds.
      const waiting = [node];
      for (const gone of waiting) {
        const its = id(gone);
        ids.delete(gone);
        for (const kid of its ? listOf(held[its - first]) : kidsOf(gone, 0, shadowOf as ShadowOf, true))
          if (!(its && parentOf(id(kid)) !== its)) waiting.push(kid);
        held[its - first] = null;
      }
    },
    blocks: () => blocks,
    next: () => last + 1,
    fit() {
      places = places.slice();
      held = held.slice();
    },
    clear() {
      ids.clear();
      first = last + 1;
      places = [];
      held = [];
    },
  };
}
