/** What was taken out of a document or put in another's place, counted. */
export interface Cleaned {
  forbidden: number;
  replaced: number;
}

/** Keys that, copied by a careless hand, change what every object inherits (FAULTS M6). */
export const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype']);
const nul = /\0/g;

/**
 * Drops forbidden keys, and puts U+FFFD for lone surrogates and NUL, in keys and values, at any depth. In place: the tree is fresh
 * from the parser. Its depth is bounded by the guard.
 */
export function cleanTree(value: unknown, cleaned: Cleaned): unknown {
  if (typeof value === 'string') return cleanText(value, cleaned);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) value[index] = cleanTree(item, cleaned);
    return value;
  }
  const object = value as Record<string, unknown>; // what JSON.parse makes of braces
  for (const key of Object.keys(object)) {
    const held = object[key];
    const name = cleanText(key, cleaned);
    if (forbiddenKeys.has(key)) cleaned.forbidden += 1;
    if (forbiddenKeys.has(key) || name !== key) delete object[key];
    if (!forbiddenKeys.has(key)) object[name] = cleanTree(held, cleaned);
  }
  return object;
}

/** A text as it is kept. */
export const asKept = (text: string): string => text.toWellFormed().replace(nul, '\uFFFD');

function cleanText(text: string, cleaned: Cleaned): string {
  const clean = asKept(text);
  if (clean !== text) cleaned.replaced += 1;
  return clean;
}
