import type { ReplayEvent } from '@sightglass/wire';

/** A node as a player of rrweb's events has built it. */
export interface Built {
  tag: string;
  attributes: Record<string, unknown>;
  text: string;
  svg: boolean;
  children: Built[];
  shadow: Built[];
  document: Built | null;
}

interface Place {
  built: Built;
  list: Built[] | null;
}

type Fields = Record<string, unknown>;

export interface StrictPlayer {
  apply(events: readonly ReplayEvent[]): void;
  page(): Built | null;
}

/**
 * Builds a page of rrweb's events as strictly as can be: what a lenient player waits for, looks for later or passes over is an
 * error here. For tests.
 */
export function createStrictPlayer(): StrictPlayer {
  let places = new Map<number, Place>();
  let page: Built | null = null;

  function build(node: Fields): Built {
    const id = Number(node.id);
    if (places.has(id)) throw new Error(`${id} is there already`);
    const built: Built = {
      ...{ tag: String(node.tagName ?? `#${node.type}`), attributes: { ...(node.attributes as Fields) } },
      ...{ text: String(node.textContent ?? ''), svg: node.isSVG === true, children: [], shadow: [], document: null },
    };
    places.set(id, { built, list: null });
    for (const child of (node.childNodes ?? []) as Fields[]) {
      const list = child.isShadow ? built.shadow : built.children;
      if (child.isShadow && !node.isShadowHost) throw new Error('a shadow child of what is no host');
      list.push(build(child));
      place(child).list = list;
    }
    return built;
  }

  function place(node: Fields): Place {
    return at(node.id);
  }

  function at(id: unknown): Place {
    const found = places.get(Number(id));
    if (!found) throw new Error(`${String(id)} is not there`);
    return found;
  }

  function forget(built: Built): void {
    for (const [id, { built: one }] of places) if (one === built) places.delete(id);
    // As rrweb does: neither what is in a shadow root nor what is in a frame's document is noticed.
    for (const child of built.children) forget(child);
  }

  function mutate(data: Fields): void {
    for (const { parentId, id } of data.removes as Fields[]) {
      if (!places.has(Number(id)) || !places.has(Number(parentId))) continue;
      const { built, list } = at(id);
      const found = list?.indexOf(built) ?? -1;
      if (found < 0) throw new Error(`${String(id)} stands nowhere`);
      list?.splice(found, 1);
      forget(built);
    }
    for (const { parentId, nextId, node } of data.adds as { parentId: number; nextId: number | null; node: Fields }[]) {
      const parent = at(parentId).built;
      if (node.type === 0) {
        parent.document = build(node);
        continue;
      }
      if ((node.childNodes as [] | undefined)?.length) throw new Error('an added node that holds others');
      const list = node.isShadow ? parent.shadow : parent.children;
      const before = nextId === null ? list.length : list.indexOf(at(nextId).built);
      if (before < 0) throw new Error(`${nextId} is not where ${String(node.id)} is to stand`);
      list.splice(before, 0, build(node));
      place(node).list = list;
    }
    // What is said of a node in one that hides it is passed over.
    for (const { id, value } of data.texts as Fields[]) {
      const text = places.get(Number(id));
      if (text) text.built.text = String(value);
    }
    for (const { id, attributes } of data.attributes as { id: number; attributes: Fields }[])
      for (const [name, value] of Object.entries(attributes)) {
        const told = places.get(id)?.built.attributes;
        if (told && value === null) delete told[name];
        else if (told) told[name] = value;
      }
  }

  return {
    apply(events) {
      for (const { type, data } of events as unknown as { type: number; data: Fields }[])
        if (type === 2) {
          places = new Map();
          page = build(data.node as Fields);
        } else if (type === 3 && data.source === 0) mutate(data);
    },
    page: () => page && seen(page),
  };
}

/** As it can be compared: an empty document in a frame as none, and without what events of their own may tell (sheets, places, fields). */
function seen(built: Built): Built {
  const { tag, document } = built;
  if (tag === 'style' || tag === 'link') return { ...built, attributes: {}, children: [], shadow: [] };
  const attributes = Object.entries(built.attributes).filter(
    ([name]) => !/^(rr_media|rr_scroll|value$|checked$)/.test(name),
  );
  return {
    ...built,
    attributes: Object.fromEntries(attributes),
    children: built.children.map(seen),
    shadow: built.shadow.map(seen),
    document: document && document.children.length > 0 ? seen(document) : null,
  };
}
