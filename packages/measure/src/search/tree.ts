import type { SearchNode } from '@sightglass/wire';

/** What a search is made of where it is no `and`, `or` or `not`. */
export type SearchLeaf = Extract<SearchNode, { type: 'word' | 'term' | 'then' }>;

/** SQL: the condition that a search is, each leaf of it as `leaf` writes it. */
export function conditionOf(node: SearchNode, leaf: (leaf: SearchLeaf) => string): string {
  switch (node.type) {
    case 'and':
    case 'or':
      return `(${node.parts.map((part) => conditionOf(part, leaf)).join(node.type === 'and' ? ' AND ' : ' OR ')})`;
    case 'not':
      return `NOT ${conditionOf(node.part, leaf)}`;
    default:
      return leaf(node);
  }
}

/** All of them, of what must not be too. */
export function leavesOf(node: SearchNode): SearchLeaf[] {
  switch (node.type) {
    case 'and':
    case 'or':
      return node.parts.flatMap(leavesOf);
    case 'not':
      return leavesOf(node.part);
    default:
      return [node];
  }
}
