import type { EpochMs, ReplayEvent } from '@sightglass/wire';
import { between, type Changed } from './children.ts';
import type { DocumentMode } from './document-mode.ts';
import { tellDrawing } from './drawings.ts';
import { createFollowing } from './following.ts';
import { longestRun } from './longest-run.ts';
import { documentOf, isFrame, type Model, type PageNode } from './model.ts';
import { pairOf } from './plain.ts';
import { isHidden, shownChildren, showsChildren } from './shown.ts';
import { modeOf, type ToldNode, tellAlone, tellWhole } from './tell-node.ts';

type Told = ReplayEvent[];

interface Removed {
  parentId: number;
  id: number;
  isShadow?: true;
}
interface Added {
  parentId: number;
  nextId: number | null;
  node: ToldNode;
}
export interface Mutation {
  texts: { id: number; value: string }[];
  attributes: { id: number; attributes: Record<string, string | null> }[];
  removes: Removed[];
  adds: Added[];
}

/** Tells what a model holds, or how it changed, in rrweb's events. */
export interface Teller {
  /** The whole page: its size, its tree, and what a tree does not hold. */
  page(at: EpochMs): Told;
  /** Children that changed; what keeps its order stays where it is. */
  children(changed: Changed, at: EpochMs): Told;
  /** Nodes that are to be built anew, and whatever else changes with them. */
  anew(nodes: Iterable<PageNode>, at: EpochMs, more?: Partial<Mutation>): Told;
  /** A constructed sheet says something else as a whole. */
  sheet(number: number, at: EpochMs): Told;
  /** The sheets that a document or shadow root goes by. */
  adopted(root: PageNode, at: EpochMs): Told;
  /** Nodes that were told since the teller was made. */
  added(): number;
}

/** Numbers for nodes that come back where a player may still know the old ones. Recorded ids are smaller. */
export const firstFreeNumber = 1_000_000_000;

