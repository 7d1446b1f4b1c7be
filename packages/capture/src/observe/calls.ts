import { placeOf } from '../privacy/path.ts';
import type { CallDraft, Caught } from '../scene/caught.ts';
import { newId } from '../scene/id.ts';
import { maxJsonChars, parseJson } from '../scene/json.ts';
import type { Scene } from '../scene/scene.ts';
import type { Waiting } from '../scene/waiting.ts';

/** One call from its start to its answer, however it is made. */
export interface Call {
  sent(body: unknown): void;
  answered(status: number, mime: string, headers: Headers | string, text?: string): void;
  /** @param why - The type of an event, or the name of an error: `abort`, `TimeoutError`. */
  failed(why: string | undefined): void;
}

/** Begins a call; undefined for our own requests and for what goes nowhere (`data:`, `blob:`). */
export function beginCall(
  scene: Scene,
  waiting: Waiting,
  type: 'fetch' | 'xhr',
  method: string,
  address: string,
): Call | undefined {
  const place = placeOf(address, scene.known);
  if (!place || scene.isOurs(place.url)) return undefined;
  const { url, host, path } = place;
  const { moment, known } = scene;
  const startedMs = performance.now();
  const caught: Caught = { ...place, startedMs };
  const call: CallDraft = {
    kind: 'resource',
    // The view that asked, though the answer may come in the next.
    ...scene.here(),
    ...scene.owed(),
    id: newId(),
    type,
    method: method.toUpperCase().slice(0, 16),
    host,
    path,
    status: 0,
    durationMs: 0,
  };
  moment.signs++;

  function ended(now?: unknown): void {
    moment.signs++;
    call.durationMs = Math.max(0, performance.now() - startedMs);
    const say = (): void => {
      if (call.failure === 'network' && moment.forbidden.has(url.replace(/#.*/s, ''))) call.failure = 'blocked';
      scene.say(call);
    };
    (now ? waiting.use : waiting.useSettled)((later) => {
      if (!later.understand(call, caught)) say();
    }, say);
  }

  return {
    sent(body) {
      caught.sent = body;
      // The page's fields may be gone when the answer is there.
      if (body) waiting.use((later) => later.sent(caught));
    },
    answered(status, mime, headers, text) {
      caught.headers = headers;
      call.status = status;
      if (mime) call.mime = mime.slice(0, 256);
      caught.answer = parseJson(text);
      // What a page says in several languages (`/locales/de/shop.json`, `/api/i18n/de`) is the product's own text and not anybody's data.
      if (status < 400 && !/i18n|lang|locale|translation/.test(path)) remember(caught.answer, 0);
      // What is not read is told once the browser has had time to bring it: it knows then how long it took.
      ended(text);
    },
    failed(why) {
      call.failure = (/abort|timeout/i.exec(why as string)?.[0].toLowerCase() as 'abort') ?? 'network';
      // That the page's policy forbade it the browser tells beside the call, and perhaps after it.
      ended();
    },
  };

  function remember(value: unknown, depth: number): void {
    if (typeof value === 'string')
      if (/^[[{]/.test(value)) remember(parseJson(value), depth + 1);
      else known.answered(value);
    else if (typeof value === 'object' && value && depth < 12)
      // What an answer of GraphQL says of its errors is the product's own text, too.
      for (const [key, inside] of Object.entries(value).slice(0, 1_000))
        if (key !== 'errors') remember(inside, depth + 1);
  }
}

/** The type of an answer without its parameters, and whether its body is to be read: JSON only, never a stream. */
export function mimeOf(header: string | null, length?: string | number | null): { mime: string; isRead: boolean } {
  const mime = (header ?? '').replace(/;.*/s, '').trim();
  return { mime, isRead: /[/+]json$/i.test(mime) && !(Number(length) > maxJsonChars) };
}
