import { decoded } from '@sightglass/privacy';
import type { ResourceRecord } from '@sightglass/wire';
import { isTechnical, kindBefore } from './identity.ts';
import type { Seen, Standing } from './seen.ts';

type Proven = NonNullable<ResourceRecord['proven']>[number];

const maxProven = 16;
const maxChars = 128;
/** Words of a router. That something of that name was in an answer is an accident, such as a state called `new`. */
const routerWords =
  /^(log(in|out)|account|create|add|new|overview|delete|details?|me|status|stats|summary|all|index|list|find|search|remove|copy|preview|self|profile|home|settings?|my|help|update|preferences|count|sign-?(in|out|up)|recent|history|about|export|previous|mine|admin|dashboard|latest|next|register|import|print|edit|(down|up)load)$/i;

/**
 * Which parts of a path stood as a value in an answer of this session, its own included: they are data, whatever they look like. That holds
 * for words only where the name over the value fits the path (`slug` of a `category` under `/categories/…`), and for no word that opens the
 * path or follows a variable, where verbs stand.
 *
 * @param parts - As they are in the address, the empty one before the first slash included.
 * @param told - The same with placeholders.
 */
export function provenIn(parts: readonly string[], told: readonly string[], seen: Seen): Proven[] {
  if (seen.isEmpty() || parts.length !== told.length) return [];
  const proven: Proven[] = [];
  const first = told.findIndex((part) => !isTechnical(part));
  // Not by `entries`, which Prototype takes from lists.
  parts.forEach((part, at) => {
    const text = decoded(part);
    if (!text || proven[maxProven - 1] || text[maxChars]) return;
    const places = seen.whereStood(text);
    const isVariable = isPlaceholder(told[at]);
    const mayBe =
      isVariable ||
      (at > first &&
        !isTechnical(text) &&
        !routerWords.test(text) &&
        !text.includes('.') &&
        !isPlaceholder(told[at - 1]));
    const place = mayBe && placeFor(text, places, kindBefore(told, at), isVariable || at > first + 1);
    if (place) proven.push({ segment: at - 1, from: place[0] });
  });
  return proven;
}

/** The path's parts with a placeholder in each place that is proven. */
export function withProven(told: readonly string[], proven: readonly Proven[]): readonly string[] {
  return told.map((part, at) =>
    proven.some(({ segment }) => segment === at - 1) && !isPlaceholder(part) ? '{slug}' : part,
  );
}

function placeFor(text: string, places: readonly Standing[], kind: string, anywhere: boolean): Standing | undefined {
  const fitting = places.find((place) => kind && place[1] === kind);
  // What no word looks like, and no small number, is the same wherever it stood; but not by what something is named.
  const odd = /^\d{5,}$|\D.*\d|\d.*\D|.[-_]./.test(text);
  if (fitting || !odd) return fitting;
  return places.find(([key]) => (anywhere ? !/name$/i.test(key) : /(slug|handle)$/i.test(key)));
}

function isPlaceholder(part: string | undefined): boolean {
  return part?.[0] === '{';
}
