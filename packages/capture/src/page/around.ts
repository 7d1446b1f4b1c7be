/** What an element is shown in: where its host puts it, also across the shadow root that it is at the top of. */
export function parentOf(element: Element): Element | null {
  return element.assignedSlot ?? element.parentElement ?? hostOf(element);
}

/** The nearest element that fits, from `element` on. The browser looks for it much faster than we could. */
export function nearest(element: Element | null, selector: string): Element | null {
  return element && (element.closest(selector) ?? nearest(hostOf(element), selector));
}

function hostOf(element: Element): Element | null {
  const root = element.getRootNode() as ShadowRoot; // or a document, or a fragment
  return root.nodeType === 11 ? root.host : null;
}