export function createTeller(model: Model): Teller {
  let free = firstFreeNumber;
  let addedNodes = 0;
  /** In which mode documents were told: a player builds each in its own, and it keeps that. */
  const modes = new WeakMap<PageNode, DocumentMode>();
  const following = createFollowing(model);

  function page(at: EpochMs): Told {
    const { root, href, width, height, bar, isDark } = model;
    if (!root) return [];
    for (const node of model.nodes.values()) {
      node.number = node.id;
      node.sealed = false;
    }
    following.begin();
    const deepest: PageNode[] = [];
    const node = tellWhole(root, false, met, deepest);
    const [left, top] = pairOf(root.states.get(':scroll'));
    return [
      {
        type: 4,
        timestamp: at,
        data: { href, width, height, bar, ...(isDark ? { dark: true } : {}) },
      },
      { type: 2, timestamp: at, data: { node, initialOffset: { left, top } } },
      ...model.assets.drawings().map((drawing) => tellDrawing(drawing, at)),
      ...tellDeeper(deepest, at),
      ...follow(at),
    ];
  }

  /** What was too deep to be told with what it stands in. */
  function tellDeeper(parents: readonly PageNode[], at: EpochMs): Told {
    const mutation = nothing();
    for (const parent of parents) {
      const within = shownChildren(parent);
      for (let place = within.length - 1; place >= 0; place -= 1)
        give(within[place] as PageNode, parent, within[place + 1] ?? null, mutation);
    }
    return mutation.adds.length > 0 ? [change(at, { source: 0, ...mutation })] : [];
  }

  /** A node is about to be told. */
  function met(node: PageNode): void {
    if (node.sealed) node.number = takeNumber();
    addedNodes += 1;
    if (node.kind === 'document') modes.set(node, modeOf(node));
    following.met(node);
  }

  function takeNumber(): number {
    free += 1;
    return free;
  }

  /** Frames' documents, then what is told of nodes that are there. */
  function follow(at: EpochMs): Told {
    const events: Told = [];
    for (let inner = following.nextFrame(); inner; inner = following.nextFrame()) {
      const { frame, document } = inner;
      const deepest: PageNode[] = [];
      const node = document ? tellWhole(document, true, met, deepest) : { type: 0, id: takeNumber(), childNodes: [] };
      events.push(change(at, { source: 0, ...nothing(), adds: [add(frame, null, node)], isAttachIframe: true }));
      events.push(...tellDeeper(deepest, at));
    }
    return events.concat(following.rest(at));
  }

  function children(changed: Changed, at: EpochMs): Told {
    const mutation = nothing();
    const places = createPlaces();
    const rebuilt: PageNode[] = [];
    for (const [parent, old] of changed)
      if (isHidden(parent)) continue;
      else if (isFrame(parent)) {
        if (old[0] !== parent.children[0]) places.frames.add(parent);
      } else if (isOpenedAnew(parent, old) && modeOf(parent) !== modes.get(parent)) {
        if (!parent.parent) return page(at);
        places.frames.add(parent.parent);
      } else if (losesRules(parent) || needsHost(parent, old)) rebuilt.push(parent);
      else if (showsChildren(parent)) compare(parent, old, places);
    rebuild(rebuilt, places);
    return tell(places, mutation, at);
  }

  function anew(nodes: Iterable<PageNode>, at: EpochMs, more: Partial<Mutation> = {}): Told {
    const mutation = { ...nothing(), ...more };
    const places = createPlaces();
    rebuild(nodes, places);
    return tell(places, mutation, at);
  }

  function rebuild(nodes: Iterable<PageNode>, places: Places): void {
    for (const node of nodes) {
      const { parent } = node;
      if (!parent || places.given.has(node) || isHidden(node)) continue;
      places.leave(parent, node);
      const at = parent.children.indexOf(node);
      places.give(parent, at, at + 1, [node]);
    }
  }

  /** Gives in each place what is to be given there, the right one of two first: then it is there when the left one names it. */
  function tell(places: Places, mutation: Mutation, at: EpochMs): Told {
    for (const [parent, nodes] of places.left) {
      // What is told whole is new to a player, or leaves it with all that it held: of one that was written and taken out by one operation it knows nothing.
      if (isToldWhole(parent, places)) continue;
      for (const node of nodes) mutation.removes.push(removal(node, parent));
    }
    for (const [parent, { from, end }] of places.ranges) {
      // What is told whole brings all that it holds.
      if (isToldWhole(parent, places)) continue;
      for (let place = end - 1; place >= from; place -= 1) {
        const node = parent.children[place];
        if (node && places.given.has(node)) give(node, parent, parent.children[place + 1] ?? null, mutation);
      }
    }
    // One in what is told whole is met there.
    for (const frame of places.frames)
      if (!isWithin(frame, places.given) && !isWithin(frame.parent, places.frames)) following.frame(frame);
    const isEmpty = Object.values(mutation).every((list) => list.length === 0);
    return [...(isEmpty ? [] : [change(at, { source: 0, ...mutation })]), ...follow(at)];
  }

  /** A node and all that it holds, each by itself: parents before children. */
  function give(root: PageNode, parent: PageNode, next: PageNode | null, mutation: Mutation): void {
    const document = documentOf(root);
    const rootNumber = document && document !== model.root ? document.number : undefined;
    const isSealed = rootNumber !== undefined || isInShadow(parent);
    const waiting = [{ node: root, parent, next, isSealed }];
    for (let one = waiting.pop(); one; one = waiting.pop()) {
      const { node } = one;
      met(node);
      node.sealed = one.isSealed;
      if (node.kind !== 'shadow')
        mutation.adds.push(add(one.parent, one.next, tellAlone(node, rootNumber, one.parent.kind === 'shadow')));
      if (isFrame(node)) continue;
      const within = shownChildren(node);
      for (const [at, child] of within.entries())
        waiting.push({
          ...{ node: child, parent: node, next: within[at + 1] ?? null },
          isSealed: one.isSealed || node.kind === 'shadow',
        });
    }
  }

  return {
    page,
    children,
    anew,
    sheet: following.sheet,
    adopted: following.adopted,
    added: () => addedNodes,
  };
}

