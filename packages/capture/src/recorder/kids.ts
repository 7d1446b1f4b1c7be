import { isBlocked, type Mode } from './mode.ts';

/** Shadow roots that `attachShadow` gave out while we looked on, closed ones too. */
export type ShadowOf = (element: Element) => ShadowRoot | undefined;

/** Frames, and what holds text for machines, which is never shown. */
const special = /^(script|no[efs]\w+|i?frame|template)$/;

/**
 * What stands where as the browser has it, whatever a form calls its fields. Elements of Stencil without a shadow root (the fields of Ionic)
 * show scripts nothing but what their slots hold, and to that themselves as what it stands in.
 */
export const {
  firstChild: { get: firstIn },
  nextSibling: { get: nextTo },
  parentNode: { get: outerOf },
  getRootNode: { value: rootOf },
} = Object.getOwnPropertyDescriptors(Node.prototype) as unknown as Record<
  'firstChild' | 'nextSibling' | 'parentNode',
  { get(this: unknown): Node | null }
> & { getRootNode: { value: Node['getRootNode'] } };

/** Also of a shadow root or of a frame's document. */
export function outside(node: Node): Node | null | undefined {
  try {
    return outerOf.call(node) ?? (node as ShadowRoot).host ?? (node as Document).defaultView?.frameElement;
  } catch {
    // Firefox has a view of a document that its frame has left for another origin, and tells nothing of it.
  }
}

/** It stands in the page, or in a frame of it: the document of a frame that was taken out stays one, and is seen by nobody. */
export const isShown = (node: Node): unknown => (rootOf.call(node, { composed: true }) as Document).defaultView;

/**
 * The nodes under a node that are recorded, in document order: a shadow root first, the document in a frame of our origin.
 *
 * @param usual - It is known to be an element that shows what it holds.
 */
export function kidsOf(node: Node, mode: Mode, shadowOf: ShadowOf, usual?: unknown): Node[] {
  const kids: Node[] = [];
  if (usual || node.nodeType === 1) {
    const element = node as Element;
    if (isBlocked(mode)) return kids;
    if (!usual && special.test(element.localName)) {
      // Null for a frame of another origin.
      const inner = (element as HTMLIFrameElement).contentDocument;
      if (inner) kids.push(inner);
      return kids;
    }
    const shadow = shadowOf(element);
    // A field that is called so stands in its place in a form, and among what that holds as well.
    if (shadow?.host) kids.push(shadow);
  }
  for (let kid = firstIn.call(node); kid; kid = nextTo.call(kid)) kids.push(kid);
  return kids;
}
