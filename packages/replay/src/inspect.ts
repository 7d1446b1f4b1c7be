import {
  type Box,
  type Control,
  type Inspected,
  mostLetters,
  mostListed,
  type Pair,
  type State,
  type Where,
} from './inspected.ts';
import { attributeOf, type Mark } from './pseudo-classes.ts';
import { childrenOf, findBy, parentOf, selectorOf } from './selectors.ts';
import { controlAt, labelOf, nameOf, pathOf, roleOf, textOf } from './spoken-of.ts';
import { standInFor, stoodFor } from './stand-ins.ts';

/**
 * What stands there on a page that is replayed. Only reads: nothing is pressed, focused, scrolled or run.
 *
 * @param top - The page's own document.
 * @returns `null`: nothing stands there, or nothing is called so at this moment.
 */
export function inspect(top: Document, where: Where): Inspected | null {
  const element = 'selector' in where ? fromThere(top, where) : elementAt(top, where.x, where.y);
  return element && tell(element, top);
}

type Named = Extract<Where, { selector: string }>;

function fromThere(top: Document, { selector, up = 0, inside, beside }: Named): Element | null {
  let at = findBy(selector, top);
  for (let step = 0; at && step < up; step++) at = parentOf(at, top);
  if (at && inside !== undefined) at = childrenOf(at)[inside] ?? null;
  if (!at || beside === undefined) return at;
  const beneath = besides(at, top);
  return beneath[beneath.indexOf(at) + beside] ?? null;
}

function besides(element: Element, top: Document): Element[] {
  const parent = parentOf(element, top);
  return parent ? childrenOf(parent) : [element];
}

/** The innermost there, also in frames and shadow roots. */
function elementAt(document: Document, x: number, y: number): Element | null {
  let hit = document.elementFromPoint(x, y);
  for (let inner = hit; inner; ) {
    hit = inner;
    inner = hit.shadowRoot?.elementFromPoint(x, y) ?? null;
    if (inner?.getRootNode() !== hit.shadowRoot) break;
  }
  if (hit?.localName !== 'iframe') return hit;
  const { contentDocument } = hit as HTMLIFrameElement; // by its name
  const { x: left, y: top } = insideOf(hit);
  return (contentDocument && elementAt(contentDocument, x - left, y - top)) ?? hit;
}

/** Where a frame's page begins, in the pixels of the page that the frame is in. */
function insideOf(frame: Element): { x: number; y: number } {
  const { x, y } = frame.getBoundingClientRect();
  const { paddingLeft, paddingTop } = styleOf(frame);
  const px = (length: string): number => Number.parseFloat(length) || 0;
  return { x: x + frame.clientLeft + px(paddingLeft), y: y + frame.clientTop + px(paddingTop) };
}

function tell(element: Element, top: Document): Inspected {
  const attributes = [...element.attributes].flatMap(asRecorded);
  const children = childrenOf(element);
  const beneath = besides(element, top);
  return {
    selector: selectorOf(element, top),
    label: labelOf(element),
    tag: element.localName,
    attributes: attributes.slice(0, mostListed).map(([name, value]): Pair => [name, value.slice(0, mostLetters)]),
    more: count(attributes, children),
    states: statesOf(element),
    role: roleOf(element),
    name: nameOf(element).slice(0, mostLetters),
    text: element.children.length === 0 ? (element.textContent ?? '').trim().slice(0, mostLetters) : '',
    box: boxOf(element, top),
    style: lookOf(element),
    above: lineTo(element, top).slice(-mostListed).map(labelOf),
    inside: children.slice(0, mostListed).map((child): Pair => [labelOf(child), textOf(child).slice(0, mostWords)]),
    place: { number: beneath.indexOf(element) + 1, of: beneath.length },
    control: controlOf(element),
  };
}

/** Letters of what stands in it, each. */
const mostWords = 60;

function controlOf(element: Element): Control {
  const control = controlAt(element);
  const [role, path, name] = [roleOf(control), pathOf(control), nameOf(control)];
  const root = control.getRootNode() as Document | ShadowRoot; // it was found in a page
  let isAlone = true;
  for (const one of root.querySelectorAll(CSS.escape(control.localName))) {
    if (one !== control && pathOf(one) === path && roleOf(one) === role && nameOf(one) === name) isAlone = false;
    if (!isAlone) break;
  }
  const is = control === element ? 'itself' : control.contains(element) ? 'around' : 'labelled';
  return { is, role, name: name.slice(0, mostLetters), path, isAlone };
}

/** What the player itself has written into the page. */
const ours = /^(sg_|rr_)/;

/** An attribute as the page had it: what is not set in a replay stands in another. */
function asRecorded({ name, value, ownerElement }: Attr): Pair[] {
  const stood = stoodFor(name);
  if (stood !== undefined) return [[stood, value]];
  return ours.test(name) || ownerElement?.hasAttribute(standInFor(name) ?? '') ? [] : [[name, value]];
}

function count(attributes: readonly unknown[], children: readonly unknown[]): Inspected['more'] {
  const past = ({ length }: readonly unknown[]): number => Math.max(0, length - mostListed);
  return { attributes: past(attributes), inside: past(children) };
}

/** From the page's root to what it stands in. */
function lineTo(element: Element, top: Document): Element[] {
  const line: Element[] = [];
  for (let at = parentOf(element, top); at; at = parentOf(at, top)) line.unshift(at);
  return line;
}

const marked: [state: State, mark: Mark][] = [
  ['pointer', 'hover'],
  ['pressed', 'active'],
  ['focus', 'focus'],
];

function statesOf(element: Element): State[] {
  const worn = marked.flatMap(([state, mark]) => (element.hasAttribute(attributeOf(mark)) ? [state] : []));
  const { localName } = element;
  const is = (state: 'checked' | 'selected'): State[] =>
    (element as unknown as Record<string, unknown>)[state] === true ? [state] : [];
  return [
    ...worn,
    ...(localName === 'input' ? is('checked') : localName === 'option' ? is('selected') : []),
    ...(element.matches(':disabled') ? (['disabled'] as const) : []),
    ...(element.matches('[open], :popover-open') ? (['open'] as const) : []),
  ];
}

function boxOf(element: Element, top: Document): Box {
  const { x, y, width, height } = element.getBoundingClientRect();
  const box = { x, y, width, height };
  for (let { ownerDocument: document } = element; document !== top; ) {
    const frame: Element | null = document.defaultView?.frameElement ?? null;
    if (frame === null) break;
    const from = insideOf(frame);
    box.x += from.x;
    box.y += from.y;
    document = frame.ownerDocument;
  }
  return box;
}

/** What decides whether and where one sees it, and what it looks like. */
const properties =
  'display position z-index visibility opacity overflow pointer-events cursor color background-color font-family font-size font-weight margin padding'.split(
    ' ',
  );

function lookOf(element: Element): Pair[] {
  const style = styleOf(element);
  return properties.map((name): Pair => [name, style.getPropertyValue(name).slice(0, mostLetters)]);
}

function styleOf(element: Element): CSSStyleDeclaration {
  const view = element.ownerDocument.defaultView ?? window;
  return view.getComputedStyle(element);
}
