import type { ReplayEvent } from '@sightglass/wire';
import { fieldsOf, type Given } from '../given.ts';
import { createById } from './by-id.ts';

/** An element as the recording describes it. */
export interface RecordedElement {
  tag: string;
  attributes: Record<string, string>;
  /** What it reads, white space folded; '' where nothing of it was recorded. */
  text: string;
}

/** What changed of a node since it was recorded. */
interface Change {
  text: string | undefined;
  attributes: Given | undefined;
  children: number[] | undefined;
}

const element = 2;
const text = 3;
const maxText = 200;
const maxSteps = 400;
const maxDepth = 2_048;
/** Among more than this, where a new one stands is not looked for. */
const maxOrdered = 500;
/** What a person presses, whatever inside it was hit. */
const pressed = /^(a|button|summary|label|select|input|textarea|option)$/;

/** Which nodes a page has, as far as the events of one body tell: what only an earlier body told is not known here. */
export interface PageNodes {
  apply(event: ReplayEvent): void;
  /** The element of that id, or the nearest around it that a person presses. undefined: not known from these events. */
  find(id: unknown): RecordedElement | undefined;
}

export function createPageNodes(): PageNodes {
  let givens = createById<Given>();
  let parents = createById<number>();
  /** By parent: additions to its children, in order; they are put among them once somebody asks. */
  let added = createById<Given[]>();
  let changes = new Map<number, Change>();

  function add(given: Given, parent: number | undefined, depth: number): void {
    const { id, childNodes } = given;
    if (!isId(id) || depth > maxDepth) return;
    givens.set(id, given);
    parents.set(id, parent);
    if (!Array.isArray(childNodes)) return;
    for (let index = 0; index < childNodes.length; index += 1) add(fieldsOf(childNodes[index]), id, depth + 1);
  }

  function forget(id: number): void {
    givens.set(id, undefined);
    if (added.get(id) !== undefined) added.set(id, undefined);
    changes.delete(id);
  }

  /** Of a node that is there, to be written to. */
  function changeOf(id: number): Change {
    const before = changes.get(id);
    if (before !== undefined) return before;
    const change: Change = { text: undefined, attributes: undefined, children: undefined };
    changes.set(id, change);
    return change;
  }

  function childrenOf(id: number): readonly number[] {
    const given = givens.get(id);
    if (given === undefined) return [];
    const more = added.get(id);
    const children = changes.get(id)?.children ?? idsOf(given.childNodes);
    if (more === undefined) return children;
    for (const { node, nextId } of more) {
      const { id: child } = fieldsOf(node);
      if (!isId(child)) continue;
      const before = typeof nextId === 'number' && children.length < maxOrdered ? children.indexOf(nextId) : -1;
      if (before === -1) children.push(child);
      else children.splice(before, 0, child);
    }
    added.set(id, undefined);
    changeOf(id).children = children;
    return children;
  }

  function mutate(data: Given): void {
    // Lists of children keep ids that are gone; a child counts where it names that parent itself.
    for (const one of listOf(data.removes)) {
      const { id } = fieldsOf(one);
      if (isId(id)) forget(id);
    }
    for (const one of listOf(data.adds)) {
      const addition = fieldsOf(one);
      const { parentId, node } = addition;
      const given = fieldsOf(node);
      const { id } = given;
      if (!isId(id) || !isId(parentId)) continue;
      if (givens.get(id) !== undefined) forget(id);
      add(given, parentId, 0);
      const before = added.get(parentId);
      if (before === undefined) added.set(parentId, [addition]);
      else before.push(addition);
    }
    for (const one of listOf(data.texts)) {
      const { id, value } = fieldsOf(one);
      if (isId(id) && givens.get(id) !== undefined && typeof value === 'string') changeOf(id).text = value;
    }
    for (const one of listOf(data.attributes)) {
      const { id, attributes } = fieldsOf(one);
      if (!isId(id) || givens.get(id) === undefined) continue;
      const change = changeOf(id);
      change.attributes = { ...change.attributes, ...fieldsOf(attributes) };
    }
  }

  /** In order of the document, as far as the bounds let it. */
  function read(id: number): string {
    const parts: string[] = [];
    const waiting = [id];
    const met = new Set<number>();
    let chars = 0;
    for (let steps = 0; waiting.length > 0 && steps < maxSteps && chars < maxText; steps += 1) {
      const at = waiting.pop() ?? id;
      const given = givens.get(at);
      if (given === undefined || met.has(at)) continue;
      met.add(at);
      const words = textOf(given, changes.get(at));
      if (words !== undefined) {
        parts.push(words);
        chars += words.length;
      }
      const tag = tagOf(given);
      if (tag === 'script' || tag === 'style') continue;
      const children = childrenOf(at)
        .slice(0, maxSteps)
        .filter((child) => givens.get(child) !== undefined && parents.get(child) === at);
      waiting.push(...children.toReversed());
    }
    return parts.join(' ').replace(/\s+/g, ' ').trim().slice(0, maxText);
  }

  /** Events that nobody has asked about yet: most pages are left with none of them looked at. */
  let waiting: ReplayEvent[] = [];

  function catchUp(): void {
    for (const { type, data } of waiting) {
      const fields = fieldsOf(data);
      if (type === 2) {
        givens = createById();
        parents = createById();
        added = createById();
        changes = new Map();
        add(fieldsOf(fields.node), undefined, 0);
      } else mutate(fields);
    }
    waiting = [];
  }

  return {
    apply(event) {
      if (event.type === 2) waiting = [event];
      else if (event.type === 3 && fieldsOf(event.data).source === 0) waiting.push(event);
    },
    find(id) {
      catchUp();
      if (!isId(id) || givens.get(id) === undefined) return undefined;
      let best: number | undefined;
      let at: number | undefined = id;
      for (let steps = 0; at !== undefined && steps < 12; steps += 1) {
        const given: Given | undefined = givens.get(at);
        const tag = tagOf(given);
        if (tag !== undefined && best === undefined) best = at;
        if (given !== undefined && tag !== undefined && (pressed.test(tag) || hasRole(given, changes.get(at)))) {
          best = at;
          break;
        }
        at = given === undefined ? undefined : parents.get(at);
      }
      const given = best === undefined ? undefined : givens.get(best);
      const tag = tagOf(given);
      if (best === undefined || given === undefined || tag === undefined) return undefined;
      return { tag, attributes: attributesOf(given, changes.get(best)), text: read(best) };
    },
  };
}

