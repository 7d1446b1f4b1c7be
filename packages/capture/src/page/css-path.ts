import { parentOf } from './around.ts';

/** Names that a developer gave: letters, with hyphens and underscores. Digits make them generated or somebody's. */
const chosen = /^[a-z]+([-_]+[a-z]+)*$/i;

/** A short CSS path for people: `main > form#new-order > button.primary`. At most four steps, ending at an id. */
export function cssPath(element: Element): string {
  const steps: string[] = [];
  for (let at: Element | null = element; at && steps.length < 4 && at !== document.documentElement; at = parentOf(at)) {
    const { id } = at;
    const named = id && chosen.test(id) && id.length < 32;
    const style = (at.getAttribute('class') ?? '').split(/\s+/).find((name) => chosen.test(name) && name.length < 32);
    steps.unshift(at.localName.slice(0, 40) + (named ? `#${id}` : style ? `.${style}` : ''));
    if (named) break;
  }
  return steps.join(' > ');
}