/** Where nodes are given: for each parent the range in which they stand. */
interface Places {
  given: ReadonlySet<PageNode>;
  /** Their documents are told whole. */
  frames: Set<PageNode>;
  ranges: ReadonlyMap<PageNode, { from: number; end: number }>;
  /** What is taken out, by the parent that it had. */
  left: ReadonlyMap<PageNode, readonly PageNode[]>;
  leave(parent: PageNode, node: PageNode): void;
  give(parent: PageNode, from: number, end: number, nodes: Iterable<PageNode>): void;
}

function createPlaces(): Places {
  const given = new Set<PageNode>();
  const ranges = new Map<PageNode, { from: number; end: number }>();
  const left = new Map<PageNode, PageNode[]>();
  return {
    given,
    frames: new Set(),
    ranges,
    left,
    leave(parent, node) {
      const nodes = left.get(parent);
      if (nodes) nodes.push(node);
      else left.set(parent, [node]);
    },
    give(parent, from, end, nodes) {
      for (const node of nodes) given.add(node);
      const range = ranges.get(parent) ?? { from, end };
      ranges.set(parent, { from: Math.min(range.from, from), end: Math.max(range.end, end) });
    },
  };
}

/** Notes what leaves a parent and what comes to it. What keeps its order stays. */
function compare(parent: PageNode, old: readonly PageNode[], places: Places): void {
  const { from, oldEnd, nowEnd } = between(old, parent.children);
  const now = parent.children.slice(from, nowEnd);
  const oldPlace = new Map(old.slice(from, oldEnd).map((node, at) => [node, at]));
  const both = now.filter((node) => oldPlace.has(node));
  const run = longestRun(both.map((node) => oldPlace.get(node) ?? 0));
  const stays = new Set(both.filter((_, at) => run.has(at)));
  for (const node of oldPlace.keys()) if (!stays.has(node)) places.leave(parent, node);
  places.give(
    parent,
    from,
    nowEnd,
    now.filter((node) => !stays.has(node)),
  );
}

/** Only a document that is opened anew loses all that it held, and may have another mode by then. */
function isOpenedAnew(parent: PageNode, old: readonly PageNode[]): boolean {
  return parent.kind === 'document' && parent.children.length > 0 && !old.some((node) => node.parent === parent);
}

/** A shadow root cannot be taken from its host: another one comes with another host, and so does one of which no node in it tells. */
function needsHost({ children: [now] }: PageNode, [first]: readonly PageNode[]): boolean {
  return now !== first && (first?.kind === 'shadow' || (now?.kind === 'shadow' && now.children.length === 0));
}

/** Its text is another, so what scripts had made of its rules is gone. */
function losesRules(parent: PageNode): boolean {
  if (parent.rules === null || parent.states.has(':css')) return false;
  parent.rules = null;
  return true;
}

export function change(at: EpochMs, data: object): ReplayEvent {
  return { type: 3, timestamp: at, data };
}

function nothing(): Mutation {
  return { texts: [], attributes: [], removes: [], adds: [] };
}

/** rrweb knows no shadow roots: what is in one is its host's, and says so. */
function numberOfParent(parent: PageNode): number {
  return parent.kind === 'shadow' ? (parent.parent?.number ?? 0) : parent.number;
}

function removal(node: PageNode, parent: PageNode | null): Removed {
  const inShadow = parent?.kind === 'shadow';
  return { parentId: parent ? numberOfParent(parent) : 0, id: node.number, ...(inShadow ? { isShadow: true } : {}) };
}

function add(parent: PageNode, next: PageNode | null, node: ToldNode): Added {
  return { parentId: numberOfParent(parent), nextId: next?.number ?? null, node };
}

function isWithin(node: PageNode | null, given: ReadonlySet<PageNode>): boolean {
  if (given.size > 0) for (let at = node; at; at = at.parent) if (given.has(at)) return true;
  return false;
}

function isToldWhole(node: PageNode, { given, frames }: Places): boolean {
  return isWithin(node, given) || isWithin(node, frames);
}

function isInShadow(node: PageNode): boolean {
  for (let at: PageNode | null = node; at; at = at.parent) if (at.kind === 'shadow') return true;
  return false;
}
