import { forbiddenKeys } from './clean.ts';

export interface JsonBounds {
  maxNesting: number;
  maxValues: number;
}
/** `plain`: nothing in it can be in need of cleaning: no forbidden key, no lone surrogate, no NUL. */
export type Guarded = { fault: JsonFault } | { plain: boolean };
export type JsonFault = { code: 'empty' | 'not_json' | 'too_deep' | 'too_many_values'; at: number };

const forbidden = [...forbiddenKeys].map((key) => Array.from(key, (letter) => letter.charCodeAt(0)));
const quote = 0x22;
const backslash = 0x5c;
const letterU = 0x75;
const comma = 0x2c;
const blank = new Set([0x20, 0x09, 0x0a, 0x0d]);

/**
 * Looks at the bytes of a JSON document before anything is built from them: how deep it nests and how many values it can hold.
 * `JSON.parse` would take a million brackets and five million objects without a word (FAULTS M4, M5). It does not judge the
 * grammar, and the bytes need not be JSON at all.
 *
 * @returns the byte where a bound was passed, or that it may be parsed.
 */
export function guardJson(bytes: Uint8Array, bounds: JsonBounds): Guarded {
  // Looked for at once, which is far quicker: without one, a string ends at the next quote.
  const escapes = bytes.includes(backslash);
  let plain = true;
  let depth = 0;
  let values = 0;
  const end = bytes.length;
  let at = 0;
  while (at < end && blank.has(bytes[at] ?? 0)) at += 1;
  if (at === end) return { fault: { code: 'empty', at: 0 } };
  for (; at < end; at += 1) {
    const byte = bytes[at] as number; // inside the bounds
    if (byte === quote) {
      at += 1;
      const from = at;
      if (escapes)
        for (let inside = bytes[at]; inside !== quote && at < end; inside = bytes[at]) {
          // Only `\u` can write a lone surrogate, a NUL, or a key in other letters than its own.
          if (inside === backslash && bytes[at + 1] === letterU) plain = false;
          at += inside === backslash ? 2 : 1;
        }
      else while (at < end && bytes[at] !== quote) at += 1;
      if (isForbiddenLength(at - from) && isForbidden(bytes, from, at)) plain = false;
    } else if (byte === comma) {
      values += 1;
      if (values > bounds.maxValues) return { fault: { code: 'too_many_values', at } };
    } else if ((byte & 0xdf) === 0x5b) {
      // `[` is 0x5b and `{` 0x7b: they differ in one bit, and so do their closing twins below.
      depth += 1;
      values += 1;
      if (depth > bounds.maxNesting) return { fault: { code: 'too_deep', at } };
      if (values > bounds.maxValues) return { fault: { code: 'too_many_values', at } };
    } else if ((byte & 0xdf) === 0x5d) depth -= 1;
  }
  return { plain };
}

function isForbiddenLength(length: number): boolean {
  return length === 9 || length === 11;
}

function isForbidden(bytes: Uint8Array, from: number, until: number): boolean {
  return forbidden.some(
    (key) =>
      key[0] === bytes[from] && key.length === until - from && key.every((byte, index) => bytes[from + index] === byte),
  );
}
