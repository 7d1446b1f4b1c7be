import { nearest, parentOf } from './around.ts';

/** Names that a developer gave: letters, with hyphens and underscores. Digits make them generated or somebody's. */
const chosen = /^(?!.{32})[a-z]+([-_]+[a-z]+)*$/i;

/** A short CSS path for people: `main > form#new-order > button.primary`. At most four steps, ending at an id. */
export function cssPath(element: Element): string {
  const steps: string[] = [];
  for (
    let at: Element | null = nearest(element, '[data-sightglass=block]') ?? element;
    at && !steps[3] && at !== document.documentElement;
    at = parentOf(at)
  ) {
    // A form's may be a field that is called so: none of these.
    const { id } = at;
    const named = chosen.test(id);
    const style = (at.getAttribute('class') ?? '').split(/\s+/).find((name) => chosen.test(name));
    // A mail address in the page's markup (`<ada@…>`) is an element by that name.
    const tag = at.localName.replace(/.*[^\w-].*/, 'x').slice(0, 40);
    steps.unshift(tag + (named ? `#${id}` : style ? `.${style}` : ''));
    if (named) break;
  }
  return steps.join(' > ');
}
