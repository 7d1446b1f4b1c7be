import type { Gathered, Gathering } from './asset.ts';
import { maskTokens } from './clean.ts';
import { nameOf } from './hash.ts';

/** As somebody asks who is not logged in: without cookies, and past the browser's cache, where what came with cookies may lie. */
const stranger: RequestInit = {
  credentials: 'omit',
  cache: 'no-store',
  priority: 'low',
  referrerPolicy: 'no-referrer',
};
/** Which release of a file it is. What else looks like a token in a query lets in whoever has it. */
const releaseOf = /([?&](v|ver|version|rev|hash|h|t)=)[\w.-]{1,16}(?=&|$)/g;
const fontFile = /font|\.(woff2?|ttf|otf)\b/i;
/** Servers call fonts by many names; what it is the intake finds out by its first bytes. */
const media = /^(image|font|application\/(octet-stream|.*font.*))/;

/** `maxPageAssets` of `wire`: what a page may show in menus that are never opened must not have its server busy. */
const mostNew = 64;

/** Asks which of the addresses the project has, and fetches the others. */
export async function gather(
  { urls, origin, key, maxBytes, room: given, fontsOnly }: Gathering,
  post: (message: Gathered | 0) => void,
): Promise<void> {
  let room = given;
  /** Hosts that the page's own policy forbids (`connect-src`): each file that is asked for puts a line on the console, and is reported. */
  const forbidden = new Set<string>();
  addEventListener('securitypolicyviolation', ({ blockedURI }) => forbidden.add(hostOf(blockedURI)));

  const mayAsk = (url: string): boolean => {
    const query = url.replace(/^[^?]*/, '').replace(releaseOf, '$1');
    return maskTokens(query) === query && (!fontsOnly || fontFile.test(url));
  };

  async function fetched(url: string): Promise<string | undefined> {
    if (forbidden.has(hostOf(url))) return undefined;
    const { ok, headers, body } = await fetch(url, stranger);
    if (!ok || !body || !media.test(headers.get('content-type') ?? '')) return undefined;
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let size = 0;
    const write = (part: Uint8Array<ArrayBuffer>): void => {
      parts.push(part);
      size += part.length;
      // The rest is not loaded.
      if (size > Math.min(maxBytes, room)) throw size;
    };
    await body.pipeTo(new WritableStream({ write }));
    room -= size;
    return new Promise((resolve) => {
      const file = new FileReader();
      file.onload = () => resolve(String(file.result));
      file.readAsDataURL(new Blob(parts));
    });
  }

  /** That a policy forbade it is told a moment later. */
  const failed = (): Promise<undefined> => new Promise((go) => setTimeout(go, 100));

  try {
    const asked = urls.filter(mayAsk);
    const names = await Promise.all(asked.map((url) => hashOf(`${key} ${url}`)));
    const body = JSON.stringify(names);
    const answer = await fetch(`${origin}/v1/assets?key=${key}`, { ...stranger, method: 'POST', body });
    const known: Record<string, string> = await answer.json();
    const lacking = asked.map((url, at): Gathered => [url, known[names[at] ?? ''], undefined, names[at]]);
    for (const [url, hash] of lacking) if (hash !== undefined) post([url, hash]);
    // The next visitor finds these, and fetches others.
    for (const [url, , , name] of lacking.filter(([, hash]) => hash === undefined).slice(0, mostNew)) {
      if (room <= 0) break;
      const text = await fetched(url).catch(failed);
      // Also that it gave nothing, so that not every visitor asks again.
      post([url, text && (await hashOf(text)), text, name]);
    }
  } catch {
    // The server is away: nothing is fetched that it may have.
  }
  post(0);
}

const hostOf = (url: string): string => new URL(url).host;

/** As for every stored text. */
async function hashOf(text: string): Promise<string> {
  return nameOf(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}
