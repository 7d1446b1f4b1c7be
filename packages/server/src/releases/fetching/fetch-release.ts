import { limits, releasePath } from '@sightglass/wire';
import { type Guard, getGuarded } from './guarded-get.ts';

export interface FetchedFile {
  path: string;
  text: string;
}

export interface FetchBounds {
  maxFiles: number;
  maxBytes: number;
  maxMs: number;
}

/** A page with its scripts and maps, in all. */
export const fetchBounds: FetchBounds = { maxFiles: 400, maxBytes: 128 * 1024 * 1024, maxMs: 120_000 };

/**
 * The scripts that a page loads from its own origin, the chunks that those name, and their maps where the site serves them.
 * A text says why there is nothing.
 */
export async function fetchRelease(
  page: URL,
  guard: Guard,
  { maxFiles, maxBytes, maxMs }: FetchBounds,
): Promise<FetchedFile[] | string> {
  const signal = AbortSignal.timeout(maxMs);
  let left = maxBytes;
  const get = async (url: URL) => {
    const got = await getGuarded(url, guard, { maxBytes: Math.min(left, limits.maxReleaseFileBytes), signal });
    if ('text' in got) left -= got.text.length;
    return got;
  };
  const first = await get(page);
  if ('fault' in first) return first.detail;
  // Where the page really is: a redirect may have led to another host, whose scripts they then are.
  const home = first.url;
  const files: FetchedFile[] = [];
  const seen = new Set<string>();
  const waiting = sameOrigin(scriptsIn(first.text), home, home);
  for (let url = waiting.shift(); url && files.length < maxFiles && left > 0; url = waiting.shift()) {
    const path = url.pathname.slice(1);
    if (seen.has(path) || !releasePath.safeParse(path).success) continue;
    seen.add(path);
    const got = await get(url);
    if ('fault' in got || got.url.origin !== home.origin || /^\s*</.test(got.text)) continue; // what is no script is missing, and the list shows it
    files.push({ path, text: got.text });
    if (path.endsWith('.map')) continue;
    const map = /\/\/[#@] ?sourceMappingURL=(?!data:)(\S+)\s*$/.exec(got.text.slice(-2_000))?.[1];
    waiting.unshift(...sameOrigin(map === undefined ? [] : [map], url, home));
    waiting.push(...sameOrigin(chunksIn(got.text), url, home));
  }
  return files.length > 0 ? files : 'The page loads no script from its own host';
}

function scriptsIn(html: string): string[] {
  const found = [
    ...html.matchAll(/<script\b[^>]{0,2000}?\bsrc\s*=\s*["']?([^"'\s>]{1,2000})/gi),
    ...html.matchAll(/<link\b[^>]{0,2000}?\bhref\s*=\s*["']?([^"'\s>]{1,2000}\.m?js)\b/gi),
  ];
  return found.map(([, address = '']) => address.replaceAll('&amp;', '&'));
}

/** Names of chunks are literals in what bundlers write, relative to the script or to the root. */
function chunksIn(text: string): string[] {
  const found = text.matchAll(/["'`]((?:\.{0,2}\/)?[\w@./-]{1,200}\.m?js)["'`]/g);
  return [...found].map(([, address = '']) => (/^\.{0,2}\//.test(address) ? address : `/${address}`));
}

function sameOrigin(addresses: readonly string[], base: URL, home: URL): URL[] {
  return addresses
    .filter((address) => URL.canParse(address, base.href))
    .map((address) => new URL(address, base.href))
    .filter((url) => url.origin === home.origin && /\.(m?js|map)$/.test(url.pathname));
}
