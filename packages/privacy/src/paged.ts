import type { Shape } from '@sightglass/wire';
import { isObject } from './answer.ts';

const maxCount = 100_000;
const pageParam =
  /^(page(_?(no|number|size|num|index|token))?|max_?results|first|size|per_?page|cursor|offset|limit|start(_?after)?|skip|take|after|before)$/i;
const pageSibling =
  /^(total(_?(count|items?|results|elements|hits|pages))?|count|next(_?(page|cursor|(page_?)?token))?|prev(ious)?|pages?|page(_?(no|number|size|count|info))?|meta|per_?page|last_?page|cursor|offset|limit|has_?(more|next(_?page)?)|pagination)$/i;
const list =
  /^(items?|data|results?|rows|records?|entries|list|content|hits|docs?|nodes?|edges|objects?|values?|elements)$/i;
const holder = /^(_?embedded|response|data|results?|body|page|payload)$/i;

/**
 * Writes into the shape of a paged answer how many objects its lists held: the size of a page is the product's own number. An answer is
 * paged by a parameter of its call (`page`, `limit`) or by what stands beside the list (`total`, `next`).
 */
export function countPages(answer: unknown, shape: Shape, params: Iterable<string>): void {
  count(
    answer,
    shape,
    [...params].some((name) => pageParam.test(name)),
    0,
  );
}

function count(value: unknown, shape: Shape | undefined, isPaged: boolean, depth: number): void {
  if (!shape || typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    if (isPaged && value.every(isObject)) shape.count = Math.min(value.length, maxCount);
    return;
  }
  const keys = Object.keys(value);
  const lists = keys.filter((key) => Array.isArray((value as Record<string, unknown>)[key]));
  const isPage =
    isPaged || (keys.some((key) => pageSibling.test(key)) && !isWhole(value as Record<string, unknown>, keys));
  const only = lists.find((key) => list.test(key));
  for (const key of keys) {
    // Beside `items`, other lists are whole: `categories`, `columns`.
    const isList = lists.includes(key) && (only ?? key) === key;
    if (isList || (depth < 2 && holder.test(key)))
      count((value as Record<string, unknown>)[key], shape.fields?.[key], isPage, depth + 1);
  }
}

/** A list that holds as many as there are in all is no page of it. */
function isWhole(body: Record<string, unknown>, keys: readonly string[]): boolean {
  const all = keys.find((key) => /^(total(_?(count|items?|results|elements|hits))?|count)$/i.test(key)) ?? '';
  return Object.values(body).some((held) => Array.isArray(held) && held[0] && held.length === body[all]);
}
