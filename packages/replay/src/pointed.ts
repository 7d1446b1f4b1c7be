import type { ReplayEvent } from '@sightglass/wire';
import { attributeOf, type Mark, marks } from './pseudo-classes.ts';

/**
 * What the visitor pointed at, pressed, and had the focus in, as attributes of a page that can have none of it: see `pseudo-classes.ts`. Our
 * recorder and rrweb's tell where the focus goes and that it went: also with what is taken out, hidden or disabled while it has it.
 */
export interface Pointed {
  take(event: ReplayEvent): void;
  /** The pointer is over this now. */
  over(node: Node): void;
  /** What has the focus. */
  focused(nodeOf: (id: number) => Node | null): Node | null;
  /** Dresses the page as it stands. */
  settle(nodeOf: (id: number) => Node | null): void;
}

/** rrweb's `IncrementalSource`: MouseMove, MouseInteraction, TouchMove. */
const [mouseMove, interaction, touchMove] = [1, 2, 6];
/** rrweb's `MouseInteractions`. */
const starts = new Set([1, 7]);
const ends = new Set([0, 2, 3, 9, 10]);
const [focus, blur] = [5, 6];

/**
 * @param top - The document of the page itself; what is above it is ours.
 * @param dress - Brings a browser's own looks to a node in a shadow root, or a host.
 */
export function createPointed(top: () => Document | null, dress: (node: Node) => void): Pointed {
  const marked = new Map<Mark, Set<Element>>(marks.map((mark) => [mark, new Set()]));
  let hovered: Node | null = null;
  let isNew = false;
  /** Where a mouse is, in the pixels of the document that it is over. */
  let place: { x: number; y: number } | null = null;
  /** What it was over before a finger came, which leaves it there: a browser shows nothing of what that moves over. */
  let before = 0;
  let isFinger = false;
  let pressed = 0;
  let focused = 0;
  let isVisible = false;

  function wear(mark: Mark, wanted: readonly Element[]): void {
    const worn = marked.get(mark);
    if (!worn) return;
    const next = new Set(wanted);
    const name = attributeOf(mark);
    for (const element of worn)
      if (!next.has(element)) {
        element.removeAttribute(name);
        element.part.remove(name);
      }
    for (const element of next) {
      if (!element.hasAttribute(name)) element.setAttribute(name, '');
      if (element.hasAttribute('part')) wearAsPart(element, name);
    }
    marked.set(mark, next);
  }

  return {
    take({ type, data }) {
      if (type === 2) {
        hovered = place = null;
        pressed = focused = before = 0;
      }
      if (type !== 3) return;
      const { source, type: what, id, x, y, pointerType, positions } = data as Record<string, unknown>; // judged by `harmless`
      const isTouch = source === touchMove || (source === interaction && typeof what === 'number' && what > blur);
      const isMouse = source === mouseMove || (source === interaction && typeof what === 'number' && what < focus);
      if (isMouse || isTouch) isFinger = isTouch;
      if (isMouse) before = Number(source === mouseMove ? lastOf(positions)?.id : id);
      if (source === mouseMove) place = lastOf(positions);
      if (source !== interaction || typeof what !== 'number' || typeof id !== 'number') return;
      // Moves are told now and then; where somebody clicked is told each time.
      if (what < focus) place = pointerType !== 2 && typeof x === 'number' && typeof y === 'number' ? { x, y } : null;
      if (starts.has(what)) pressed = id;
      else if (ends.has(what)) pressed = 0;
      else if (what === focus) {
        focused = id;
        isVisible = x === 1;
      } else if (what === blur && id === focused) focused = 0;
    },
    over(node) {
      if (isFinger) return;
      hovered = node;
      isNew = true;
    },
    focused: (nodeOf) => nodeOf(focused),
    settle(nodeOf) {
      if (isFinger) hovered = nodeOf(before) ?? hovered;
      before = 0;
      // Where it went to comes first: what unfolds under a mouse is laid out by that, and before it another may have stood there.
      if (isNew) wear('hover', withLabelled(inBox(lineOf(hovered, top()), place)));
      isNew = false;
      // What has come or gone under a mouse that stands still: it is over what is there now, but for what it holds.
      const under = inBox(
        lineOf((pressed === 0 && place && hovered && hitAt(hovered, place)) || hovered, top()),
        place,
      );
      wear('hover', withLabelled(under));
      const press = inBox(lineOf(nodeOf(pressed), top()), place);
      const [held] = press;
      // What is taken from under the button is pressed no more, what it stood in still is.
      while (press[0]?.getClientRects().length === 0) press.shift();
      // What is dragged away is let go without a word. A slot is under the pointer, and has no box of its own.
      if (hovered !== null && press.some(isDraggable) && held !== under[0]) pressed = 0;
      wear('active', pressed === 0 ? [] : withLabelled(press));
      const [field, ...around] = lineOf(nodeOf(focused), top());
      const has = field && !isPage(field) ? [field] : [];
      const shows = has.filter((element) => isVisible || isWrittenIn(element));
      has.push(...has.flatMap(hostsOf));
      for (const element of [...shows, ...press.slice(0, 1)]) dress(element);
      wear('focus', has);
      wear('focus-visible', shows);
      // A frame, and what it stands in, has no part in the focus of what is in it.
      wear('focus-within', field && has.length > 0 ? [field, ...around.filter((one) => isOf(one, field))] : []);
    },
  };
}

