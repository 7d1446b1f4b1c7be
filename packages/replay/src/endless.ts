import { partNamed, type ReplayEvent } from '@sightglass/wire';
import { type Fields, isFields, listOf } from './rrweb-tree.ts';

/**
 * Drawings of a page whose parts show others by `use`, which show others: what doubles twenty times a browser builds a million times, and
 * shows nothing else meanwhile. References that lead to more than can be built are let go before the page hears of them, since whatever
 * is scrolled or opened beside them has it laid out at once.
 */
export interface Endless {
  /** Of an event as `harmless` made it, whose attributes are its own. What stands before it lets go of what would be too much with it. */
  take(event: ReplayEvent): ReplayEvent[];
  /** References of the page that are left out now. */
  leftOut(): number;
}

/** Elements and letters that `use` may have built in a page: an eighth of a second for each 25,000. */
const mostBuilt = 400_000;
/** What a part that is shown within another costs more than an element: it is built more than once. */
const costOfNested = 20;
const lettersOfNode = 8;
/** What a part of another file may come to: of more (`drawingUse`) none is shown. */
const mostOfFile = 1_000;
/** Of a count, from part to part, and from node to node in them: what would take more is not shown. */
const mostSteps = 100_000;
const mostVisits = 2_000_000;
const deepest = 500;

const references = ['href', 'xlink:href'] as const;

/** A node in a drawing. */
interface Part {
  id: number;
  parent: number;
  size: number;
  name: string;
  /** And those that it had before a change that is carried out. */
  names: string[];
  isUse: boolean;
  /** Names of those that it shows, by either attribute: now, and all while a change is carried out. */
  shown: { href: string; 'xlink:href': string };
  shows: string[];
  isLeftOut: boolean;
}

/** What a part comes to by itself, and how often it shows which others. */
interface Content {
  size: number;
  shows: Map<string, number>;
}

