import { signsOf } from '../privacy/typed-form.ts';

/** How developers call what tells one object from others, and what kind of object it is. */

/** Names that say nothing of what they hold. */
const wrapper =
  /^(items?|data|results?|rows|records?|entries|attributes|properties|list|content|hits|docs?|nodes?|edges|objects?|values?|current|body|page|payload|fields|embedded|response|me)$/i;
const technical = /^(t?rpc|graphql|rest|api|v\d+(\.\d+)?|)$/i;
/** A key of its own. */
const generic = /^(ref|username|_?id|uuid|guid|no|number|code|key|handle|name|slug)$/i;
const suffixed = /^(.+?)[_-]?(ref|id|uuid|guid|no|number|code|key|reference|nr|slug|handle|name|sku)$/i;

/**
 * What a key is the identity of: `orderId` of an `order`, `part_no` of a `part`; '' where it does not say (`id`, `code`); undefined where a
 * key of that name identifies nothing.
 */
export function identifies(key: string): string | undefined {
  if (generic.test(key)) return '';
  const [, stem = '', end = ''] = suffixed.exec(key) ?? [];
  // `piano` and `grid` end like it; a new word begins with a capital or after a sign.
  const isWord = /^[A-Z]/.test(end) || /[_-]$/.test(key.slice(0, -end.length));
  return stem && isWord ? kindOf(stem) : undefined;
}

/** `deliveryAddress.street`, `delivery_address[street]`: the same name. */
export function plainName(name: string): string {
  return signsOf(name.toLowerCase());
}

/** `orders`, `order`, `Order`: `order`. */
export function kindOf(name: string): string {
  return plainName(name)
    .replace(/people$/, 'person')
    .replace(/children$/, 'child')
    .replace(/(?<=..)ies$/, 'y')
    .replace(/(?<=sh|ch|ss|z|x)es$/, '')
    .replace(/(?<=[^su])s$/, '');
}

/** Of a path's parts, as they are in the address: what the last word that names things calls them; '' where none does. */
export function kindBefore(parts: readonly string[], end = parts.length): string {
  return kindOf(parts.slice(0, end).findLast(isNoun) ?? '');
}

/** What holds objects tells their kind, unless it is called `items` or the like. */
export function kindOfHolder(key: string): string | undefined {
  return wrapper.test(key) ? undefined : kindOf(key);
}

export function isTechnical(part: string): boolean {
  return technical.test(part);
}

/**
 * Which key is an object's own identity: `id`, else the one that names its kind (`orderId` of an order; `buchungNr` where the address has
 * `buchungen`), else one such as `code` that names nothing else, and only then the id of another thing.
 */
export function identityOf(keys: readonly string[], kind: string): string | undefined {
  const own = ['id', '_id', 'uuid', 'guid'].find((key) => keys.includes(key));
  if (own !== undefined) return own;
  const named = keys.filter((key) => identifies(key) !== undefined && !/name$/i.test(key));
  return (
    named.find((key) => identifies(key) === kind) ??
    named.find((key) => isOneWord(identifies(key) ?? '', kind)) ??
    named.find((key) => !identifies(key)) ??
    named.find((key) => /id$/i.test(key)) ??
    named[0]
  );
}

/** Plurals of other languages begin like their singular. */
function isOneWord(one: string, other: string): unknown {
  return one[3] && other[3] && (one.startsWith(other) || other.startsWith(one));
}

function isNoun(part: string): boolean {
  return /^\p{L}[\p{L}_-]*$/u.test(part) && !isTechnical(part) && !wrapper.test(part);
}
