import { templateHost } from '@sightglass/privacy';
import { templatePath } from './words.ts';

const maxPathChars = 1_024;
const maxAddressChars = 8_192;
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
    host: parsed.host === page?.host ? '' : templateHost(parsed.host),
    path: templatePath(parsed.path, keepFile),
    query: parsed.query,
  };
}