export function createEndless(): Endless {
  /** Of every node what it stands in; what was taken out with what it stood in is still here, and leads to no document. */
  const parents = new Map<number, number | null>();
  const parts = new Map<number, Part>();
  const held = new Map<number, Set<Part>>();
  const named = new Map<string, Set<Part>>();
  const uses = new Set<Part>();
  /** How many show a part of that name. */
  const shown = new Map<string, number>();
  const built = new Map<string, number>();
  let total = 0;
  /** What `built` says may be too little. */
  let isStale = false;
  let mayBeGone = false;

  /** Of this event: what it says of references, which can be taken from it; what it brings; and what it changes. */
  let said = new Map<Part, Fields[]>();
  let fresh = new Set<Part>();
  let changed = new Set<Part>();
  let added: string[] = [];

  function take(event: ReplayEvent): ReplayEvent[] {
    const { type, data } = event;
    if (!isFields(data)) return [event];
    if (type === 2 && isFields(data.node)) {
      for (const one of [parents, parts, held, named, uses, shown, built]) one.clear();
      total = 0;
      enter(data.node, null);
    } else if (type === 3 && data.source === 0) mutate(data);
    else return [event];
    const gone = settle();
    return gone.length === 0 ? [event] : [lettingGo(gone, event.timestamp), event];
  }

  function mutate(data: Fields): void {
    for (const { id } of listOf(data.removes)) remove(Number(id));
    for (const { node, parentId } of listOf(data.adds)) if (isFields(node)) enter(node, Number(parentId));
    if (parts.size === 0) return;
    for (const { id, value } of listOf(data.texts)) {
      const part = parts.get(Number(id));
      if (!part) continue;
      part.size = sizeOf(value);
      note(part);
    }
    for (const { id, attributes } of listOf(data.attributes)) {
      const part = parts.get(Number(id));
      if (part && isFields(attributes)) describe(part, attributes);
    }
  }

  function enter(root: Fields, around: number | null): void {
    const waiting: [Fields, number | null][] = [[root, around]];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [node, parent] = next;
      const id = Number(node.id);
      const isDrawn = node.isSVG || (parent !== null && node.type !== 0 && parts.has(parent));
      const inside = node.childNodes as Fields[] | undefined; // as `harmless` makes them
      if (!isDrawn && !inside) continue;
      parents.set(id, parent);
      if (isDrawn) enterPart(node, id, parent ?? 0);
      if (!inside) continue;
      for (let nth = inside.length - 1; nth >= 0; nth -= 1) {
        const child = inside[nth];
        // Most are texts, of which nothing is noted.
        if (child && (isDrawn || child.type !== 3)) waiting.push([child, id]);
      }
    }
  }

  function enterPart(node: Fields, id: number, parent: number): void {
    // A player moves what it knows, with what it holds.
    const part = parts.get(id) ?? partOf(id, parent);
    held.get(part.parent)?.delete(part);
    part.parent = parent;
    part.size = sizeOf(node.textContent);
    part.isUse ||= wordsOf(node.tagName).toLowerCase() === 'use';
    setOf(held, parent).add(part);
    if (part.isUse) uses.add(part);
    if (isFields(node.attributes)) describe(part, node.attributes);
    note(part);
  }

  function partOf(id: number, parent: number): Part {
    const shown = { href: '', 'xlink:href': '' };
    const part = { id, parent, size: 1, name: '', names: [], isUse: false, shown, shows: [], isLeftOut: false };
    parts.set(id, part);
    fresh.add(part);
    return part;
  }

  /** Until the change is carried out it may be called as before, and show what it showed. */
  function describe(part: Part, attributes: Fields): void {
    if ('id' in attributes) {
      part.name = wordsOf(attributes.id);
      if (part.name !== '') {
        part.names.push(part.name);
        setOf(named, part.name).add(part);
      }
      changed.add(part);
      note(part);
    }
    if (!part.isUse) return;
    // Where it leads in the recording.
    if ('sg_href' in attributes) part.size = /^(?!#)[\s\S]*#/.test(wordsOf(attributes.sg_href)) ? mostOfFile : 1;
    if (!references.some((one) => one in attributes)) return;
    said.set(part, [...(said.get(part) ?? []), attributes]);
    for (const one of references) if (one in attributes) show(part, one, partNamed(wordsOf(attributes[one])));
    part.isLeftOut = false;
    changed.add(part);
    note(part);
  }

  function show(part: Part, by: 'href' | 'xlink:href', name: string): void {
    part.shown[by] = name;
    if (name === '' || part.shows.includes(name)) return;
    part.shows.push(name);
    shown.set(name, (shown.get(name) ?? 0) + 1);
    added.push(name);
  }

  function carriedOut(part: Part): void {
    for (const name of part.names) if (name !== part.name) named.get(name)?.delete(part);
    part.names = [part.name];
    const now = Object.values(part.shown);
    for (const name of part.shows) if (!now.includes(name)) unshow(name);
    part.shows = part.shows.filter((name) => now.includes(name));
  }

  function unshow(name: string): void {
    const count = (shown.get(name) ?? 0) - 1;
    if (count > 0) shown.set(name, count);
    else {
      shown.delete(name);
      built.delete(name);
    }
  }

  /** It came or changed: what shows it, or what it stands in, comes to something else. */
  function note(part: Part): void {
    if (isStale || shown.size === 0) return;
    let steps = 0;
    for (let at: Part | undefined = part; at && steps < deepest; at = parts.get(at.parent), steps += 1)
      isStale ||= at.names.some((name) => shown.has(name));
  }

  function remove(id: number): void {
    if (!parents.delete(id)) return;
    mayBeGone = true;
    const waiting = [parts.get(id)];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      forget(next);
      for (const inside of held.get(next.id) ?? []) waiting.push(inside);
      held.delete(next.id);
    }
  }

  function forget(part: Part): void {
    parts.delete(part.id);
    uses.delete(part);
    held.get(part.parent)?.delete(part);
    for (const name of part.names) named.get(name)?.delete(part);
    for (const name of part.shows) unshow(name);
  }

  /** @returns those of before that are to be let go. */
  function settle(): Part[] {
    count();
    if (total > mostBuilt) {
      sweep();
      isStale = true;
      count();
    }
    const gone = total > mostBuilt ? letGo() : [];
    for (const part of changed) if (parts.get(part.id) === part) carriedOut(part);
    said = new Map();
    fresh = new Set();
    changed = new Set();
    return gone;
  }

  function count(): void {
    const counting = createCounting();
    if (isStale) {
      built.clear();
      total = 0;
      for (const [name, times] of shown) total += times * (1 + counting(name));
    } else for (const name of added) total += 1 + counting(name);
    isStale = false;
    added = [];
  }

  /** What comes to least stays. */
  function letGo(): Part[] {
    const counting = createCounting();
    const costOf = ({ shows }: Part): number => shows.reduce((sum, name) => sum + 1 + counting(name), 0);
    const gone: Part[] = [];
    let left = mostBuilt;
    const costs = Array.from(uses, (part) => ({ part, cost: costOf(part) })).sort((a, b) => a.cost - b.cost || 0);
    for (const { part, cost } of costs) {
      left -= cost;
      if (left >= 0) continue;
      if (!fresh.has(part)) gone.push(part);
      for (const attributes of said.get(part) ?? []) for (const one of references) delete attributes[one];
      for (const name of part.shows) unshow(name);
      part.shows = [];
      part.shown = { href: '', 'xlink:href': '' };
      part.isLeftOut = true;
    }
    isStale = true;
    count();
    return gone;
  }

  /** What stood in something that was taken out is no part of the page. */
  function sweep(): void {
    if (!mayBeGone) return;
    mayBeGone = false;
    for (const part of [...parts.values()]) if (!isThere(part)) remove(part.id);
    mayBeGone = false;
  }

  function isThere({ id }: Part): boolean {
    let at: number | null | undefined = id;
    for (let steps = 0; steps < mostVisits && typeof at === 'number'; steps += 1) at = parents.get(at);
    return at !== undefined;
  }

  /** Counts what is built of a part of that name, wherever it stands: of several the page shows the first, which may change. */
  function createCounting(): (name: string) => number {
    let steps = 0;
    let visits = 0;
    const contents = new Map<string, Content>();
    const within = new Map<string, number>();
    /** The outermost part that was found to stand in itself; a browser ends there. */
    let outermost = Number.POSITIVE_INFINITY;

    function counted(name: string): number {
      const done = built.get(name);
      if (done !== undefined) return done;
      const around = within.get(name);
      if (around !== undefined) {
        outermost = Math.min(outermost, around);
        return 0;
      }
      if (within.size > deepest || steps > mostSteps) return Number.POSITIVE_INFINITY;
      const before = outermost;
      outermost = Number.POSITIVE_INFINITY;
      const depth = within.size;
      within.set(name, depth);
      const { size, shows } = contents.get(name) ?? contentOf(name);
      steps += 1 + shows.size;
      let sum = size;
      for (const [other, times] of shows) sum += times * (costOfNested + counted(other));
      within.delete(name);
      // As much in any other place.
      if (outermost >= depth) {
        built.set(name, sum);
        outermost = before;
      } else outermost = Math.min(outermost, before);
      return sum;
    }

    function contentOf(name: string): Content {
      const all: Content = { size: 0, shows: new Map() };
      for (const part of named.get(name) ?? []) {
        const { size, shows } = contentIn(part);
        all.size = Math.max(all.size, size);
        for (const [other, times] of shows) all.shows.set(other, Math.max(times, all.shows.get(other) ?? 0));
      }
      contents.set(name, all);
      return all;
    }

    function contentIn(part: Part): Content {
      const content: Content = { size: 0, shows: new Map() };
      const waiting = [part];
      for (let next = waiting.pop(); next && visits <= mostVisits; next = waiting.pop()) {
        visits += 1;
        content.size += next.size;
        for (const name of next.shows) content.shows.set(name, (content.shows.get(name) ?? 0) + 1);
        for (const inside of held.get(next.id) ?? []) waiting.push(inside);
      }
      if (visits > mostVisits) content.size = Number.POSITIVE_INFINITY;
      return content;
    }

    return counted;
  }

  function leftOut(): number {
    let count = 0;
    for (const part of uses) if (part.isLeftOut && isThere(part)) count += 1;
    return count;
  }

  return { take, leftOut };
}

function lettingGo(gone: readonly Part[], timestamp: number): ReplayEvent {
  const attributes = gone.map(({ id }) => ({ id, attributes: { href: null, 'xlink:href': null } }));
  return { type: 3, timestamp, data: { source: 0, texts: [], attributes, removes: [], adds: [] } };
}

function sizeOf(text: unknown): number {
  return 1 + Math.floor(wordsOf(text).length / lettersOfNode);
}

function setOf<K, T>(sets: Map<K, Set<T>>, key: K): Set<T> {
  const there = sets.get(key);
  if (there) return there;
  const fresh = new Set<T>();
  sets.set(key, fresh);
  return fresh;
}

function wordsOf(given: unknown): string {
  return typeof given === 'string' || typeof given === 'number' ? String(given) : '';
}
