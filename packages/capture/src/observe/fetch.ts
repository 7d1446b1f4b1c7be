import type { Scene } from '../scene/scene.ts';
import type { Waiting } from '../scene/waiting.ts';
import { beginCall, type Call, mimeOf } from './calls.ts';
import { over } from './over.ts';

/** Watches `fetch`. The page gets the very promise that the browser made: we listen beside it, and read from a copy. */
export function observeFetch(scene: Scene, waiting: Waiting): void {
  const { guard } = scene;
  const by = (original: typeof fetch): typeof fetch =>
    function (this: unknown, input, init) {
      const call = guard.run(() => begin(scene, waiting, input, init));
      const promise = original.call(this as typeof globalThis, input, init);
      if (call)
        promise.then(
          guard.wrap((answer) => void read(scene, call, answer)),
          guard.wrap((reason) => {
            const name = (reason as { name?: unknown } | null)?.name;
            call.failed(name === 'AbortError' ? 'abort' : name === 'TimeoutError' ? 'timeout' : 'network');
          }),
        );
      return promise;
    };
  over(scene, window, 'fetch', by);
}

function begin(scene: Scene, waiting: Waiting, input: RequestInfo | URL, init?: RequestInit): Call | undefined {
  const request = input instanceof Request ? input : undefined;
  const call = beginCall(
    scene,
    waiting,
    'fetch',
    init?.method ?? request?.method ?? 'GET',
    request?.url ?? String(input),
  );
  if (init?.body) call?.sent(init.body);
  else if (call && request?.body && mimeOf(request.headers.get('content-type'), null).readable)
    void request
      .clone()
      .text()
      .then(call.sent, () => undefined);
  return call;
}

async function read(scene: Scene, call: Call, answer: Response): Promise<void> {
  const { headers } = answer;
  const { mime, readable } = mimeOf(headers.get('content-type'), headers.get('content-length'));
  let text: string | undefined;
  try {
    if (readable) text = await answer.clone().text();
  } catch {
    // The page has taken the body, or has let go of it: the answer is told without.
  }
  scene.guard.run(() => call.answered(answer.status, mime, headers, text));
}
