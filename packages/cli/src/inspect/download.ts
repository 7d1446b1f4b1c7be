import { type BundleFile, maxBundleLength, maxMapLength, maxScriptLength } from '@sightglass/bundle';
import { inlineMap, mapAddress, maxFiles } from './gather.ts';

const timeoutMs = 15_000;

/** The scripts that a page loads from its own host, and the chunks that those name, with their maps where the host gives them. */
export async function download(page: URL, get: typeof fetch): Promise<BundleFile[]> {
  const first = await textOf(page, get, maxScriptLength);
  if (first === undefined) return [];
  const isPage = /^\s*</.test(first);
  const waiting = isPage ? scriptsIn(first, page) : [page];
  const seen = new Set(waiting.map(String));
  const files: BundleFile[] = isPage ? [{ path: 'index.html', text: first }] : [];
  let length = 0;
  for (let at = waiting.shift(); at && files.length < maxFiles && length < maxBundleLength; at = waiting.shift()) {
    const text = at.href === page.href ? first : await textOf(at, get, maxScriptLength);
    if (text === undefined || /^\s*</.test(text)) continue; // a page in place of a script: there is none
    length += text.length;
    const map = await mapOf(at, text, get);
    files.push({ path: at.pathname.slice(1), text, ...(map === undefined ? {} : { map }) });
    for (const chunk of chunksIn(text, at, page)) {
      if (seen.has(chunk.href)) continue;
      seen.add(chunk.href);
      waiting.push(chunk);
    }
  }
  return files;
}

function scriptsIn(html: string, page: URL): URL[] {
  const found = [
    ...html.matchAll(/<script\b[^>]*?\bsrc\s*=\s*["']?([^"'\s>]+)/gi),
    ...html.matchAll(/<link\b[^>]*?\bhref\s*=\s*["']?([^"'\s>]+\.m?js)/gi),
  ];
  return unique(
    found.map(([, address = '']) => address.replaceAll('&amp;', '&')),
    page,
    page,
  );
}

/** Names of chunks are literals in what Vite, Rollup and esbuild write, relative to the script or to the root. */
function chunksIn(text: string, script: URL, page: URL): URL[] {
  const found = [...text.matchAll(/["'`]((?:\.{0,2}\/)?[\w@./-]{1,200}\.m?js)["'`]/g)].map(
    ([, address = '']) => address,
  );
  return unique(
    found.map((address) => (/^\.{0,2}\//.test(address) ? address : `/${address}`)),
    script,
    page,
  );
}

function unique(addresses: readonly string[], base: URL, page: URL): URL[] {
  const found = new Map<string, URL>();
  for (const address of addresses) {
    if (!URL.canParse(address, base.href)) continue;
    const url = new URL(address, base.href);
    if (url.origin === page.origin) found.set(url.href, url);
  }
  return [...found.values()];
}

async function mapOf(script: URL, text: string, get: typeof fetch): Promise<string | undefined> {
  const address = mapAddress(text);
  if (address === undefined) return undefined;
  const inline = inlineMap(address);
  if (inline !== undefined || !URL.canParse(address, script.href)) return inline;
  const url = new URL(address, script.href);
  return url.origin === script.origin ? textOf(url, get, maxMapLength) : undefined;
}

/** The text at an address; `undefined` when it is not to be had, or longer than a bound. */
async function textOf(url: URL, get: typeof fetch, longest: number): Promise<string | undefined> {
  try {
    const answer = await get(url, { signal: AbortSignal.timeout(timeoutMs) });
    if (!answer.ok || Number(answer.headers.get('content-length') ?? 0) > longest) return undefined;
    const text = await answer.text();
    return text.length > longest ? undefined : text;
  } catch {
    return undefined; // a script that cannot be fetched is missing from the bundle, and the document says how many were read
  }
}
