export interface JsonBounds {
  maxNesting: number;
  maxValues: number;
}
export type JsonFault = { code: 'empty' | 'not_json' | 'too_deep' | 'too_many_values'; at: number };

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const blank = new Set([0x20, 0x09, 0x0a, 0x0d]);

/**
 * Looks at the bytes of a JSON document before anything is built from them: how deep it nests and how many values it can hold.
 * `JSON.parse` would take a million brackets and five million objects without a word (FAULTS M4, M5). It does not judge the
 * grammar, and the bytes need not be JSON at all.
 *
 * @returns the byte where a bound was passed; undefined: it may be parsed.
 */
export function guardJson(bytes: Uint8Array, bounds: JsonBounds): JsonFault | undefined {
  let depth = 0;
  let values = 0;
  const end = bytes.length;
  let at = 0;
  while (at < end && blank.has(bytes[at] ?? 0)) at += 1;
  if (at === end) return { code: 'empty', at: 0 };
  for (; at < end; at += 1) {
    const byte = bytes[at] as number; // inside the bounds
    if (byte === quote) {
      at += 1;
      for (let inside = bytes[at]; inside !== quote && at < end; inside = bytes[at]) at += inside === backslash ? 2 : 1;
    } else if (byte === comma) {
      values += 1;
      if (values > bounds.maxValues) return { code: 'too_many_values', at };
    } else if ((byte & 0xdf) === 0x5b) {
      // `[` is 0x5b and `{` 0x7b: they differ in one bit, and so do their closing twins below.
      depth += 1;
      values += 1;
      if (depth > bounds.maxNesting) return { code: 'too_deep', at };
      if (values > bounds.maxValues) return { code: 'too_many_values', at };
    } else if ((byte & 0xdf) === 0x5d) depth -= 1;
  }
  return undefined;
}
