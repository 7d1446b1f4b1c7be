import { type Fields, isFields } from '../fields.ts';
import { safeAttribute } from './attributes.ts';
import type { RrwebNode } from './tree.ts';

/** Datadog's first encoding (SDK 6 and older): rrweb's own, save for ids, shadow roots and subtrees in additions. */
export interface V1 {
  /** `initialOffset` and the tree, and events that must follow at the same time. */
  snapshot(data: Fields, base: string): { data: Fields; after: Fields[] } | undefined;
  /** Source 0. */
  mutation(data: Fields, base: string): { data: Fields; after: Fields[] };
}

interface Walk {
  base: string;
  /** Style sheets that roots have adopted, as events of source 15. */
  after: Fields[];
}

const fragmentType = 11;
const adoptedSource = 15;
/** Pages nest at most as deep as the guard of the JSON lets through. */
const maxDepth = 1_024;

export function createV1(): V1 {
  /** By the id of a shadow root: its host's. */
  let hosts = new Map<number, number>();
  /** By the id of a frame: its tag, for what it shows is never to be loaded. */
  let frames = new Map<number, string>();
  let sheets = 0;

  function node(given: Fields, host: number | undefined, walk: Walk, depth: number): RrwebNode | undefined {
    const { type, id } = given;
    if (typeof id !== 'number' || typeof type !== 'number' || depth > maxDepth) return undefined;
    if (type === 0) adopt(given, id, walk);
    if (typeof given.tagName === 'string' && /^(i?frame|object|embed)$/i.test(given.tagName))
      frames.set(id, given.tagName);
    const made: RrwebNode = { ...rest(given, walk.base), type: type as RrwebNode['type'], id: id + 1 }; // judged by the player
    if (host !== undefined) made.isShadow = true;
    if (type === 0 || type === 2) {
      const shadow = children(given).find(isFragment);
      if (shadow !== undefined) made.isShadowHost = true;
      made.childNodes = children(given).flatMap((child) => childOf(child, id, walk, depth));
    }
    return made;
  }

  /** What is in a shadow root hangs under its host. */
  function childOf(child: Fields, parent: number, walk: Walk, depth: number): RrwebNode[] {
    if (!isFragment(child)) {
      const made = node(child, undefined, walk, depth + 1);
      return made === undefined ? [] : [made];
    }
    if (typeof child.id === 'number') hosts.set(child.id, parent);
    adopt(child, parent, walk);
    return children(child).flatMap((inside) => node(inside, parent, walk, depth + 1) ?? []);
  }

  function adopt({ adoptedStyleSheets }: Fields, id: number, walk: Walk): void {
    if (!Array.isArray(adoptedStyleSheets) || adoptedStyleSheets.length === 0) return;
    const styles = adoptedStyleSheets.filter(isFields).map((sheet) => {
      sheets += 1;
      const rules = Array.isArray(sheet.cssRules) ? sheet.cssRules.filter((rule) => typeof rule === 'string') : [];
      return { styleId: sheets, rules: sheet.disabled === true ? [] : rules.map((rule) => ({ rule })) };
    });
    walk.after.push({ source: adoptedSource, id: id + 1, styles, styleIds: styles.map(({ styleId }) => styleId) });
  }

  /** An addition holds a whole subtree; rrweb wants each node by itself, parents first, and the next sibling there already. */
  function additions(add: Fields, walk: Walk): Fields[] {
    const { parentId, nextId } = add;
    if (!isFields(add.node) || typeof parentId !== 'number') return [];
    const host = hosts.get(parentId);
    const parent = (host ?? parentId) + 1;
    const top = isFragment(add.node) ? childOf(add.node, parentId, walk, 0) : [node(add.node, host, walk, 0)];
    const made: Fields[] = [];
    const open = top.flatMap((one) =>
      one === undefined ? [] : [{ one, parent, next: typeof nextId === 'number' ? nextId + 1 : null }],
    );
    for (let at = 0; at < open.length; at += 1) {
      const { one, parent: under, next } = open[at] ?? { one: undefined, parent: 0, next: null };
      if (one === undefined) continue;
      const inside = one.childNodes ?? [];
      if (one.childNodes !== undefined) one.childNodes = [];
      made.push({ parentId: under, nextId: next, node: one });
      for (let child = inside.length - 1; child >= 0; child -= 1) {
        const held = inside[child];
        const after = inside[child + 1];
        const isSame = after !== undefined && after.isShadow === held?.isShadow;
        if (held !== undefined) open.push({ one: held, parent: one.id, next: isSame ? after.id : null });
      }
    }
    return made;
  }

  return {
    snapshot(data, base) {
      if (!isFields(data.node)) return undefined;
      hosts = new Map();
      frames = new Map();
      sheets = 0;
      const walk: Walk = { base, after: [] };
      const root = node(data.node, undefined, walk, 0);
      const offset = isFields(data.initialOffset) ? data.initialOffset : { top: 0, left: 0 };
      return root === undefined ? undefined : { data: { node: root, initialOffset: offset }, after: walk.after };
    },
    mutation(data, base) {
      const walk: Walk = { base, after: [] };
      const adds = list(data.adds).flatMap((add) => additions(add, walk));
      const removes = list(data.removes).flatMap(({ parentId, id }) => {
        if (typeof id !== 'number' || typeof parentId !== 'number') return [];
        const host = hosts.get(parentId);
        return [
          host === undefined
            ? { parentId: parentId + 1, id: id + 1 }
            : { parentId: host + 1, id: id + 1, isShadow: true },
        ];
      });
      const texts = list(data.texts).flatMap(({ id, value }) =>
        typeof id === 'number' ? [{ id: id + 1, value }] : [],
      );
      const attributes = list(data.attributes).flatMap(({ id, attributes: changed }) =>
        typeof id === 'number' && isFields(changed)
          ? [{ id: id + 1, attributes: safeAttributes(frames.get(id) ?? '', changed, base) }]
          : [],
      );
      return { data: { source: 0, texts, attributes, removes, adds }, after: walk.after };
    },
  };
}

function rest(given: Fields, base: string): Fields {
  const { childNodes: _, adoptedStyleSheets: __, isShadowRoot: ___, attributes, ...kept } = given;
  if (!isFields(attributes)) return kept;
  const tag = typeof given.tagName === 'string' ? given.tagName : '';
  return { ...kept, attributes: safeAttributes(tag, attributes, base) };
}

function safeAttributes(tag: string, attributes: Fields, base: string): Fields {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) =>
      typeof value === 'string' ? safeAttribute(tag, name, value, base) : [name, value],
    ),
  );
}

function children({ childNodes }: Fields): Fields[] {
  return list(childNodes);
}

function list(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : [];
}

function isFragment({ type }: Fields): boolean {
  return type === fragmentType;
}
