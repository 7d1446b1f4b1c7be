import { noteTitle } from './chosen-sheets.ts';
import { html, isFrame, isSheetOwner, type Model, math, type Namespace, type PageNode, svg } from './model.ts';
import { textOf } from './plain.ts';

/** What reading tokens needs. */
export interface TokenParts {
  model: Model;
  /** A stored text; empty where it is not known. */
  stored(hash: string): string;
  /** A known node stands here: false where it may not (it stands elsewhere by this very operation). */
  claim(node: PageNode, parent: PageNode): boolean;
}

/** Numbers the nodes of one operation, one after the other. */
export interface Numbering {
  next: number;
}

/** A page that nests deeper is no page that a browser shows; what is deeper is numbered and left out. */
const maxDepth = 1_000;
/** Nodes that are known at once. */
const maxNodes = 1_000_000;

/**
 * Reads a list of tokens, spelled out: makes the nodes that are new and takes the known ones that are named.
 *
 * @param parent - Whose children they are; null where that is not known: then they are numbered and nothing else.
 * @returns the children, in order.
 */
export function readTokens(
  tokens: readonly unknown[],
  parent: PageNode | null,
  numbering: Numbering,
  parts: TokenParts,
): PageNode[] {
  const { model } = parts;
  const children: PageNode[] = [];
  // Null for open nodes that are left out, and for all that stands in them.
  const open: (PageNode | null)[] = [parent];

  function siblings(into: PageNode): readonly PageNode[] {
    return open.length === 1 ? children : into.children;
  }

  function put(node: PageNode, into: PageNode): void {
    node.parent = into;
    if (open.length === 1) children.push(node);
    else into.children.push(node);
  }

  function make(kind: PageNode['kind'], more: Parameters<Model['make']>[2] = {}): PageNode | null {
    const id = numbering.next;
    numbering.next += 1;
    const into = open.at(-1) ?? null;
    const fits = into !== null && open.length <= maxDepth && model.nodes.size < maxNodes && id > model.last;
    if (!fits || !mayHold(into, kind, siblings(into))) return null;
    const node = model.make(id, kind, more);
    put(node, into);
    return node;
  }

  for (const token of tokens) {
    if (typeof token === 'string') make('text', { text: token });
    else if (typeof token === 'number') {
      if (token < 0) open.length = Math.max(1, open.length + Math.ceil(token));
      else {
        const into = open.at(-1);
        const known = model.nodes.get(token);
        const fits = into && known && known !== model.root && mayHold(into, known.kind, siblings(into));
        if (fits && parts.claim(known, into)) put(known, into);
      }
    } else if (Array.isArray(token)) readNode(token);
  }
  return children;

  function readNode(token: readonly unknown[]): void {
    const [what] = token;
    if (typeof what === 'string') open.push(element(token, 0, undefined));
    else if (what === 1) open.push(element(token, 2, namespaceOf(token[1])));
    else if (what === 7) make('text', { text: parts.stored(textOf(token[1])) });
    else if (what === 8) make('comment');
    else if (what === 9) open.push(described(make('document'), token, 1));
    else if (what === 10) doctype(token);
    else if (what === 11) open.push(make('shadow'));
  }

  function element(token: readonly unknown[], at: number, told: Namespace | undefined): PageNode | null {
    const tag = textOf(token[at]).slice(0, maxTagChars);
    const node = make('element', { tag, namespace: told ?? impliedNamespace(tag, open.at(-1) ?? null) });
    described(node, token, at + 1);
    if (node && isSheetOwner(node)) noteTitle(node);
    return node;
  }

  function described(node: PageNode | null, token: readonly unknown[], from: number): PageNode | null {
    if (node) for (let name = from; name < token.length; name += 2) describe(node, token[name], token[name + 1], parts);
    return node;
  }

  function doctype(token: readonly unknown[]): void {
    const node = make('doctype', { tag: typeof token[1] === 'string' ? token[1] : 'html' });
    if (!node) return;
    node.publicId = typeof token[2] === 'string' ? token[2] : '';
    node.systemId = typeof token[3] === 'string' ? token[3] : '';
  }
}

const maxTagChars = 256;

/** Sets an attribute or a state. `null` removes it. False where the node can have none of that name. */
export function describe(
  node: PageNode,
  name: unknown,
  value: unknown,
  { model, stored }: Pick<TokenParts, 'model' | 'stored'>,
): boolean {
  if (typeof name !== 'string' || !mayHave(node, name)) return false;
  if (name === ':adopted') model.adopters.add(node);
  if (name === ':open') node.opened = ++model.opened;
  const isState = name.startsWith(':');
  if (value === null || value === undefined) (isState ? node.states : node.attributes).delete(name);
  else if (isState) node.states.set(name, storedIn(value, stored));
  else node.attributes.set(name, textOf(value));
  if (name === 'src' && !node.attributes.has(name)) losePicture(node);
  return true;
}

/** What an `img` showed goes with its address, but for one that was chosen among others. */
function losePicture({ states }: PageNode): void {
  const natural = states.get(':natural');
  if (Array.isArray(natural) && natural.length < 3) states.delete(':natural');
}

function mayHave({ kind }: PageNode, name: string): boolean {
  if (name === ':adopted') return kind === 'document' || kind === 'shadow';
  return kind === 'element' || (kind === 'document' && (name === ':scroll' || name === ':mode'));
}

/** What a value says: `[7, hash]` stands for a stored text. */
export function storedIn(value: unknown, stored: (hash: string) => string): unknown {
  return Array.isArray(value) && value[0] === 7 && typeof value[1] === 'string' ? stored(value[1]) : value;
}

/** One document stands in a frame and nothing else does; a shadow root comes first; a document type stands in a document. */
function mayHold(into: PageNode, kind: PageNode['kind'], before: readonly PageNode[]): boolean {
  if (into.kind === 'text' || into.kind === 'comment' || into.kind === 'doctype') return false;
  if (kind === 'document') return isFrame(into) && before.length === 0;
  if (kind === 'shadow') return into.kind === 'element' && !isFrame(into) && before.length === 0;
  if (kind === 'doctype') return into.kind === 'document';
  return !isFrame(into);
}

function impliedNamespace(tag: string, outer: PageNode | null): Namespace {
  if (tag === 'svg') return svg;
  if (tag === 'math') return math;
  if (outer?.kind !== 'element') return html;
  return outer.namespace === svg && /^(foreignObject|desc|title)$/.test(outer.tag) ? html : outer.namespace;
}

function namespaceOf(said: unknown): Namespace {
  return said === svg || said === math ? said : html;
}
