/** A node of the page as the Change records tell it, linked to its neighbours. Ids are Datadog's, from 0; rrweb's are one higher. */
export interface PageNode {
  id: number;
  kind: 'document' | 'doctype' | 'element' | 'text' | 'cdata' | 'fragment' | 'shadow';
  /** Of an element, as rrweb writes it; of a doctype its name. */
  tag: string;
  isSvg: boolean;
  attributes: Record<string, string | number>;
  text: string;
  ids: [publicId: string, systemId: string];
  parent: PageNode | undefined;
  before: PageNode | undefined;
  after: PageNode | undefined;
  first: PageNode | undefined;
  last: PageNode | undefined;
  depth: number;
  /** Of a host. */
  shadow: PageNode | undefined;
}

export type NewNode = Pick<PageNode, 'id' | 'kind' | 'tag' | 'isSvg' | 'attributes' | 'text' | 'ids'>;

export function createNode(made: NewNode): PageNode {
  const nobody = { parent: undefined, before: undefined, after: undefined, first: undefined, last: undefined };
  return { ...made, ...nobody, depth: 0, shadow: undefined };
}

/**
 * Puts a node into a parent, before one of its children or at the end. A shadow root is held apart from them. What lies deeper than any
 * page is left out: readers of JSON walk by recursion.
 */
export function insert(node: PageNode, parent: PageNode, next: PageNode | undefined): void {
  if (parent.depth >= maxDepth) return;
  node.parent = parent;
  node.depth = parent.depth + 1;
  if (node.kind === 'shadow') {
    parent.shadow = node;
    return;
  }
  node.after = next;
  node.before = next === undefined ? parent.last : next.before;
  if (node.before === undefined) parent.first = node;
  else node.before.after = node;
  if (next === undefined) parent.last = node;
  else next.before = node;
}

/** Takes a node with all that is in it out of its parent. */
export function detach(node: PageNode): void {
  const { parent, before, after } = node;
  if (parent === undefined) return;
  if (parent.shadow === node) parent.shadow = undefined;
  else {
    if (before === undefined) parent.first = after;
    else before.after = after;
    if (after === undefined) parent.last = before;
    else after.before = before;
  }
  node.parent = undefined;
  node.before = undefined;
  node.after = undefined;
}

/** rrweb has no node for a shadow root: what is in it hangs under the host. undefined: it hangs nowhere. */
export function rrwebParent({ parent }: PageNode): { id: number; isShadow: boolean } | undefined {
  if (parent === undefined || parent.kind === 'fragment') return undefined;
  if (parent.kind !== 'shadow') return { id: parent.id + 1, isShadow: false };
  return parent.parent === undefined ? undefined : { id: parent.parent.id + 1, isShadow: true };
}

/** Whether a walk upwards ends at the document. */
export function isInPage(node: PageNode): boolean {
  for (
    let at: PageNode | undefined = node, steps = 0;
    at !== undefined && steps <= maxDepth + 1;
    at = at.parent, steps += 1
  )
    if (at.kind === 'document') return true;
  return false;
}

const maxDepth = 900;

/** rrweb's `serializedNodeWithId`. Numbers are its `NodeType`. */
export interface RrwebNode {
  type: 0 | 1 | 2 | 3 | 4;
  id: number;
  childNodes?: RrwebNode[];
  [more: string]: unknown;
}

/** @param deep - With all that is in it; else what is in it is told apart. */
export function serialize(node: PageNode, deep: boolean): RrwebNode {
  // By hand and not by recursion: pages nest deep.
  const root = bare(node);
  const open: [PageNode, RrwebNode][] = deep ? [[node, root]] : [];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [parent, written] = next;
    for (const { child, isShadow } of childrenOf(parent)) {
      const made = bare(child);
      if (isShadow) made.isShadow = true;
      written.childNodes?.push(made);
      open.push([child, made]);
    }
  }
  return root;
}

function* childrenOf(parent: PageNode): Generator<{ child: PageNode; isShadow: boolean }> {
  for (let child = parent.shadow?.first; child !== undefined; child = child.after) yield { child, isShadow: true };
  for (let child = parent.first; child !== undefined; child = child.after)
    if (child.kind !== 'fragment') yield { child, isShadow: false };
}

function bare({ kind, tag, isSvg, attributes, text, ids: [publicId, systemId], id, shadow }: PageNode): RrwebNode {
  const own = { id: id + 1 };
  switch (kind) {
    case 'document':
      return { ...own, type: 0, childNodes: [] };
    case 'doctype':
      return { ...own, type: 1, name: tag, publicId, systemId };
    case 'text':
      return { ...own, type: 3, textContent: text };
    case 'cdata':
      return { ...own, type: 4, textContent: '' };
    default:
      return {
        ...own,
        type: 2,
        tagName: tag,
        attributes: { ...attributes },
        childNodes: [],
        ...(isSvg && { isSVG: true }),
        ...(shadow !== undefined && { isShadowHost: true }),
      };
  }
}
