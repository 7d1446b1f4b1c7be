/** What was taken out of a document or put in another's place, counted. */
export interface Cleaned {
  forbidden: number;
  replaced: number;
}

/** Keys that, copied by a careless hand, change what every object inherits (FAULTS M6). */
const forbidden = new Set(['__proto__', 'constructor', 'prototype']);
const nul = /\0/g;

/** Whether {@link cleanTree} could find anything: escapes may hide a key or half a character; most documents have none. */
export function needsCleaning(text: string): boolean {
  return (
    text.includes('\\u') || text.includes('__proto__') || text.includes('"constructor"') || text.includes('"prototype"')
  );
}

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
    if (forbidden.has(key)) cleaned.forbidden += 1;
    if (forbidden.has(key) || name !== key) delete object[key];
    if (!forbidden.has(key)) object[name] = cleanTree(held, cleaned);
  }
  return object;
}

function cleanText(text: string, cleaned: Cleaned): string {
  const clean = text.toWellFormed().replace(nul, '\uFFFD');
  if (clean !== text) cleaned.replaced += 1;
  return clean;
}
