import type { EpochMs, ReplayEvent } from '@sightglass/wire';
import { createTree, type Fields, isFields, type TreeNode } from './rrweb-tree.ts';

/** Follows rrweb's events of one page, and tells the page whole at any moment. Events are those that `harmless` lets pass. */
export interface RrwebPage {
  follow(event: ReplayEvent): void;
  /** Its size, its tree, and what a tree does not hold; nothing where no snapshot came. */
  tell(at: EpochMs): ReplayEvent[];
}

/** rrweb's `IncrementalSource`. */
const source = { mutation: 0, interaction: 2, resize: 4 } as const;
/** Where the pointer is: mouse, touch, drag. */
const pointers = new Set([1, 6, 12]);
/** Of each node only the last matters: scroll position, what is in a field, a canvas' picture. */
const lasting = new Set([3, 5, 9]);
/** Rules of sheets, declarations, constructed sheets: each builds on those before. */
const ofSheets = new Set([8, 13, 15]);
/** Rules that scripts made one by one, since the last snapshot: past it the oldest are let go. */
const mostRules = 50_000;

export function createRrwebPage(): RrwebPage {
  const tree = createTree();
  let page: Fields | null = null;
  let rules: Fields[] = [];
  let pointer: unknown = null;
  /** Where the focus went last, and what was pressed or let go. */
  let focus: unknown = null;
  let press: unknown = null;
  let offset: unknown = { top: 0, left: 0 };

  function follow({ type, data }: ReplayEvent): void {
    if (!isFields(data)) return;
    if (type === 4) page = data;
    else if (type === 2 && isFields(data.node)) {
      tree.begin(data.node);
      offset = data.initialOffset;
      rules = [];
      focus = press = null;
    } else if (type === 3) change(data);
  }

  function change(data: Fields): void {
    const from = Number(data.source);
    if (from === source.mutation) tree.mutate(data);
    else if (from === source.resize) page = { ...page, width: data.width, height: data.height };
    else if (pointers.has(from)) pointer = data;
    else if (from === source.interaction) interact(data);
    else if (lasting.has(from)) latest(Number(data.id), from, data);
    else if (ofSheets.has(from)) {
      rules.push(data);
      if (rules.length > mostRules) rules = rules.slice(mostRules / 10);
    }
  }

  function interact(data: Fields): void {
    const what = Number(data.type);
    if (what === 5 || what === 6) focus = data;
    else if (what < 11) press = data;
  }

  function latest(id: number, of: number, data: Fields): void {
    const node = tree.nodes.get(id);
    if (!node) return;
    node.latest ??= new Map();
    node.latest.set(of, data);
  }

  return {
    follow,
    tell(at) {
      if (!tree.root) return [];
      const tell = (data: unknown): ReplayEvent => ({ type: 3, timestamp: at, data });
      const { node, frames, after } = snapshotOf(tree.root);
      return [
        ...(page ? [{ type: 4, timestamp: at, data: page }] : []),
        { type: 2, timestamp: at, data: { node, initialOffset: offset } },
        ...frames.map(tell),
        ...rules.filter(({ id }) => id === undefined || tree.nodes.has(Number(id))).map(tell),
        ...after.map(tell),
        ...[pointer, press, focus].flatMap((data) => (data === null ? [] : [tell(data)])),
      ];
    },
  };
}

interface Snapshot {
  node: Fields;
  /** Documents of frames, each after what it stands in. */
  frames: Fields[];
  after: Fields[];
}

function snapshotOf(root: TreeNode): Snapshot {
  const frames: Fields[] = [];
  const after: Fields[] = [];
  const roots: { top: TreeNode; frame: TreeNode | null }[] = [{ top: root, frame: null }];
  let whole: Fields = {};
  for (let next = roots.shift(); next; next = roots.shift()) {
    const told = copy(next.top);
    if (next.frame) frames.push(attaches(next.frame, told));
    else whole = told;
    const waiting: [TreeNode, Fields][] = [[next.top, told]];
    for (let pair = waiting.pop(); pair; pair = waiting.pop()) {
      const [node, into] = pair;
      follows(node, after);
      for (let child = node.first; child; child = child.after) {
        if (child.told.type === 0) roots.push({ top: child, frame: node });
        else {
          const one = copy(child);
          (into.childNodes as Fields[] | undefined)?.push(one); // made by `copy`
          waiting.push([child, one]);
        }
      }
    }
  }
  return { node: whole, frames, after };
}

function copy({ told }: TreeNode): Fields {
  const holds = told.type === 0 || told.type === 2 ? { childNodes: [] } : {};
  return { ...told, ...(isFields(told.attributes) ? { attributes: { ...told.attributes } } : {}), ...holds };
}

function attaches(frame: TreeNode, node: Fields): Fields {
  const adds = [{ parentId: frame.id, nextId: null, node }];
  return { source: source.mutation, texts: [], attributes: [], removes: [], adds, isAttachIframe: true };
}

function follows(node: TreeNode, after: Fields[]): void {
  if (node.style) {
    const attributes = [{ id: node.id, attributes: { style: node.style } }];
    after.push({ source: source.mutation, texts: [], attributes, removes: [], adds: [] });
  }
  for (const data of node.latest?.values() ?? []) after.push(data);
}
