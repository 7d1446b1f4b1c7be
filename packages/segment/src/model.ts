import { type Assets, createAssets } from './assets.ts';
import { createSheetRules, type SheetRules } from './sheet-rules.ts';

export type NodeKind = 'document' | 'doctype' | 'element' | 'shadow' | 'text' | 'comment';
export const html = 0;
export const svg = 1;
export const math = 2;
export type Namespace = typeof html | typeof svg | typeof math;

/** A node of the recorded page. */
export interface PageNode {
  readonly id: number;
  readonly kind: NodeKind;
  /** Of elements; the name of a document type. */
  readonly tag: string;
  readonly namespace: Namespace;
  parent: PageNode | null;
  /** An element's shadow root stands before all others; a frame's document is its only one. */
  children: PageNode[];
  attributes: Map<string, string>;
  /** By name with its colon. */
  states: Map<string, unknown>;
  text: string;
  publicId: string;
  systemId: string;
  /** Of a `style` or `link` whose rules were changed one by one: all that it says now. */
  rules: SheetRules | null;
  /** Which of all that were told to be open it was, last; it lies over those before. */
  opened: number;
  /** The last that a canvas or video showed. */
  picture: Picture | null;
  /** Its number in the events that are made of it. */
  number: number;
  /** Of the page that it is in. */
  readonly assets: Assets;
  /** It was told inside a shadow root or a frame: a player may not notice that it left, so it comes back under another number. */
  sealed: boolean;
}

export interface Picture {
  width: number;
  height: number;
  /** A `data:` address. */
  source: string;
}

/** The page as it stands after what was read. */
export interface Model {
  readonly nodes: Map<number, PageNode>;
  /** The page's document; null before the first anchor. */
  root: PageNode | null;
  /** The last id that was given: each is given once, and the next is greater. */
  last: number;
  /** How often something was told to be open. */
  opened: number;
  href: string;
  width: number;
  height: number;
  /** What the scroll bar beside the page takes of the width, where that was told. */
  bar: number | undefined;
  /** The visitor prefers a dark colour scheme. */
  isDark: boolean;
  readonly assets: Assets;
  /** Constructed sheets by their (negative) number. */
  readonly sheets: Map<number, SheetRules>;
  /** Documents and shadow roots that go by constructed sheets, or did. */
  readonly adopters: Set<PageNode>;
  /** Starts over with an empty document. Constructed sheets stay: their numbers are given once. */
  begin(base: number): PageNode;
  make(id: number, kind: NodeKind, more?: Partial<Pick<PageNode, 'tag' | 'namespace' | 'text'>>): PageNode;
  /** Forgets a node with all that it holds. */
  forget(node: PageNode): void;
  isKnown(node: PageNode): boolean;
}

export function createModel(): Model {
  const nodes = new Map<number, PageNode>();
  const assets = createAssets();

  const model: Model = {
    nodes,
    assets,
    root: null,
    last: 0,
    opened: 0,
    href: '',
    width: 0,
    bar: undefined,
    isDark: false,
    height: 0,
    sheets: new Map(),
    adopters: new Set(),
    begin(base) {
      nodes.clear();
      model.adopters.clear();
      model.root = model.make(base, 'document');
      return model.root;
    },
    make(id, kind, { tag = '', namespace = html, text = '' } = {}) {
      const node: PageNode = {
        ...{ id, kind, tag, namespace, text, parent: null, children: [], attributes: new Map(), states: new Map() },
        ...{ publicId: '', systemId: '', rules: null, picture: null, number: id, sealed: false, opened: 0, assets },
      };
      nodes.set(id, node);
      model.last = id;
      return node;
    },
    forget(node) {
      const waiting = [node];
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        if (nodes.get(next.id) !== next) continue;
        nodes.delete(next.id);
        model.adopters.delete(next);
        for (const child of next.children) waiting.push(child);
      }
    },
    isKnown: (node) => nodes.get(node.id) === node,
  };
  return model;
}

export function isSheetOwner({ kind, tag }: PageNode): boolean {
  return kind === 'element' && (tag === 'style' || tag === 'link');
}

/** What a `style` or `link` says apart from its own text; null where its text (or nothing) says it. */
export function cssOf(node: PageNode): string | null {
  if (!isSheetOwner(node)) return null;
  if (node.rules !== null) return node.rules.text();
  const css = node.states.get(':css');
  return typeof css === 'string' ? css : null;
}

/** The rules of a `style` or `link`, to be changed one by one. */
export function rulesOf(node: PageNode): SheetRules {
  node.rules ??= createSheetRules(cssOf(node) ?? node.children.map(({ text }) => text).join(''));
  return node.rules;
}

/** What stands in it is what it held at first. What it holds its state says, or nothing: then it is empty. */
export function isTextarea({ tag, namespace }: PageNode): boolean {
  return tag === 'textarea' && namespace === html;
}

export function isFrame({ kind, tag, namespace }: PageNode): boolean {
  return kind === 'element' && namespace === html && (tag === 'iframe' || tag === 'frame');
}

/** The document that a node belongs to; for a document itself. */
export function documentOf(node: PageNode): PageNode | null {
  for (let at: PageNode | null = node; at; at = at.parent) if (at.kind === 'document') return at;
  return null;
}
