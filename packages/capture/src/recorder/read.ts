import type { Cleaner } from './clean.ts';
import { isShown, kidsOf, outside, type ShadowOf } from './kids.ts';
import { kidsFrom, listOf, lone, type Mirror } from './mirror.ts';
import { editors, isBlocked, isHiddenText, type Mode } from './mode.ts';
import { sliceMs } from './pace.ts';
import { boxNames, type Token, type Writer } from './write.ts';

/** An operation of the stream without its time: its kind, then its items. */
export type Operation = [kind: number, ...items: unknown[]];
type Entry = [parent: number, head: number, tail: number, tokens: Token[]];
/** What no longer stands where it was written, unless it was moved in the same reading. */
type Lost = [node: Node, parent: number];

/** Attributes by which others are hidden: what stands under them is written anew. Of lists that a page builds by itself it says late, at times, that they are some. */
const hiding = /^(contenteditable|data-sightglass|role|aria-has)/;

/** Texts and attributes of which it is known what was told last. */
const maxTold = 500;
/** Of a long text that grows, so much of what was told is told again: with what comes it may be hidden, as a token is of which half had come. */
const seam = 100;
/** So many are compared in a reading: of ten thousand cells that change at once each takes a moment, though there is no time to write anything new. */
const mostParents = 400;
/** So many changes are asked each what they took away; a list that grows by a line has thousands of others. */
const few = 40;

/** Of a text there is no more than what it says. */
const itsText = new Set(['']);

/** One of them says what a field holds. */
export const fieldStates = [':value', ':checked', ':selected'];

interface ReaderParts {
  mirror: Mirror;
  clean: Cleaner;
  shadowOf: ShadowOf;
  writer: Writer;
  /** It stands in a document or shadow root that is looked on. */
  isWatched(node: Node): unknown;
  /** Nodes that are to be written anew where they stand, since what hides them changed. */
  anew: Set<Node>;
  /** What hides the document, before any element says more. */
  firstMode: Mode;
  styleText(node: Node, mode: Mode): Token;
  /** The state of an element by its name (`:value`), undefined where it has none now. */
  state(element: Element, name: string, mode?: Mode): unknown;
}

/** Knows what has changed since the last reading, and reads it. Marking costs next to nothing; reading compares. */
export interface Reader {
  /** Takes what an observer saw. */
  observed(changes: MutationRecord[]): void;
  /** Children are to be compared again. */
  owe(node: Node): void;
  /** The node is to be written anew. */
  renew(node: Node): void;
  /** A state is to be read again. */
  markState(element: Node, name: string): void;
  /** Something waits to be read. */
  waits(): unknown;
  /** The page from its start, which holds something. */
  anchor(root: Document, deadline: number): Entry;
  /**
   * Reads what has changed; new nodes for which there is no time by `deadline` wait for the next reading.
   *
   * @param sheds - Attributes are let go: they cost too much here. States are not: what style sheets say is one.
   */
  read(deadline: number, sheds: boolean): Operation[];
  letGo(): void;
}

