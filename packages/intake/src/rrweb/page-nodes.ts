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
  tag?: string;
  text?: string;
  attributes: Record<string, string>;
  children: number[];
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
    const { id } = given;
    if (typeof id !== 'number' || depth > maxDepth) return;
    const node: Node = { attributes: {}, children: [] };
    if (parent !== undefined) node.parent = parent;
    if (given.type === element && typeof given.tagName === 'string') node.tag = given.tagName.toLowerCase();
    if (given.type === text && typeof given.textContent === 'string') node.text = given.textContent.slice(0, maxText);
    setAttributes(node, given.attributes);
    nodes.set(id, node);
    for (const child of Array.isArray(given.childNodes) ? given.childNodes.map(fieldsOf) : []) {
      if (typeof child.id === 'number') node.children.push(child.id);
      add(child, id, depth + 1);
    }
  }

  function mutate(data: Given): void {
    // Lists of children keep ids that are gone; a child counts where it names that parent itself.
    for (const { id } of objects(data.removes)) if (typeof id === 'number') nodes.delete(id);
    for (const { parentId, nextId, node } of objects(data.adds)) {
      const given = fieldsOf(node);
      const { id } = given;
      if (typeof id !== 'number' || typeof parentId !== 'number') continue;
      add(given, parentId, 0);
      const siblings = nodes.get(parentId)?.children ?? [];
      const before = typeof nextId === 'number' && siblings.length < maxOrdered ? siblings.indexOf(nextId) : -1;
      if (before === -1) siblings.push(id);
      else siblings.splice(before, 0, id);
    }
    for (const { id, value } of objects(data.texts)) {
      const node = typeof id === 'number' ? nodes.get(id) : undefined;
      if (node !== undefined && typeof value === 'string') node.text = value.slice(0, maxText);
    }
    for (const { id, attributes } of objects(data.attributes)) {
      const node = typeof id === 'number' ? nodes.get(id) : undefined;
      if (node !== undefined) setAttributes(node, attributes);
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
      if (node.text !== undefined) {
        parts.push(node.text);
        chars += node.text.length;
      }
      if (node.tag === 'script' || node.tag === 'style') continue;
      const children = node.children.slice(0, maxSteps).filter((child) => nodes.get(child)?.parent === at);
      waiting.push(...children.toReversed());
    }
    return parts.join(' ').replace(/\s+/g, ' ').trim().slice(0, maxText);
  }

  return {
    apply({ type, data }) {
      const fields = fieldsOf(data);
      if (type === 2) {
        nodes.clear();
        add(fieldsOf(fields.node), undefined, 0);
      } else if (type === 3 && fields.source === 0) mutate(fields);
    },
    find(id) {
      if (typeof id !== 'number' || !nodes.has(id)) return undefined;
      let best: number | undefined;
      let at: number | undefined = id;
      for (let steps = 0; at !== undefined && steps < 12; steps += 1) {
        const node: Node | undefined = nodes.get(at);
        if (node?.tag !== undefined && best === undefined) best = at;
        if (node?.tag !== undefined && (pressed.test(node.tag) || node.attributes.role !== undefined)) {
          best = at;
          break;
        }
        at = node?.parent;
      }
      const node = best === undefined ? undefined : nodes.get(best);
      if (best === undefined || node?.tag === undefined) return undefined;
      return { tag: node.tag, attributes: node.attributes, text: read(best) };
    },
  };
}

function objects(given: unknown): Given[] {
  return Array.isArray(given) ? given.map(fieldsOf) : [];
}

function setAttributes(node: Node, given: unknown): void {
  for (const [name, value] of Object.entries(fieldsOf(given)))
    if (typeof value === 'string') node.attributes[name] = value.slice(0, maxText);
    else if (value === null) delete node.attributes[name];
}
