import { type BundleFile, maxBundleLength, maxMapLength, maxScriptLength } from '@sightglass/bundle';
import { inlineMap, mapAddress, maxFiles } from './gather.ts';

const timeoutMs = 15_000;

/** What a page gave, and a sentence for each thing that it names and did not give. */
export interface Downloaded {
  files: BundleFile[];
  missing: string[];
}

/** The scripts that a page loads from its own host, and the chunks that those name, with their maps where the host gives them. */
export async function download(page: URL, get: typeof fetch): Promise<Downloaded> {
  const first = await textOf(page, get, maxScriptLength);
  if (typeof first !== 'string') return { files: [], missing: [`${page.href} could not be read: ${first.why}.`] };
  const isPage = isMarkup(first);
  const waiting = isPage ? scriptsIn(first, page) : [page];
  // Names of chunks are guessed: that there is no file of such a name says nothing.
  const named = new Set(waiting.map(String));
  const seen = new Set(named);
  const files: BundleFile[] = isPage ? [{ path: 'index.html', text: first }] : [];
  const missing: string[] = [];
  let length = 0;
  while (waiting.length > 0 && files.length < maxFiles && length < maxBundleLength) {
    const at = waiting.shift() ?? page;
    const text = at.href === page.href ? first : await textOf(at, get, maxScriptLength);
    const why =
      typeof text !== 'string'
        ? text
        : isMarkup(text)
          ? { why: 'a page stands in its place', isThere: false }
          : undefined;
    if (why && (why.isThere || named.has(at.href))) missing.push(`${at.href} is left out: ${why.why}.`);
    if (why || typeof text !== 'string') continue;
    length += text.length;
    const map = await mapOf(at, text, get);
    files.push({ path: at.pathname.slice(1), text, ...(map === undefined ? {} : { map }) });
    for (const chunk of chunksIn(text, at, page)) {
      if (seen.has(chunk.href)) continue;
      seen.add(chunk.href);
      waiting.push(chunk);
    }
  }
  if (waiting.length > 0)
    missing.push(
      `${waiting.length} names of scripts were not followed: no more than ${maxFiles} scripts and ${maxBundleLength / 2 ** 20} MB of a page are read.`,
    );
  return { files, missing };
}

const isMarkup = (text: string): boolean => /^\s*</.test(text);

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
  const map = url.origin === script.origin ? await textOf(url, get, maxMapLength) : undefined;
  return typeof map === 'string' ? map : undefined;
}

/** The text at an address, or why it is not to be had; `isThere`: it is, and past a bound. */
async function textOf(
  url: URL,
  get: typeof fetch,
  longest: number,
): Promise<string | { why: string; isThere: boolean }> {
  const tooLong = { why: `it is longer than ${longest / 2 ** 20} MB`, isThere: true };
  try {
    const answer = await get(url, { signal: AbortSignal.timeout(timeoutMs) });
    if (!answer.ok) return { why: `its host answers ${answer.status}`, isThere: false };
    if (Number(answer.headers.get('content-length') ?? 0) > longest) return tooLong;
    const text = await answer.text();
    return text.length > longest ? tooLong : text;
  } catch (error) {
    const { cause, message } = error as Error; // what fetch throws
    return { why: (cause as Error | undefined)?.message || message, isThere: false };
  }
}
