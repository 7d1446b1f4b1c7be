import { nearest } from '../page/around.ts';

/**
 * What the page says of an element with `data-sightglass`: `mask`, `block` or `allow`. The nearest word counts; a host's holds inside its
 * shadow.
 */
export function markOf(element: Element): string {
  return nearest(element, '[data-sightglass]')?.getAttribute('data-sightglass') ?? '';
}

/** True where the page asked not to be read. */
export function isHidden(element: Element): boolean {
  return /^(?!allow$)./.test(markOf(element));
}
