import { nameOf, roleOf } from '../element.ts';
import { fieldsOf, type Given, timeOf } from '../given.ts';

/** A control as a click on it is told. */
export interface Control {
  tag: string;
  role: string;
  name: string;
}

/** A control with the ids of all that stands in it, its own first: what was hit may be a picture inside of a button. */
export interface Placed extends Control {
  ids: number[];
}

const pressed = new Set(['a', 'button', 'summary', 'label', 'select', 'input', 'textarea', 'option']);
const element = 2;
const text = 3;
const maxIds = 40;
const maxChars = 200;
const maxDepth = 2_048;

/**
 * The controls that the events of one body bring, as they bring them. `whole`: with a whole page, before which nothing holds. In one walk
 * and without a thought for what is not pressed: most of it is asked for by nobody.
 */
export function controlsIn(events: readonly Given[], most: number): { controls: Placed[]; whole: boolean; at: number } {
  let controls: Placed[] = [];
  let whole = false;
  for (const { type, data } of events) {
    const { node, source, adds } = fieldsOf(data);
    if (type === 2) {
      controls = [];
      whole = true;
      walk(node, 0, take);
    } else if (type === 3 && source === 0 && Array.isArray(adds) && adds.length > 0) readAdditions(adds.map(fieldsOf));
  }
  return { controls, whole, at: timeOf(events[0]?.timestamp) ?? 0 };

  function take(control: Placed): void {
    if (controls.length < most) controls.push(control);
  }

  /** Each node is an addition of its own; those in a control name it as their parent. */
  function readAdditions(additions: readonly Given[]): void {
    let byParent: Map<unknown, Given[]> | undefined;
    const childrenOf = (id: unknown): unknown[] => {
      byParent ??= Map.groupBy(additions, ({ parentId }) => parentId);
      return (byParent.get(id) ?? []).map(({ node }) => node);
    };
    for (const { node } of additions) walk(node, 0, take, childrenOf);
  }
}

type ChildrenOf = (id: unknown) => readonly unknown[];

function walk(given: unknown, depth: number, take: (control: Placed) => void, more?: ChildrenOf): void {
  if (typeof given !== 'object' || given === null || depth > maxDepth) return;
  const { type, tagName, attributes, childNodes } = given as Given;
  if (type === element && typeof tagName === 'string' && isPressed(tagName, attributes))
    take(readControl(given as Given, tagName.toLowerCase(), fieldsOf(attributes), more));
  if (Array.isArray(childNodes))
    for (let index = 0; index < childNodes.length; index += 1) walk(childNodes[index], depth + 1, take);
}

const isPressed = (tagName: string, attributes: unknown): boolean =>
  pressed.has(tagName) || typeof fieldsOf(attributes).role === 'string' || pressed.has(tagName.toLowerCase());

/** What stands in a control, as far as the bounds let it be read. */
interface Inside {
  ids: number[];
  words: string;
}

function readControl(given: Given, tag: string, attributes: Given, more?: ChildrenOf): Placed {
  const inside: Inside = { ids: [], words: '' };
  readInside(given, inside, 0, more);
  const said: Record<string, string> = {};
  for (const name of saying) {
    const value = attributes[name];
    if (typeof value === 'string') said[name] = value.slice(0, maxChars);
  }
  return {
    ids: inside.ids,
    tag,
    role: roleOf(tag, said),
    name: nameOf(said, inside.words.replace(/\s+/g, ' ').trim()),
  };
}

function readInside(given: unknown, into: Inside, depth: number, more?: ChildrenOf): void {
  if (typeof given !== 'object' || given === null || depth > maxIds || into.ids.length >= maxIds) return;
  const { id, type, textContent, childNodes } = given as Given;
  if (typeof id === 'number') into.ids.push(id);
  if (type === text && typeof textContent === 'string' && into.words.length < maxChars)
    into.words += `${textContent.slice(0, maxChars)} `;
  if (Array.isArray(childNodes))
    for (let index = 0; index < childNodes.length; index += 1) readInside(childNodes[index], into, depth + 1, more);
  if (more !== undefined) for (const child of more(id)) readInside(child, into, depth + 1, more);
}

/** All that a role and a name are made of. */
const saying = [
  ...['role', 'type', 'aria-label', 'title', 'alt', 'placeholder'],
  ...['testId', 'data-testid', 'name', 'id'],
] as const;
