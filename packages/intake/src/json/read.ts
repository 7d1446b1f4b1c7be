import { type Cleaned, cleanTree } from './clean.ts';
import { guardJson, type JsonBounds, type JsonFault } from './guard.ts';
import { locateFault } from './locate.ts';

export type ReadJson = { value: unknown; cleaned: Cleaned } | { fault: JsonFault };

/**
 * Bytes become a JSON value that is safe to walk: bounded in depth and number, without forbidden keys, all text well-formed.
 *
 * @param toText - UTF-8 to text; bytes that are no UTF-8 become U+FFFD, and a byte order mark stays (and is refused).
 */
export function readJson(bytes: Uint8Array, bounds: JsonBounds, toText: (bytes: Uint8Array) => string): ReadJson {
  const guarded = guardJson(bytes, bounds);
  if ('fault' in guarded) return guarded;
  const text = toText(bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Its message would quote the body; where it stopped is found again from the bytes.
    return { fault: { code: 'not_json', at: locateFault(bytes) ?? 0 } };
  }
  const cleaned: Cleaned = { forbidden: 0, replaced: 0 };
  return { value: guarded.plain ? value : cleanTree(value, cleaned), cleaned };
}
