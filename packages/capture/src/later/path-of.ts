import { cssPath } from '../page/css-path.ts';

/** Where an element stands as something is told of it: once the page has taken it out, nobody says what it was. */
export function pathOf(element: Node | null | undefined): string | undefined {
  return element instanceof Element ? cssPath(element) : undefined;
}
