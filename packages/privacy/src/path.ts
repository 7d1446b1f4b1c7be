import type { Known } from './known.ts';
import { placeholderOf } from './word.ts';

const maxPathChars = 1_024;
const codeFile = /\.([mc]?[jt]sx?|css|woff2?|[ot]tf|wasm|map)$/i;

/**
 * `/orders/10023/lines` → `/orders/{integer}/lines`. Query, fragment and path parameters (`;jsessionid=`) are left out.
 *
 * @param keepFile - Keeps the name of a script, style or font, hash and all: source maps are found by it. Not one that was typed.
 */
export function templatePath(pathname: string, known: Known, keepFile?: boolean): string {
  // More parts than it may have characters are not looked at: of an address of a megabyte that took seconds.
  const parts = pathname.replace(/[?#].*/s, '').split('/', maxPathChars);
  const last = parts.length - 1;
  const told = parts.map((part, at) => pathPart(part, known, keepFile && at === last));
  return (known.prove?.(parts, told) ?? told).join('/').slice(0, maxPathChars);
}

/**
 * One part of a path, or one key of an object.
 *
 * @param keepFile - Where it is the name of a script, style or font, it stays as it is, unless somebody typed it.
 */
export function pathPart(raw: string, known: Known, keepFile?: boolean): string {
  // Most parts are such words, which no other rule is about.
  if (/^[a-z]{1,15}$/.test(raw)) return known.isData(raw) ? '{token}' : raw;
  const text = decoded(raw.replace(/;.*$/s, ''));
  // No host is a number: `react@18.2.0` is a package.
  if (/^({\w+}|[\w.-]+@\d+(\.\d+){0,2}|)$/.test(text)) return text;
  // With `@2x` a picture for finer screens ends, and no address of a person, of which nothing is an ending.
  const [, stem = text, ending = ''] = /^([^@]+)((@\dx)?\.[a-z][a-z\d]{1,4})$/i.exec(text) ?? [];
  if (keepFile && codeFile.test(raw) && !known.isData(stem)) return raw;
  const placeholder = placeholderOf(stem);
  if (placeholder) return placeholder + ending;
  if (known.isData(text)) return '{token}';
  // A name in another script is a name; anything with blanks, signs or control characters in it is not a developer's word.
  if (/[^\p{L}\p{M}\d._~$-]/u.test(stem)) return '{token}';
  return stem.split(/[-_.~]/).some((word) => /\D/.test(word) && placeholderOf(word)) ? `{code}${ending}` : text;
}

/** Of a host, what may be told: its words stay, the number of a customer in it does not. */
export function templateHost(host: string): string {
  return host.replace(/[^.:]+/g, (part) => (/\D/.test(part) && placeholderOf(part)) || part).slice(0, 256);
}

/** A part of an address as it reads; one with a stray percent sign stands as it is, which the rules then call a token. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
