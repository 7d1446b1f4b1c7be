import { forbiddenKeys } from './clean.ts';

export interface JsonBounds {
  maxNesting: number;
  maxValues: number;
}
/** `plain`: nothing in it can be in need of cleaning: no forbidden key, no lone surrogate, no NUL. */
export type Guarded = { fault: JsonFault } | { plain: boolean };
export type JsonFault = { code: 'empty' | 'not_json' | 'too_deep' | 'too_many_values'; at: number };

const forbidden = [...forbiddenKeys].map((key) => Array.from(key, (letter) => letter.charCodeAt(0)));
const backslash = 0x5c;
const letterU = 0x75;
const [isQuote, isComma, isOpening, isClosing] = [1, 2, 3, 4];
/** By byte: what it means outside of strings; 0: nothing that is counted. */
const kinds = tableOf({ '"': isQuote, ',': isComma, '[': isOpening, '{': isOpening, ']': isClosing, '}': isClosing });
/** By byte: where to look up inside of strings. */
const endsOnly = tableOf({ '"': 1 });
const endsOrEscapes = tableOf({ '"': 1, '\\': 1 });
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
  const ends = bytes.includes(backslash) ? endsOrEscapes : endsOnly;
  let plain = true;
  let depth = 0;
  let values = 0;
  const { maxNesting, maxValues } = bounds;
  const end = bytes.length;
  let at = 0;
  while (at < end && blank.has(bytes[at] ?? 0)) at += 1;
  if (at === end) return { fault: { code: 'empty', at: 0 } };
  for (; at < end; at += 1) {
    const kind = kinds[bytes[at] as number]; // inside the bounds, here and below
    if (kind === 0) continue;
    if (kind === isQuote) {
      at += 1;
      const from = at;
      for (;;) {
        while (at < end && ends[bytes[at] as number] === 0) at += 1;
        if (bytes[at] !== backslash) break;
        // Only `\u` can write a lone surrogate, a NUL, or a key in other letters than its own.
        if (bytes[at + 1] === letterU) plain = false;
        at += 2;
      }
      if (isForbiddenLength(at - from) && isForbidden(bytes, from, at)) plain = false;
    } else if (kind === isClosing) depth -= 1;
    else {
      values += 1;
      if (kind === isOpening) {
        depth += 1;
        if (depth > maxNesting) return { fault: { code: 'too_deep', at } };
      }
      if (values > maxValues) return { fault: { code: 'too_many_values', at } };
    }
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

function tableOf(meanings: Record<string, number>): Uint8Array {
  const table = new Uint8Array(256);
  for (const [letter, meaning] of Object.entries(meanings)) table[letter.charCodeAt(0)] = meaning;
  return table;
}
