/**
 * What the page says of an element with `data-sightglass`: `mask`, `block` or `allow`. The nearest word counts; a host's holds inside its
 * shadow.
 */
export function markOf(element: Element): string {
  let at: Element | null = element;
  while (at) {
    const marked: Element | null = at.closest('[data-sightglass]');
    if (marked) return marked.getAttribute('data-sightglass') ?? '';
    // The rule of the host holds inside its shadow.
    const root: Node = at.getRootNode();
    at = root instanceof ShadowRoot ? root.host : null;
  }
  return '';
}

/** True where the page asked not to be read. */
export function isHidden(element: Element): boolean {
  return /^(mask|block)$/.test(markOf(element));
}
