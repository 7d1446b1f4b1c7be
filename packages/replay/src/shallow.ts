import type { ReplayEvent } from '@sightglass/wire';
import { type Fields, isFields, listOf } from './rrweb-tree.ts';

/**
 * As deep as parsers nest what they read. A browser lays out by recursion: past some depth, less than 600 for blocks in lines, it ends with
 * all that stands in the same tab, so that one page of a recording would take the dashboard with it.
 */
export const mostDeep = 512;

/** Lets go what stands too deep in its document, from one event of a page to the next. */
export interface Shallow {
  /** Not by recursion, and before anything that is: the event itself stays as it was. */
  take(event: ReplayEvent): ReplayEvent;
  /** Nodes of the page that are left out now. */
  leftOut(): number;
}

export function createShallow(): Shallow {
  /** Of elements, how many stand around each. */
  const depths = new Map<number, number>();
  const gone = new Set<number>();

  /** Notes how deep all stands that a node holds; false: some of it too deep. */
  function fits(root: Fields, depth: number): boolean {
    let all = true;
    each(root, depth, (node, deep) => {
      const id = Number(node.id);
      const isIn = deep <= mostDeep;
      if (isIn) gone.delete(id);
      else gone.add(id);
      if (isIn && Array.isArray(node.childNodes)) depths.set(id, deep);
      all &&= isIn;
      return node.childNodes;
    });
    return all;
  }

  function trimmed(root: Fields, depth: number): Fields {
    const copy = { ...root };
    each(copy, depth, (node, deep) => {
      if (!Array.isArray(node.childNodes)) return [];
      node.childNodes = deep < mostDeep ? listOf(node.childNodes).map((child) => ({ ...child })) : [];
      return node.childNodes;
    });
    return copy;
  }

  function take(event: ReplayEvent): ReplayEvent {
    const { type, data } = event;
    if (!isFields(data)) return event;
    if (type === 2 && isFields(data.node)) {
      depths.clear();
      gone.clear();
      const { node } = data;
      return fits(node, 0) ? event : { ...event, data: { ...data, node: trimmed(node, 0) } };
    }
    if (type !== 3 || data.source !== 0) return event;
    for (const { id } of listOf(data.removes)) gone.delete(Number(id));
    const given = listOf(data.adds);
    const adds = given.flatMap((add) => added(add) ?? []);
    return adds.every((add, at) => add === given[at]) && adds.length === given.length
      ? event
      : { ...event, data: { ...data, adds } };
  }

  function added(add: Fields): Fields | null {
    const { node, parentId } = add;
    if (!isFields(node)) return add;
    const around = Number(parentId);
    const isGone = gone.has(around);
    const depth = isGone ? mostDeep + 1 : node.type === 0 ? 0 : (depths.get(around) ?? 0) + 1;
    if (fits(node, depth)) return add;
    return depth > mostDeep ? null : { ...add, node: trimmed(node, depth) };
  }

  return { take, leftOut: () => gone.size };
}

/** Each node of a tree, and how many stand around it in its document. @param look - Answers what it holds. */
function each(root: Fields, depth: number, look: (node: Fields, depth: number) => unknown): void {
  const waiting: [Fields, number][] = [[root, depth]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [node, deep] = next;
    const inside = look(node, deep);
    if (Array.isArray(inside)) for (const child of inside) if (isFields(child)) waiting.push([child, deep + 1]);
  }
}
