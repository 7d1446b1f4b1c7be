import type { ReplayEvent } from '@sightglass/wire';
import { fieldsOf, type Given } from '../given.ts';

/** An element as the recording describes it. */
export interface RecordedElement {
  tag: string;
  attributes: Record<string, string>;
  /** What it reads, white space folded; '' where nothing of it was recorded. */
  text: string;
}

interface Node {
  /** As it was recorded; read only when somebody asks. */
  given: Given;
  /** What changed since. */
  text?: string;
  attributes?: Given;
  children?: number[];
  parent?: number;
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
  const nodes = new Map<number, Node>();

  function add(given: Given, parent: number | undefined, depth: number): void {
    const { id, childNodes } = given;
    if (typeof id !== 'number' || depth > maxDepth) return;
    nodes.set(id, parent === undefined ? { given } : { given, parent });
    if (Array.isArray(childNodes)) for (const child of childNodes) add(fieldsOf(child), id, depth + 1);
  }

  function mutate(data: Given): void {
    // Lists of children keep ids that are gone; a child counts where it names that parent itself.
    for (const { id } of objects(data.removes)) if (typeof id === 'number') nodes.delete(id);
    for (const { parentId, nextId, node } of objects(data.adds)) {
      const given = fieldsOf(node);
      const { id } = given;
      if (typeof id !== 'number' || typeof parentId !== 'number') continue;
      add(given, parentId, 0);
      const siblings = childrenOf(nodes.get(parentId));
      const before = typeof nextId === 'number' && siblings.length < maxOrdered ? siblings.indexOf(nextId) : -1;
      if (before === -1) siblings.push(id);
      else siblings.splice(before, 0, id);
    }
    for (const { id, value } of objects(data.texts)) {
      const node = typeof id === 'number' ? nodes.get(id) : undefined;
      if (node !== undefined && typeof value === 'string') node.text = value;
    }
    for (const { id, attributes } of objects(data.attributes)) {
      const node = typeof id === 'number' ? nodes.get(id) : undefined;
      if (node !== undefined) node.attributes = { ...node.attributes, ...fieldsOf(attributes) };
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
      const node = nodes.get(at);
      if (node === undefined || met.has(at)) continue;
      met.add(at);
      const words = textOf(node);
      if (words !== undefined) {
        parts.push(words);
        chars += words.length;
      }
      const tag = tagOf(node);
      if (tag === 'script' || tag === 'style') continue;
      const children = childrenOf(node)
        .slice(0, maxSteps)
        .filter((child) => nodes.get(child)?.parent === at);
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
        nodes.clear();
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
      if (typeof id !== 'number' || !nodes.has(id)) return undefined;
      let best: number | undefined;
      let at: number | undefined = id;
      for (let steps = 0; at !== undefined && steps < 12; steps += 1) {
        const node: Node | undefined = nodes.get(at);
        const tag = tagOf(node);
        if (tag !== undefined && best === undefined) best = at;
        if (tag !== undefined && node !== undefined && (pressed.test(tag) || attributesOf(node).role !== undefined)) {
          best = at;
          break;
        }
        at = node?.parent;
      }
      const node = best === undefined ? undefined : nodes.get(best);
      const tag = tagOf(node);
      if (best === undefined || node === undefined || tag === undefined) return undefined;
      return { tag, attributes: attributesOf(node), text: read(best) };
    },
  };
}

function objects(given: unknown): Given[] {
  return Array.isArray(given) ? given.map(fieldsOf) : [];
}

function tagOf(node: Node | undefined): string | undefined {
  const { type, tagName } = node?.given ?? {};
  return type === element && typeof tagName === 'string' ? tagName.toLowerCase() : undefined;
}

function textOf({ given, text: changed }: Node): string | undefined {
  const { type, textContent } = given;
  const words = changed ?? (type === text && typeof textContent === 'string' ? textContent : undefined);
  return words?.slice(0, maxText);
}

function attributesOf({ given, attributes: changed }: Node): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [name, value] of Object.entries({ ...fieldsOf(given.attributes), ...changed }))
    if (typeof value === 'string') attributes[name] = value.slice(0, maxText);
  return attributes;
}

/** The list itself, to be changed. */
function childrenOf(node: Node | undefined): number[] {
  if (node === undefined) return [];
  node.children ??= objects(node.given.childNodes).flatMap(({ id }) => (typeof id === 'number' ? [id] : []));
  return node.children;
}
