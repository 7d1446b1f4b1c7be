import { maxJsonChars } from '../scene/json.ts';
import { native } from '../scene/native.ts';
import type { Scene } from '../scene/scene.ts';
import type { Waiting } from '../scene/waiting.ts';
import { beginCall, type Call, mimeOf } from './calls.ts';
import { apply, over } from './over.ts';

/**
 * One that is too long, or takes longer than this, is let go on the way: a stream that the page cancels goes on for as long as somebody else
 * reads it, and holds one of the few connections that a browser has for a host.
 */
const answerWithinMs = 10_000;

/** Watches `fetch`, and reads answers from a copy. */
export function observeFetch(scene: Scene, waiting: Waiting): void {
  over(scene, window, 'fetch', (original, self, args) => {
    const call = scene.guard.run(() => begin(scene, waiting, ...(args as Parameters<typeof fetch>)));
    const promise: Promise<Response> = apply(original, self, args);
    const told = scene.guard.run(() => {
      if (!call) return;
      const then = native(promise, 'then');
      void then.call(
        promise,
        (answer) => read(scene, call, answer).catch(() => undefined),
        scene.guard.wrap((reason?: Error) => call.failed(reason?.name)),
      );
      // The page gets what follows from the browser's own: a failure that we have heard of counts as heard, and the page would not be told
      // that nobody handles it. Some put more on theirs, such as a way to `cancel`; `__zone_symbol__state` or `_value` is what a library's own
      // are made of. It throws by itself: where Zone.js hands a failure on, who listens for `rejectionhandled` hears that nobody handles it.
      if ((Object.keys(promise)[0] as string) > 'a') return promise;
      return then.call(promise, undefined, (reason) => {
        throw reason;
      });
    });
    return told ?? promise;
  });
}

/** A call, and the body of what it was made with, which is being read. */
type Begun = Call & { reading?: Promise<unknown> };

function begin(scene: Scene, waiting: Waiting, input: RequestInfo | URL, init?: RequestInit): Begun | undefined {
  const request = input instanceof Request ? input : undefined;
  const call: Begun | undefined = beginCall(
    scene,
    waiting,
    'fetch',
    init?.method ?? request?.method ?? 'GET',
    request?.url ?? String(input),
  );
  if (init?.body) call?.sent(init.body);
  // Whether there is one not every browser tells: read, it is empty where there is none.
  else if (call && request && mimeOf(request.headers.get('content-type')).isRead)
    call.reading = bodyOf(request).then(call.sent, () => undefined);
  return call;
}

async function bodyOf(request: Request): Promise<string> {
  // A stream of the page's own is left to whoever sends it. Where there are such, all else is read in bytes; it throws, as what has no body does.
  if ('duplex' in request) (request.body as ReadableStream).getReader({ mode: 'byob' }).releaseLock();
  return request.clone().text();
}

async function read(scene: Scene, call: Begun, answer: Response): Promise<void> {
  const { status, headers } = answer;
  const { mime, isRead } = mimeOf(headers.get('content-type'), headers.get('content-length'));
  let text = '';
  try {
    const decoder = new TextDecoder();
    // By hand: of a pipe that breaks Firefox tells the page that a rejection is handled by now. There may be nothing to read.
    const reader = isRead && answer.clone().body?.getReader();
    if (reader) {
      const letGo = (): unknown => reader.cancel().catch(() => undefined);
      scene.after(answerWithinMs, letGo);
      while (true) {
        const { value, done } = await reader.read();
        if (done) break;
        text += decoder.decode(value, { stream: true });
        if (text[maxJsonChars]) letGo();
      }
    }
  } catch {
    // The page has taken the body, or has let go of it: the answer is told without.
  }
  // An answer may come before what was sent is read: where the page gives it by itself, from a service worker or a store of its own.
  await call.reading;
  // Not in a function of its own: what waits to let go would hold the text for as long.
  scene.guard.wrap(call.answered)(status, mime, headers, text);
}
