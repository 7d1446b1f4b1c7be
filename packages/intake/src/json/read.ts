import { type Cleaned, cleanTree } from './clean.ts';
import { guardJson, type JsonBounds, type JsonFault } from './guard.ts';
import { locateFault } from './locate.ts';
import { lookOver } from './look.ts';

export type ReadJson = { value: unknown; cleaned: Cleaned } | { fault: JsonFault };
/** `plain`: nothing in it is in need of `cleanTree`. */
export type ParsedJson = { value: unknown; plain: boolean } | { fault: JsonFault };

/**
 * Bytes become a JSON value that is safe to walk: bounded in depth and number, without forbidden keys, all text well-formed.
 *
 * @param toText - UTF-8 to text; bytes that are no UTF-8 become U+FFFD, and a byte order mark stays (and is refused).
 */
export function readJson(bytes: Uint8Array, bounds: JsonBounds, toText: (bytes: Uint8Array) => string): ReadJson {
  const parsed = parseJson(bytes, bounds, toText);
  if ('fault' in parsed) return parsed;
  const cleaned: Cleaned = { forbidden: 0, replaced: 0 };
  return { value: parsed.plain ? parsed.value : cleanTree(parsed.value, cleaned), cleaned };
}

/**
 * The same, not cleaned yet. What is too short to hold too many values is parsed first and looked over then, which is quicker than to
 * guard its bytes; what is wrong with it, the guard finds out.
 */
export function parseJson(bytes: Uint8Array, bounds: JsonBounds, toText: (bytes: Uint8Array) => string): ParsedJson {
  if (bytes.length <= bounds.maxValues) {
    const text = toText(bytes);
    const value = parse(text);
    const seen = value === undefined ? undefined : lookOver(value, bounds.maxNesting);
    // Only `\u` can write a lone surrogate or a NUL.
    if (seen !== undefined && !seen.tooDeep) return { value, plain: !seen.forbidden && !text.includes('\\u') };
  }
  const guarded = guardJson(bytes, bounds);
  if ('fault' in guarded) return guarded;
  const value = parse(toText(bytes));
  return value === undefined
    ? { fault: { code: 'not_json', at: locateFault(bytes) ?? 0 } }
    : { value, plain: guarded.plain };
}

/** undefined: it is no JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Its message would quote the body; where it stopped is found again from the bytes.
    return undefined;
  }
}
