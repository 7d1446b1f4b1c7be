import { placeholderOf } from './word.ts';

const maxPathChars = 1_024;
const maxAddressChars = 8_192;
const codeFile = /\.(m?js|cjs|[jt]sx?|css|woff2?|ttf|otf|wasm|map)$/i;
const address = /^(https?|wss?):\/\/(?:[^/?#@]*@)?([^/?#]+)([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/is;

/** An address taken apart; nothing of it is scrubbed yet. */
export interface Address {
  host: string;
  path: string;
  query: string;
  hash: string;
}

/** Where something on the network is, with everything removed that could be somebody's. */
export interface Place {
  /** Empty for the page's own origin. */
  host: string;
  path: string;
  /** Not scrubbed: see `queryOf`. */
  query: string;
}

/** Takes an address apart; undefined for `data:`, `blob:` and what is no address of the network. A path alone is on the page's host. */
export function takeApart(url: string, page?: Address): Address | undefined {
  const short = url.slice(0, maxAddressChars);
  const [, , host, path, query, hash] = address.exec(short) ?? [];
  if (host !== undefined) return { host: host.toLowerCase(), path: path || '/', query: query ?? '', hash: hash ?? '' };
  if (page === undefined || !short.startsWith('/')) return undefined;
  return takeApart(short.startsWith('//') ? `http:${short}` : `http://${page.host}${short}`);
}

/**
 * `/orders/10023/lines` → `/orders/{integer}/lines`. Query, fragment and path parameters (`;jsessionid=`) are left out.
 *
 * @param keepFile - Keeps the name of a script, style or font, hash and all: source maps are found by it.
 */
export function templatePath(pathname: string, keepFile = false): string {
  const parts = pathname
    .slice(0, maxAddressChars)
    .replace(/[?#].*$/s, '')
    .split('/');
  const last = parts.length - 1;
  return parts
    .map((part, at) => (keepFile && at === last && codeFile.test(part) ? part : segment(part)))
    .join('/')
    .slice(0, maxPathChars);
}

/** One part of a path, or one key of an object. */
export function segment(raw: string): string {
  const text = decoded(raw.replace(/;.*$/s, ''));
  if (text === '' || /^\{\w+\}$/.test(text)) return text;
  if (/[^@\s]@[^@\s]/.test(text)) return '{email}';
  const extension = /^(.+)(\.[a-z][a-z\d]{1,4})$/i.exec(text);
  const [stem, ending] = extension ? [extension[1] ?? '', extension[2] ?? ''] : [text, ''];
  const placeholder = placeholderOf(stem);
  if (placeholder) return placeholder + ending;
  // A name in another script is a name; anything with blanks, signs or control characters in it is not a developer's word.
  if (/[^\p{L}\p{M}\d._~$-]/u.test(stem)) return '{token}';
  return stem.split(/[-_.~]/).some((word) => placeholderOf(word) && /\D/.test(word)) ? `{code}${ending}` : text;
}

/** A page's route: the path, and the hash when it is used as one (`#/orders/7`). */
export function routeOf({ path, hash }: Pick<Address, 'path' | 'hash'>): string {
  const route = /^!?(\/.*)$/s.exec(hash)?.[1];
  return (templatePath(path) + (route ? `#${templatePath(route)}` : '')).slice(0, maxPathChars);
}

/** See {@link Place}; undefined for `data:`, `blob:` and what is no address. */
export function placeOf(url: string, page: Address | undefined, keepFile = false): Place | undefined {
  const parsed = takeApart(url, page);
  if (parsed === undefined) return undefined;
  return {
    host:
      parsed.host === page?.host
        ? ''
        : parsed.host.replace(/[^.:]+/g, (part) => (/\D/.test(part) && placeholderOf(part)) || part).slice(0, 256),
    path: templatePath(parsed.path, keepFile),
    query: parsed.query,
  };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // A stray percent sign: taken as it stands, which the rules then call a token.
    return part;
  }
}
