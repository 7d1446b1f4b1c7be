/** A node of a page as rrweb's events tell it, without a browser. */
export interface TreeNode {
  readonly id: number;
  /** As it was told, but for what it holds. Its attributes are our own copy. */
  told: Fields;
  parent: TreeNode | null;
  first: TreeNode | null;
  last: TreeNode | null;
  before: TreeNode | null;
  after: TreeNode | null;
  /** What a script made of its style, property by property; a snapshot tells it in an event of its own. */
  style: Fields | null;
  /** The last that was told of a field, of its scroll position, and of its picture. */
  latest: Map<number, Fields> | null;
}

export type Fields = Record<string, unknown>;

/** The tree of a page as rrweb's mutations make it. Lists are linked, so that no change costs more for standing among many. */
export interface Tree {
  root: TreeNode | null;
  readonly nodes: Map<number, TreeNode>;
  begin(node: Fields): void;
  mutate(data: Fields): void;
}

export function createTree(): Tree {
  const nodes = new Map<number, TreeNode>();
  const tree: Tree = { root: null, nodes, begin, mutate };

  function begin(node: Fields): void {
    nodes.clear();
    tree.root = build(node);
  }

  /** Not by recursion: a page may nest deeper than a stack. */
  function build(given: Fields): TreeNode {
    const root = make(given);
    const waiting: [TreeNode, Fields][] = [[root, given]];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [parent, fields] = next;
      for (const child of listOf(fields.childNodes)) {
        const built = make(child);
        insert(built, parent, null);
        waiting.push([built, child]);
      }
    }
    return root;
  }

  function make(given: Fields): TreeNode {
    const id = Number(given.id);
    const old = nodes.get(id);
    if (old) forget(old);
    const { childNodes: _, ...told } = given;
    if (isFields(told.attributes)) told.attributes = { ...told.attributes };
    const alone = { parent: null, first: null, last: null, before: null, after: null, style: null, latest: null };
    const node: TreeNode = { id, told, ...alone };
    nodes.set(id, node);
    return node;
  }

  function forget(node: TreeNode): void {
    detach(node);
    const waiting = [node];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      if (nodes.get(next.id) === next) nodes.delete(next.id);
      for (let child = next.first; child; child = child.after) waiting.push(child);
    }
  }

  function mutate(data: Fields): void {
    for (const { id } of listOf(data.removes)) {
      const node = nodes.get(Number(id));
      if (node && node !== tree.root) forget(node);
    }
    // One that stands before another that is not there yet waits for it, as long as any finds its place.
    let waiting = listOf(data.adds);
    for (let count = -1; waiting.length > 0 && waiting.length !== count; ) {
      count = waiting.length;
      waiting = waiting.filter((add) => !place(add, false));
    }
    for (const add of waiting) place(add, true);
    for (const { id, value } of listOf(data.texts)) {
      const node = nodes.get(Number(id));
      if (node) node.told.textContent = value;
    }
    for (const { id, attributes } of listOf(data.attributes)) {
      const node = nodes.get(Number(id));
      if (node && isFields(attributes)) describe(node, attributes);
    }
  }

  /** False: what it stands before is not there. */
  function place({ parentId, nextId, node }: Fields, anyhow: boolean): boolean {
    const parent = nodes.get(Number(parentId));
    if (!isFields(node)) return true;
    const next = nextId === null || nextId === undefined ? null : nodes.get(Number(nextId));
    const isThere = parent !== undefined && next !== undefined;
    if (!isThere && !anyhow) return false;
    if (!parent || parent.id === node.id) return true;
    // Players build what is added without what it holds, but for the documents of frames.
    const built = node.type === 0 ? build(node) : make(node);
    if (nodes.get(parent.id) !== parent) return true; // it stood in what the same number stood for before
    insert(built, parent, next?.parent === parent ? next : null);
    return true;
  }

  return tree;
}

function insert(node: TreeNode, parent: TreeNode, next: TreeNode | null): void {
  node.parent = parent;
  node.after = next;
  node.before = next ? next.before : parent.last;
  if (node.before) node.before.after = node;
  else parent.first = node;
  if (next) next.before = node;
  else parent.last = node;
  if (node.told.isShadow === true) parent.told.isShadowHost = true;
}

function detach(node: TreeNode): void {
  const { parent, before, after } = node;
  if (!parent) return;
  if (before) before.after = after;
  else parent.first = after;
  if (after) after.before = before;
  else parent.last = before;
  node.parent = null;
}

function describe(node: TreeNode, changed: Fields): void {
  if (!isFields(node.told.attributes)) return;
  const { attributes } = node.told;
  for (const [name, value] of Object.entries(changed))
    if (value === null) delete attributes[name];
    else if (name === 'style' && isFields(value)) node.style = { ...node.style, ...value };
    else attributes[name] = value;
  if ('style' in changed && !isFields(changed.style)) node.style = null;
}

export function listOf(given: unknown): Fields[] {
  return Array.isArray(given) ? given.filter(isFields) : [];
}

export function isFields(given: unknown): given is Fields {
  return typeof given === 'object' && given !== null && !Array.isArray(given);
}