/** Whoever asks for a part of something is told by its names, also through those that hand it on. */
function wearAsPart(element: Element, name: string): void {
  if (!element.part.contains(name)) element.part.add(name);
  for (let root = element.getRootNode(); 'host' in root; ) {
    const host = root.host as Element; // as it is of a shadow root
    const parts = host.getAttribute('exportparts');
    if (parts && !parts.includes(name)) host.setAttribute('exportparts', `${parts}, ${name}`);
    root = host.getRootNode();
  }
}

function lastOf(positions: unknown): { x: number; y: number; id: unknown } | null {
  const { x, y, id } = (Array.isArray(positions) ? positions.at(-1) : null) ?? {};
  return typeof x === 'number' && typeof y === 'number' ? { x, y, id } : null;
}

function hitAt(over: Node, { x, y }: { x: number; y: number }): Node | null {
  const document = over.ownerDocument;
  let hit = document?.elementFromPoint(x, y) ?? null;
  for (let inner = hit; inner; ) {
    hit = inner;
    inner = hit.shadowRoot?.elementFromPoint(x, y) ?? null;
    // Where nothing in it is there, it is the host itself.
    if (inner?.getRootNode() !== hit.shadowRoot) break;
  }
  return hit?.closest('[inert]')?.parentElement ?? slottedAt(hit, x, y) ?? hit;
}

/** A text that stands in a slot there: of that a browser names the host alone, and the pointer is over all that the slot stands in as well. */
function slottedAt(host: Element | null, x: number, y: number): Node | undefined {
  if (!host?.shadowRoot) return undefined;
  const range = host.ownerDocument.createRange();
  return [...host.childNodes].find((node) => {
    if (!(node as Partial<Text>).data?.trim() || !(node as Text).assignedSlot) return false;
    range.selectNode(node);
    return [...range.getClientRects()].some(
      ({ left, top, right, bottom }) => x >= left && x < right && y >= top && y < bottom,
    );
  });
}

/** Beside an open dialog the pointer is over its backdrop, which is no element, though events name the dialog. */
function inBox(line: Element[], place: { x: number; y: number } | null): Element[] {
  const [first] = line;
  if (!place || first?.localName !== 'dialog') return line;
  const { left, top, right, bottom } = first.getBoundingClientRect();
  return place.x >= left && place.x < right && place.y >= top && place.y < bottom ? line : [];
}

/** The element that a node is or stands in, and what it is shown in: slots and hosts, and of a frame's document the frame. */
function lineOf(node: Node | null, top: Document | null): Element[] {
  const line: Element[] = [];
  if (!node?.isConnected) return line;
  for (let at: Node | null = node; at && at !== top; at = above(at)) if (at.nodeType === 1) line.push(at as Element);
  return line;
}

function above(node: Node): Node | null {
  if (node.nodeType === 9) return (node as Document).defaultView?.frameElement ?? null;
  return (node as Element).assignedSlot ?? node.parentNode ?? (node as Partial<ShadowRoot>).host ?? null;
}

/** What a label is for is under the pointer with it, and pressed with it. */
function withLabelled(line: Element[]): Element[] {
  const labels = line.filter(({ localName }) => localName === 'label') as HTMLLabelElement[];
  return [...line, ...labels.flatMap(({ control }) => control ?? [])];
}

/** They have the focus of what is in their shadow roots; whether it is to be seen is said of that alone. */
function hostsOf(element: Element): Element[] {
  const hosts: Element[] = [];
  // A link that stands alone has a `host` as well, and so has a page with a form of that name.
  for (
    let root = element.getRootNode();
    root.nodeType === 11 && 'host' in root;
    root = (hosts.at(-1) as Element).getRootNode()
  )
    hosts.push(root.host as Element); // as it is of a shadow root
  return hosts;
}

function isOf(element: Element, other: Element): boolean {
  return element.ownerDocument === other.ownerDocument;
}

function isPage({ localName }: Element): boolean {
  return localName === 'html' || localName === 'body';
}

function isDraggable(element: Element): boolean {
  return element.getAttribute('draggable') === 'true' || element.localName === 'img' || element.matches('a[href]');
}

const untyped = /^(button|checkbox|color|file|image|radio|range|reset|submit)$/;

/** Where one writes, the focus is seen however it came. */
function isWrittenIn(element: Element): boolean {
  const { localName } = element;
  if (localName === 'input') return !untyped.test((element as HTMLInputElement).type);
  return localName === 'textarea' || (element as HTMLElement).isContentEditable === true;
}
