/** What an element stands in, also across the shadow root that it is at the top of. */
export function parentOf(element: Element): Element | null {
  return element.parentElement ?? hostOf(element);
}

/** The nearest element that fits, from `element` on. The browser looks for it much faster than we could. */
export function nearest(element: Element | null, selector: string): Element | null {
  for (let at = element; at; at = hostOf(at)) {
    const found = at.closest(selector);
    if (found) return found;
  }
  return null;
}

function hostOf(element: Element): Element | null {
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root.host : null;
}
