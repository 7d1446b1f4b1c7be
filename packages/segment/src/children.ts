import { isFrame, type Model, type PageNode } from './model.ts';
import { isPosition, numberOf } from './plain.ts';
import { createSpelling } from './spelling.ts';
import { type Numbering, readTokens } from './tokens.ts';

/** Parents whose children are others now, with the children that they had. */
export type Changed = ReadonlyMap<PageNode, readonly PageNode[]>;

/**
 * Carries out one operation of children: all entries as one, so a node that leaves one parent may stand under another that is
 * told before or after. What then stands nowhere is forgotten.
 *
 * @param entries - `[[parent, head, tail, tokens], …]`, whatever else it holds.
 */
export function changeChildren(
  model: Model,
  base: number,
  entries: readonly unknown[],
  stored: (hash: string) => string,
): Changed {
  const before = new Map<PageNode, readonly PageNode[]>();
  /** Known nodes that are named, with the parent that they had. */
  const claimed = new Map<PageNode, PageNode | null>();
  /** Nodes that left a parent, though some may have come back to it. */
  const left = new Set<PageNode>();
  /** Parents whose children were given more than once. */
  const again = new Set<PageNode>();
  const numbering: Numbering = { next: base };
  const spell = createSpelling(base);
  const parts = { model, stored, claim };

  function claim(node: PageNode): boolean {
    // What is new stands where it was written.
    if (claimed.has(node) || node.id >= base) return false;
    claimed.set(node, node.parent);
    return true;
  }

  function give(parent: PageNode, children: PageNode[]): void {
    const old = parent.children;
    if (before.has(parent)) again.add(parent);
    else before.set(parent, old);
    parent.children = arranged(parent, children);
    const { from, oldEnd } = between(old, parent.children);
    for (const child of old.slice(from, oldEnd)) left.add(child);
  }

  for (const entry of entries) {
    if (!Array.isArray(entry)) continue;
    const [id, head, tail, tokens] = entry as unknown[];
    const parent = model.nodes.get(numberOf(id)) ?? null;
    const old = parent?.children ?? [];
    const kept = Math.min(countOf(head), old.length);
    const keptEnd = Math.min(countOf(tail), old.length - kept);
    const read = readTokens(spell(tokens), parent, numbering, parts);
    if (parent) give(parent, old.slice(0, kept).concat(read, old.slice(old.length - keptEnd)));
  }
  leaveOldPlaces();
  forgetWhatStandsNowhere();
  for (const parent of [...before.keys()]) if (!model.isKnown(parent)) before.delete(parent);
  return before;

  /** A claimed node stands where it was named last, and there alone. */
  function leaveOldPlaces(): void {
    if (claimed.size === 0) return;
    const parents = new Set([...before.keys(), ...[...claimed.values()].filter((parent) => parent !== null)]);
    for (const parent of parents) {
      const seen = new Set<PageNode>();
      // Named again under the parent that it had, it may be among those that were kept as well.
      const stays = parent.children.filter((child) => {
        if (!claimed.has(child)) return true;
        if (child.parent !== parent || seen.has(child)) return false;
        seen.add(child);
        return true;
      });
      if (stays.length < parent.children.length) give(parent, stays);
    }
  }

  /**
   * The children where they differ from those before; all of them where something may have left and come back, or where there was no before:
   * what is new may be told again, once there was time for more of it.
   */
  function whereChanged(parent: PageNode): ReadonlySet<PageNode> {
    if (again.has(parent) || parent.id >= base) return new Set(parent.children);
    const { from, nowEnd } = between(before.get(parent) ?? [], parent.children);
    return new Set(parent.children.slice(from, nowEnd));
  }

  function forgetWhatStandsNowhere(): void {
    const there = new Map<PageNode, ReadonlySet<PageNode>>();
    for (const node of left) {
      const { parent } = node;
      if (!parent || !before.has(parent)) continue;
      const children = there.get(parent) ?? whereChanged(parent);
      there.set(parent, children);
      if (!children.has(node)) node.parent = null;
    }
    const stands = new Map<PageNode, boolean>();
    for (const node of [...claimed.keys(), ...left]) if (!reaches(model.root, node, stands)) model.forget(node);
  }
}

/** A shadow root stands first, alone of its kind, and a frame holds one document, whatever was said. */
function arranged(parent: PageNode, children: PageNode[]): PageNode[] {
  if (isFrame(parent)) return children.slice(0, 1);
  const isSound = children.every(({ kind }, at) => kind !== 'shadow' || at === 0);
  if (isSound) return children;
  const root = children.findLast(({ kind }) => kind === 'shadow');
  return children.filter((child) => child === root).concat(children.filter(({ kind }) => kind !== 'shadow'));
}

/** Where two lists of children differ: from a position to an end in each; before and after it they are the same. */
export function between(
  old: readonly PageNode[],
  now: readonly PageNode[],
): { from: number; oldEnd: number; nowEnd: number } {
  let from = 0;
  let oldEnd = old.length;
  let nowEnd = now.length;
  while (from < oldEnd && from < nowEnd && old[from] === now[from]) from += 1;
  while (oldEnd > from && nowEnd > from && old[oldEnd - 1] === now[nowEnd - 1]) {
    oldEnd -= 1;
    nowEnd -= 1;
  }
  return { from, oldEnd, nowEnd };
}

/** Whether a node hangs on the root: not by itself, and not in a ring. */
function reaches(root: PageNode | null, node: PageNode, known: Map<PageNode, boolean>): boolean {
  const way: PageNode[] = [];
  const passed = new Set<PageNode>();
  let answer = false;
  for (let at: PageNode | null = node; at !== null && !passed.has(at); at = at.parent) {
    const told = known.get(at);
    if (told !== undefined || at === root) {
      answer = told ?? true;
      break;
    }
    passed.add(at);
    way.push(at);
  }
  for (const one of way) known.set(one, answer);
  return answer;
}

function countOf(said: unknown): number {
  return isPosition(said) ? said : 0;
}
