import type { Fields } from '../fields.ts';
import { isInPage, type PageNode, rrwebParent, serialize } from './tree.ts';

/** What one record does to a page, gathered, and then told as rrweb tells it. Numbers are rrweb's `IncrementalSource`. */
export interface Turn {
  added: Set<PageNode>;
  /** @param parent - Where it hung, in rrweb's ids. */
  removed(node: PageNode, parent: { id: number; isShadow: boolean }): void;
  attribute(node: PageNode, name: string, value: string | null): void;
  text(node: PageNode): void;
  input(node: PageNode, text: string, isChecked: boolean): void;
  scroll(node: PageNode, x: number, y: number): void;
  media(node: PageNode, plays: boolean): void;
  adopted(root: PageNode, sheets: { id: number; text: string }[]): void;
  /** Data of incremental events: the mutation, if there is one, and what follows it. */
  settle(): Fields[];
  /** The same where the page is told whole. */
  settleWhole(): { initialOffset: { top: number; left: number }; events: Fields[] };
}

const source = { mutation: 0, scroll: 3, input: 5, media: 7, adopted: 15 } as const;

export function createTurn(): Turn {
  const added = new Set<PageNode>();
  const removes: Fields[] = [];
  const attributes = new Map<PageNode, Record<string, string | null>>();
  const texts = new Set<PageNode>();
  const scrolls = new Map<PageNode, { x: number; y: number }>();
  const events: { node: PageNode; data: Fields }[] = [];

  /** What was told of nodes that are still there. */
  function settleEvents(): Fields[] {
    return events.filter(({ node }) => isInPage(node)).map(({ data }) => data);
  }

  /** Parents first, and of one parent the last first, so that the next sibling is there already. */
  function additions(): Fields[] {
    const parents = new Set<PageNode>();
    for (const node of added) if (node.parent !== undefined && isInPage(node)) parents.add(node.parent);
    return [...parents]
      .sort((one, other) => one.id - other.id)
      .flatMap((parent) => {
        const made: Fields[] = [];
        for (let child = parent.last; child !== undefined; child = child.before) {
          const under = added.has(child) && child.kind !== 'fragment' ? rrwebParent(child) : undefined;
          if (under === undefined) continue;
          const node = serialize(child, false);
          if (under.isShadow) node.isShadow = true;
          made.push({ parentId: under.id, nextId: child.after === undefined ? null : child.after.id + 1, node });
        }
        return made;
      });
  }

  function mutation(): Fields | undefined {
    const adds = additions();
    const changed = [...attributes].filter(([node]) => !added.has(node) && isInPage(node));
    const told = [...texts].filter((node) => !added.has(node) && isInPage(node));
    if (adds.length + removes.length + changed.length + told.length === 0) return undefined;
    return {
      source: source.mutation,
      texts: told.map(({ id, text }) => ({ id: id + 1, value: text })),
      attributes: changed.map(([{ id }, values]) => ({ id: id + 1, attributes: values })),
      removes,
      adds,
    };
  }

  return {
    added,
    removed(node, parent) {
      // What was added and taken away at once was never there for rrweb, nor what went with its parent.
      if (!added.delete(node) && isInPage(node))
        removes.push({ parentId: parent.id, id: node.id + 1, ...(parent.isShadow && { isShadow: true }) });
    },
    attribute(node, name, value) {
      attributes.set(node, { ...attributes.get(node), [name]: value });
    },
    text: (node) => texts.add(node),
    input: (node, text, isChecked) =>
      events.push({ node, data: { source: source.input, id: node.id + 1, text, isChecked } }),
    scroll: (node, x, y) => scrolls.set(node, { x, y }),
    media(node, plays) {
      if (added.has(node)) node.attributes.rr_mediaState = plays ? 'played' : 'paused';
      else events.push({ node, data: { source: source.media, type: plays ? 0 : 1, id: node.id + 1 } });
    },
    adopted(root, sheets) {
      const host = root.kind === 'shadow' ? root.parent : root;
      if (host === undefined) return;
      const styles = sheets.map(({ id, text }) => ({ styleId: id + 1, rules: [{ rule: text }] }));
      const styleIds = styles.map(({ styleId }) => styleId);
      events.push({ node: host, data: { source: source.adopted, id: host.id + 1, styles, styleIds } });
    },
    settle() {
      const late: Fields[] = [];
      for (const [node, { x, y }] of scrolls) {
        if (added.has(node)) scrolled(node, x, y);
        else if (isInPage(node)) late.push({ source: source.scroll, id: node.id + 1, x, y });
      }
      const told = mutation();
      return [...(told === undefined ? [] : [told]), ...settleEvents(), ...late];
    },
    settleWhole() {
      let initialOffset = { top: 0, left: 0 };
      for (const [node, { x, y }] of scrolls) {
        if (node.kind === 'document') initialOffset = { top: y, left: x };
        else scrolled(node, x, y);
      }
      return { initialOffset, events: settleEvents() };
    },
  };
}

function scrolled(node: PageNode, x: number, y: number): void {
  if (x !== 0) node.attributes.rr_scrollLeft = x;
  if (y !== 0) node.attributes.rr_scrollTop = y;
}
