import { templateHost, templatePath } from '@sightglass/privacy';
import type { KnownTexts } from './known.ts';

/** Where something on the network is, with everything removed that could be somebody's. */
export interface Place {
  /** The whole address, for this page's own use: never sent. */
  url: string;
  /** Empty for the page's own origin. */
  host: string;
  path: string;
  /** Names of query parameters; what their values look like is the caller's to tell. */
  params: URLSearchParams;
}

/**
 * A page's route: the path, and the hash when it is used as one (`#/orders/7`).
 */
export function routeOf(location: { pathname: string; hash: string }, known: KnownTexts): string {
  const hash = /^#!?(\/.*)$/s.exec(location.hash)?.[1];
  return (templatePath(location.pathname, known) + (hash ? `#${templatePath(hash, known)}` : '')).slice(0, 1_024);
}

/**
 * Takes an address apart; undefined for `data:`, `blob:` and what is no address.
 *
 * @param keepFile - See `templatePath`.
 */
export function placeOf(url: string, known: KnownTexts, keepFile?: boolean): Place | undefined {
  let parsed: URL;
  try {
    parsed = new URL(url, document.baseURI);
  } catch {
    // Not an address: the caller says so in its own words.
    return undefined;
  }
  if (!/^(http|ws)/.test(parsed.protocol)) return undefined;
  return {
    url: parsed.href,
    host:
      parsed.host === location.host
        ? ''
        : // Another of the page's own, where somebody has typed an address of theirs, is told by its name.
          known.isData(parsed.host) && !parsed.host.endsWith(location.host.split('.').slice(-2).join('.'))
          ? '{text}'
          : templateHost(parsed.host),
    path: templatePath(parsed.pathname, known, keepFile),
    // Taken apart only where somebody asks.
    get params() {
      return parsed.searchParams;
    },
  };
}