/** Recorders write -1 and -2 for no node. */
function isId(id: unknown): id is number {
  return typeof id === 'number' && Number.isInteger(id) && id >= 0;
}

const nothing: readonly unknown[] = [];

function listOf(given: unknown): readonly unknown[] {
  return Array.isArray(given) ? given : nothing;
}

function idsOf(children: unknown): number[] {
  const ids: number[] = [];
  for (const child of listOf(children)) {
    const { id } = fieldsOf(child);
    if (isId(id)) ids.push(id);
  }
  return ids;
}

function tagOf(given: Given | undefined): string | undefined {
  const { type, tagName } = given ?? {};
  return type === element && typeof tagName === 'string' ? tagName.toLowerCase() : undefined;
}

function textOf({ type, textContent }: Given, change: Change | undefined): string | undefined {
  const words = change?.text ?? (type === text && typeof textContent === 'string' ? textContent : undefined);
  return words?.slice(0, maxText);
}

function hasRole(given: Given, change: Change | undefined): boolean {
  const changed = change?.attributes;
  const { role } = changed !== undefined && 'role' in changed ? changed : fieldsOf(given.attributes);
  return typeof role === 'string';
}

function attributesOf(given: Given, change: Change | undefined): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [name, value] of Object.entries({ ...fieldsOf(given.attributes), ...change?.attributes }))
    if (typeof value === 'string') attributes[name] = value.slice(0, maxText);
  return attributes;
}