export function createReader(parts: ReaderParts): Reader {
  const { mirror, clean, shadowOf, writer, firstMode, styleText, state, anew, isWatched } = parts;
  const kids = new Set<Node>();
  /** Names of attributes and states, by what has them; {@link itsText} of texts. */
  const marked = new Map<Node, Set<string>>();
  /**
   * Of texts and attributes what was told last: a mask is told once, not with every key, nor is what a framework writes as it was with each of them
   * (React the names of all fields). Of a long text, which would be held, how far it may stay, and the sum of that.
   */
  const told = new Map<string, unknown>();
  /**
   * Of nodes that were not written whole and have not changed since: their children, and how many are written, from the first. Weak, since a page may
   * take one out before there was time for the rest, and nothing is read of it then.
   */
  let resumes = new WeakMap<Node, [now: Node[], written: number]>();
  /** In the reading that goes on, what is known to stand where it was written. */
  const settled = new Set<Node>();

  function observed(changes: MutationRecord[]): void {
    let last: Node | undefined;
    // Nothing is asked of a change that is not needed: a sort makes thousands.
    for (const change of changes) {
      const { target, type } = change;
      if (type === 'childList') {
        if (target !== last) owe(target);
        last = target;
      } else if (type === 'characterData') marked.set(target, itsText);
      else {
        const attributeName = change.attributeName as string; // of an attribute it is told
        // An observer does not say how its name is written, nor was.
        if (change.attributeNamespace) renew(target);
        else markName(target, attributeName);
        // Modal or not no attribute says.
        if (attributeName === 'open') markName(target, ':open');
        // A field of another type holds another thing, and may show another attribute's.
        if (attributeName === 'type') for (const name of fieldStates.concat('value')) markName(target, name);
      }
    }
    if (!last) return;
    // What stands where nobody looks on is forgotten: what comes back from there later may be another thing. A few changes say what moved, of which a
    // list of thousands may lose one; the thousands of a sort are not asked: all of it stood, as it was written, under a parent that waits to be read.
    if (!changes[few]) for (const { removedNodes } of changes) removedNodes.forEach(letGo);
    else
      for (const parent of kids)
        for (const kid of listOf(mirror.kids(mirror.id(parent)))) if (outside(kid) !== parent) letGo(kid);
    // What was moved into what is gone, and was written elsewhere.
    kids.forEach(letGo);
  }

  function letGo(node: Node): void {
    if (!isWatched(node)) mirror.letGo(node, shadowOf);
  }

  function markName(node: Node, name: string): void {
    marked.set(node, (marked.get(node) ?? new Set()).add(name));
    // At once: what was opened before an anchor, and was not read yet, is told after it as well, in its turn.
    if (name === ':open') state(node as Element, name);
    if (
      hiding.test(name) ||
      // What was not written yet has no mode, which counts as hidden.
      (name === 'class' &&
        editors.test((node as Element).className) &&
        !isHiddenText(mirror.mode(mirror.id(node)) as Mode))
    )
      renew(node);
  }

  function renew(node: Node): void {
    const parent = outside(node);
    if (!parent) return;
    anew.add(node);
    owe(parent);
  }

  function owe(node: Node): void {
    resumes.delete(node);
    kids.add(node);
  }

  /** Tells where children differ: what is the same at the start and at the end, what stands between, and what is gone. */
  function compare(node: Node, id: number, mode: Mode, entries: Entry[], lost: Lost[]): undefined {
    // Where time ran out last, and nothing has changed since, what is written needs no second look.
    const [now = kidsOf(node, mode, shadowOf), resumed = 0] = resumes.get(node) ?? [];
    const held = mirror.kids(id);
    const before = listOf(held);
    const most = Math.min(now.length, before.length);
    let head = Math.min(resumed, most);
    resumes.delete(node);
    while (head < most && now[head] === before[head] && stands(now[head])) head++;
    let tail = 0;
    while (head + tail < most && now.at(-1 - tail) === before.at(-1 - tail) && stands(now.at(-1 - tail))) tail++;
    if (held === lone) {
      // Another text may stand in its place, as where a script sets `textContent`: it is told as the text of the one that stood there.
      if (!now[1] && now[0]?.nodeType === 3 && !mirror.id(now[0])) return void marked.set(now[0], itsText);
    } else if (head === now.length && head === before.length) return;
    const place = writer.place(node);
    const written = now.slice(0, head);
    for (const kid of now.slice(head, now.length - tail)) {
      if (place.add(kid, id, mode)) written.push(kid);
      else if (!resumes.has(node)) {
        // A frame may hold another document by then, of which nobody is told.
        if (now[1]) resumes.set(node, [now, written.length]);
        kids.add(node);
        // Nothing of the rest is known: a list of thousands is not looked through in each slice.
        if (resumed && head === before.length) break;
      }
    }
    // A sort moves thousands, and none of them is gone.
    for (const kid of before.slice(head, before.length - tail))
      if (!writer.moved.has(mirror.id(kid))) lost.push([kid, id]);
    mirror.hold(id, kidsFrom(written.concat(now.slice(now.length - tail))));
    entries.push([id, head, tail, place.tokens]);
  }

  /** As it was written, or in this reading. */
  function stands(node: Node | undefined): unknown {
    const id = mirror.id(node);
    return id >= firstOfReading || (id && !anew.has(node as Node));
  }

  /** It stands where it was written, in what is to be written as it is: what hides it is what hid it. */
  function isSettled(node: Node | null | undefined): unknown {
    const way: Node[] = [];
    for (let at: Node | null | undefined = node; at && !settled.has(at); ) {
      const id = mirror.id(at);
      if (!stands(at)) return;
      const parent = mirror.parentOf(id);
      const above = (parent && outside(at)) as Node | null | undefined;
      if (above && mirror.id(above) !== parent) return;
      way.push(at);
      at = above;
    }
    for (const one of way) settled.add(one);
    return true;
  }

  function readKids(operations: Operation[]): void {
    const entries: Entry[] = [];
    const lost: Lost[] = [];
    let dirty = [...kids].slice(0, mostParents);
    settled.clear();
    for (let before = 0; before !== dirty.length; dirty = dirty.filter(mustWait)) before = dirty.length;
    // There was no time for what they stand in, or it is behind them: they come last.
    dirty.forEach(owe);

    /** What it stands in comes first, since that may hide it. Else it is read. */
    function mustWait(node: Node): unknown {
      kids.delete(node);
      const id = mirror.id(node);
      const mode = mirror.mode(id);
      // What was not written yet is read when it is; what hangs nowhere goes with that which it hung on.
      return (
        mode !== undefined &&
        isShown(node) &&
        !isBlocked(mode) &&
        (!isSettled(node) || compare(node, id, mode, entries, lost))
      );
    }
    for (const [node, parent] of lost) {
      const id = mirror.id(node);
      if (id && mirror.parentOf(id) === parent && id < firstOfReading && !writer.moved.has(id)) mirror.letGo(node);
    }
    for (const node of anew) {
      const id = mirror.id(node);
      if (!id || id >= firstOfReading || !kids.has(outside(node) as Node)) anew.delete(node);
    }
    if (entries[0]) operations.push([2, firstOfReading, entries]);
  }

  /** What is news of a text or an attribute: of a text that only grew, as a log and a streamed answer do, what came. */
  function tell(onto: unknown[], said: string | null, ...of: [id: number, name?: string]): void {
    const key = of.join();
    const before = told.get(key) as [kept: number, sum: number];
    if (said === (before as unknown)) return;
    if (told.size > maxTold) told.clear();
    const kept = (said as string)?.length - seam;
    told.set(key, kept > 500 ? !of[1] && [kept, sumOf(said, kept)] : said);
    onto.push(...of, sumOf(said, before?.[0]) === before?.[1] ? [before[0], (said as string).slice(before[0])] : said);
  }

  function readMarked(operations: Operation[], sheds: boolean): void {
    const texts: unknown[] = [];
    const attributes: unknown[] = [];
    // Of its own, so that these come in their turn: where all rows of a large table change at once, or each takes long, the page would wait for it.
    const until = performance.now() + sliceMs;
    let waits: unknown;
    for (const [node, names] of marked) {
      if (performance.now() > until) break;
      const opens = names.has(':open');
      // What it stands in waits, and may hide it from now on. What lies over what is told by which comes first: none is told before one that waits.
      if ((opens && waits) || (kids.size && !isSettled(opens || mirror.id(node) ? node : outside(node)))) {
        waits ||= opens;
        continue;
      }
      marked.delete(node);
      const id = mirror.idOf(node);
      const mode = mirror.mode(id);
      if (mode === undefined || (!opens && id >= firstOfReading)) continue;
      const element = node as Element;
      for (const name of names) {
        if (!name) {
          const text = styleText(node, mode);
          // A stored text takes the place of the node; that is a change of its parent's children.
          if (typeof text !== 'string') renew(node);
          else tell(texts, text, id);
        } else if (name[0] === ':') {
          const value = state(element, name, mode);
          if (value !== undefined) attributes.push(id, name, value);
        } else if (!sheds && (!isBlocked(mode) || boxNames.test(name)) && element.localName !== 'script') {
          const value = element.getAttribute(name);
          const kind = clean.kindOf(element.localName, name);
          const cleaned = kind === 'left' || value == null ? null : clean.attribute(element, kind, name, value, mode);
          tell(attributes, cleaned, id, name);
        }
      }
    }
    if (texts[0]) operations.push([3, ...texts]);
    if (attributes[0]) operations.push([4, ...attributes]);
  }

  function forget(): void {
    for (const one of [kids, marked, anew, told, mirror]) one.clear();
    resumes = new WeakMap();
  }

  /** Nodes from here on were written in this reading, as they are now. */
  let firstOfReading = 0;

  return {
    observed,
    owe,
    renew,
    markState(node, name) {
      // An event may have begun at none: at the window, or at what a library says that it did.
      if (node.nodeType) markName(node, name);
    },
    waits: () => kids.size + marked.size,
    anchor(root, deadline) {
      forget();
      const entries: Entry[] = [];
      const id = mirror.add(root, 0, firstMode);
      writer.begin(deadline);
      compare(root, id, firstMode, entries, []);
      return entries[0] as Entry; // it holds something, or nobody would ask
    },
    read(deadline, sheds) {
      const operations: Operation[] = [];
      firstOfReading = mirror.next();
      writer.begin(deadline);
      // Before texts, which may be hidden from now on.
      readKids(operations);
      readMarked(operations, sheds);
      return operations;
    },
    letGo: forget,
  };
}

/** Of its first characters. */
function sumOf(said: string | null, until: number): number {
  let sum = 0;
  for (let at = 0; at < until; at++) sum = ((said?.charCodeAt(at) as number) + sum * 31) | 0;
  return sum;
}
