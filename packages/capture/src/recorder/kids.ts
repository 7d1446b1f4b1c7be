import { isBlocked, type Mode } from './mode.ts';

/** Shadow roots that `attachShadow` gave out while we looked on, closed ones too. */
export type ShadowOf = (element: Element) => ShadowRoot | null;

const none: Node[] = [];
/** Frames, and what holds text for machines, which is never shown. */
const special = new Set(['script', 'noscript', 'template', 'iframe', 'frame']);

/** Most elements hold a text and nothing else, or nothing: that node or null. Undefined where `kidsOf` has to look. */
export function onlyKid(element: Element, tag: string, mode: Mode, shadowOf: ShadowOf): Node | null | undefined {
  if (isBlocked(mode) || special.has(tag)) return undefined;
  const first = element.firstChild;
  if (first && (first.nextSibling || first.nodeType === 7)) return undefined;
  return shadowOf(element) ? undefined : first;
}

/** The nodes under a node that are recorded, in document order: a shadow root first, the document in a frame of our origin. */
export function kidsOf(node: Node, mode: Mode, shadowOf: ShadowOf): Node[] {
  if (node.nodeType === 1) {
    const element = node as Element;
    const tag = element.localName;
    if (isBlocked(mode)) return none;
    if (special.has(tag)) {
      const inner = /frame/.test(tag) && documentIn(element as HTMLIFrameElement);
      return inner ? [inner] : none;
    }
    const shadow = shadowOf(element);
    const kids: Node[] = shadow ? [shadow] : [];
    for (let kid = element.firstChild; kid; kid = kid.nextSibling) if (kid.nodeType !== 7) kids.push(kid);
    return kids;
  }
  if (node.nodeType !== 9 && node.nodeType !== 11) return none;
  const kids: Node[] = [];
  for (let kid = node.firstChild; kid; kid = kid.nextSibling) if (kid.nodeType !== 7) kids.push(kid);
  return kids;
}

/** Null for a frame of another origin. */
export function documentIn(frame: HTMLIFrameElement): Document | null {
  try {
    return frame.contentDocument;
  } catch {
    // Browsers say null; some old ones threw.
    return null;
  }
}
