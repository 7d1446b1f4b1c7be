import type { Fields } from '../fields.ts';
import { safeAttribute } from './attributes.ts';
import { createSheets } from './sheets.ts';
import { createStrings } from './strings.ts';
import { createNode, detach, insert, type NewNode, type PageNode, rrwebParent, serialize } from './tree.ts';
import { createTurn, type Turn } from './turn.ts';

/** Datadog's second encoding (SDK 7): lists of changes against a page that both sides keep. */
export interface Changes {
  /** Begins a page anew. */
  snapshot(data: unknown, base: string): { data: Fields; after: Fields[] } | undefined;
  /** One transaction: rrweb's mutation and what must follow it, all of them data of incremental events. */
  apply(data: unknown, base: string): Fields[];
}

/** By the numbers of the SDK's `ChangeType`. */
const change = {
  ...{ strings: 0, add: 1, remove: 2, attribute: 3, text: 4, size: 5, scroll: 6, sheet: 7, attached: 8, media: 9 },
  ...{ viewport: 10, roleStrings: 11, value: 12, selection: 13, clearStrings: 14 },
} as const;

/** More than any page has; what comes after them is not shown. */
const maxNodes = 1_000_000;

export function createChanges(): Changes {
  let strings = createStrings();
  let sheets = createSheets();
  let nodes: (PageNode | undefined)[] = [];
  let root: PageNode | undefined;

  function run(data: unknown, base: string): Turn {
    const turn = createTurn();
    if (!Array.isArray(data)) return turn;
    for (const [type, ...items] of data.filter(Array.isArray)) {
      if (type === change.strings) strings.add(items);
      else if (type === change.clearStrings) strings.clear();
      else if (type === change.roleStrings)
        for (const item of items) strings.add(Array.isArray(item) ? item.slice(1) : []);
      else if (type === change.sheet) for (const item of items) sheets.add(item, strings.read);
      else if (type === change.remove) for (const id of items) remove(id, turn);
      else for (const item of items) if (Array.isArray(item)) one(type, item, base, turn);
    }
    for (const [id, css] of sheets.settle()) attach(id, css, turn);
    return turn;
  }

  function one(type: unknown, item: readonly unknown[], base: string, turn: Turn): void {
    if (type === change.add) add(item, base, turn);
    if (type === change.selection) select(item, turn);
    if (type === change.attached) sheets.attach(Number(item[0]), item.slice(1));
    const node = typeof item[0] === 'number' ? nodes[item[0]] : undefined;
    if (node === undefined || type === change.add || type === change.selection) return;
    const [, first, second] = item;
    if (type === change.attribute) for (const pair of item.slice(1)) assign(node, pair, base, turn);
    else if (type === change.text) {
      node.text = strings.read(first);
      turn.text(node);
    } else if (type === change.value) turn.input(node, strings.read(first), false);
    else if (type === change.size) {
      set(node, 'rr_width', `${Number(first) || 0}px`, turn);
      set(node, 'rr_height', `${Number(second) || 0}px`, turn);
    } else if (type === change.scroll) turn.scroll(node, Number(first) || 0, Number(second) || 0);
    else if (type === change.media) turn.media(node, first === 0);
  }

  /** Nodes are numbered as they come; a node that hangs nowhere still takes its number. */
  function add(item: readonly unknown[], base: string, turn: Turn): void {
    const id = nodes.length;
    const [point, name, ...more] = item;
    if (id >= maxNodes) return;
    const node = createNode({ id, ...described(strings.read(name), more) });
    nodes.push(node);
    if (node.kind === 'element') for (const pair of more) assign(node, pair, base, turn);
    if (point === null) root ??= node;
    const other = typeof point === 'number' ? nodes[id - (point === 0 ? 1 : Math.abs(point))] : undefined;
    if (other === undefined || typeof point !== 'number') return;
    if (point > 0) insert(node, other, undefined);
    else if (other.parent !== undefined) insert(node, other.parent, point === 0 ? other.after : other);
    turn.added.add(node);
  }

  function described(name: string, more: readonly unknown[]): Omit<NewNode, 'id'> {
    const made = { tag: '', isSvg: false, attributes: {}, text: '', ids: ['', ''] as [string, string] };
    const [first, second, third] = more;
    switch (name) {
      case '#document':
        return { ...made, kind: 'document' };
      case '#doctype':
        return { ...made, kind: 'doctype', tag: strings.read(first), ids: [strings.read(second), strings.read(third)] };
      case '#text':
        return { ...made, kind: 'text', text: strings.read(first) };
      case '#cdata-section':
        return { ...made, kind: 'cdata' };
      case '#document-fragment':
        return { ...made, kind: 'fragment' };
      case '#shadow-root':
        return { ...made, kind: 'shadow' };
    }
    const isSvg = name.startsWith('svg>');
    const tag = isSvg ? name.slice('svg>'.length) : name.toLowerCase();
    // A player makes an element of it: whatever is no name of one is shown as nothing.
    return { ...made, kind: 'element', isSvg, tag: /^[a-z][\w:.-]*$/i.test(tag) ? tag : 'span' };
  }

  function assign(node: PageNode, pair: unknown, base: string, turn: Turn): void {
    if (!Array.isArray(pair) || pair.length === 0) return;
    const name = strings.read(pair[0]);
    if (name === '' || unsafe.has(name)) return;
    if (pair.length === 1) {
      delete node.attributes[name];
      turn.attribute(node, name, null);
      return;
    }
    const [safe, value] = safeAttribute(node.tag, name, strings.read(pair[1]), base);
    set(node, safe, value, turn);
  }

  function set(node: PageNode, name: string, value: string, turn: Turn): void {
    node.attributes[name] = value;
    turn.attribute(node, name, value);
  }

  function remove(id: unknown, turn: Turn): void {
    const node = typeof id === 'number' ? nodes[id] : undefined;
    if (node === undefined || typeof id !== 'number') return;
    const parent = rrwebParent(node);
    if (parent !== undefined) turn.removed(node, parent);
    detach(node);
    nodes[id] = undefined;
  }

  /** `[state, …ids]`: 0 selected, 1 deselected, 2 neither. Of options rrweb hears from the select that holds them. */
  function select([state, ...ids]: readonly unknown[], turn: Turn): void {
    for (const id of ids) {
      const node = typeof id === 'number' ? nodes[id] : undefined;
      if (node === undefined) continue;
      const value = node.attributes.value ?? node.first?.text ?? '';
      if (node.tag !== 'option') turn.input(node, String(node.attributes.value ?? 'on'), state === 0);
      else if (state === 0) {
        let holder = node.parent;
        if (holder?.tag === 'optgroup') holder = holder.parent;
        if (holder !== undefined) turn.input(holder, String(value), false);
      }
    }
  }

  function attach(id: number, css: { id: number; text: string }[], turn: Turn): void {
    const node = nodes[id];
    if (node === undefined) return;
    if (node.kind === 'element') set(node, '_cssText', css.map(({ text }) => text).join('\n'), turn);
    else turn.adopted(node, css);
  }

  return {
    snapshot(data, base) {
      strings = createStrings();
      sheets = createSheets();
      nodes = [];
      root = undefined;
      const turn = run(data, base);
      if (root === undefined) return undefined;
      const { initialOffset, events } = turn.settleWhole();
      return { data: { node: serialize(root, true), initialOffset }, after: events };
    },
    apply(data, base) {
      return root === undefined ? [] : run(data, base).settle();
    },
  };
}

const unsafe = new Set(['__proto__', 'constructor', 'prototype']);

/** `[10, […]]` of a record: the visual viewport as it changed, for whoever wants it. */
export function viewportOf(data: unknown): Fields | undefined {
  const found = Array.isArray(data) ? data.find((one) => Array.isArray(one) && one[0] === change.viewport) : undefined;
  if (!Array.isArray(found) || !Array.isArray(found[1])) return undefined;
  const [offsetLeft, offsetTop, pageLeft, pageTop, width, height, scale] = found[1];
  return { offsetLeft, offsetTop, pageLeft, pageTop, width, height, scale };
}
