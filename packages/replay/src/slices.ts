import type { ReplayEvent } from '@sightglass/wire';
import { type Fields, isFields, listOf } from './rrweb-tree.ts';

/** What a recording holds and a viewer is not shown, since it would freeze the screen. */
export interface LeftOut {
  /** Nodes of a page past {@link mostNodes}. */
  nodes: number;
  /** Changes in a rush, of which only the outcome is shown. */
  changes: number;
  /** References in its drawings (`use`) that come to more than a browser can build. */
  uses: number;
}

type OnLeftOut = (nodes: number, anew: boolean) => void;

/** What one task of a screen may build: on a slow laptop some 20 ms of building, and as much again of layout. */
export const nodesPerSlice = 1_500;
/** More of one page than this is told and not built: layout alone would take seconds. */
export const mostNodes = 60_000;

/**
 * Events with every whole page and every large change taken apart into changes of at most {@link nodesPerSlice} nodes each, in the order
 * in which they can be applied, and of a page no more than {@link mostNodes}. A page is built from its start: what is left out is its end.
 *
 * @param onLeftOut - Hears how many nodes were left out, `anew` where a page begins and what was left out before is gone.
 */
export function inSlices(events: readonly ReplayEvent[], onLeftOut: OnLeftOut): ReplayEvent[] {
  return events.flatMap((event) => {
    const { type, data } = event;
    if (!isFields(data)) return [event];
    if (type === 2 && isFields(data.node)) return page(event, data, data.node, onLeftOut);
    if (type === 3 && data.source === 0 && Array.isArray(data.adds)) return changes(event, data, onLeftOut);
    return [event];
  });
}

function page(event: ReplayEvent, data: Fields, node: Fields, onLeftOut: OnLeftOut): ReplayEvent[] {
  const { skeleton, adds } = apart(node, (nodes) => onLeftOut(nodes, true));
  if (adds.length === 0) return [event];
  const slices = [
    { ...event, data: { ...data, node: skeleton } },
    ...inBunches(adds).map((some) => adding(event, some)),
  ];
  const { top, left } = isFields(data.initialOffset) ? data.initialOffset : {};
  // There was nothing to scroll yet.
  if (top || left) slices.push({ ...event, type: 3, data: { source: 3, id: node.id, x: left, y: top } });
  return slices;
}

function changes(event: ReplayEvent, data: Fields, onLeftOut: OnLeftOut): ReplayEvent[] {
  const adds = listOf(data.adds);
  const [one] = adds;
  if (adds.length === 1 && isFields(one?.node) && one.node.type === 0) {
    // A frame's document, whole.
    const { skeleton, adds: rest } = apart(one.node, (nodes) => onLeftOut(nodes, false));
    const first = { ...event, data: { ...data, adds: [{ ...one, node: skeleton }] } };
    return [first, ...inBunches(rest).map((some) => adding(event, some))];
  }
  if (adds.length <= nodesPerSlice) return [event];
  const [first = [], ...rest] = inBunches(adds.slice(0, mostNodes));
  onLeftOut(Math.max(0, adds.length - mostNodes), false);
  const { texts, attributes } = data;
  return [
    { ...event, data: { ...data, adds: first, texts: [], attributes: [] } },
    ...rest.map((some) => adding(event, some)),
    // Last, since they may be about what was added.
    { ...event, data: { source: 0, texts, attributes, removes: [], adds: [] } },
  ];
}

function adding(event: ReplayEvent, adds: Fields[]): ReplayEvent {
  return { ...event, type: 3, data: { source: 0, texts: [], attributes: [], removes: [], adds } };
}

function inBunches(adds: readonly Fields[]): Fields[][] {
  const bunches: Fields[][] = [];
  for (let from = 0; from < adds.length; from += nodesPerSlice) bunches.push(adds.slice(from, from + nodesPerSlice));
  return bunches;
}

/** The first nodes in document order as one tree, and those after them one by one: each stands last in its parent when it comes. */
function apart(root: Fields, onLeftOut: (nodes: number) => void): { skeleton: Fields; adds: Fields[] } {
  const adds: Fields[] = [];
  const skeleton: Fields = { ...root, childNodes: [] };
  const waiting = [...childrenOf(root, skeleton)].reverse();
  let count = 0;
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, parent, isWhole } = next;
    count += 1;
    if (count > mostNodes) {
      for (const child of childrenOf(node, parent)) waiting.push(child); // to be counted
      continue;
    }
    const inSkeleton = count <= nodesPerSlice || isWhole;
    const alone = 'childNodes' in node ? { ...node, childNodes: [] } : node;
    if (inSkeleton)
      (parent.childNodes as Fields[]).push(alone); // a list, made here
    else adds.push({ parentId: parent.id, nextId: null, node: alone });
    const isSheet = isFields(node.attributes) && '_cssText' in node.attributes;
    if (isSheet && !inSkeleton) continue; // its text is made of what its attribute says
    const children = childrenOf(node, alone, isSheet);
    for (let at = children.length - 1; at >= 0; at -= 1) {
      const child = children[at];
      if (child) waiting.push(child);
    }
  }
  onLeftOut(Math.max(0, count - mostNodes));
  return { skeleton, adds };
}

interface Waiting {
  node: Fields;
  parent: Fields;
  /** It comes with its parent, or not at all. */
  isWhole: boolean;
}

function childrenOf(node: Fields, parent: Fields, isWhole = false): Waiting[] {
  return listOf(node.childNodes).map((child) => ({ node: child, parent, isWhole }));
}
