import { toJson } from '../scene/json.ts';
import { native } from '../scene/native.ts';
import type { Scene } from '../scene/scene.ts';
import type { Waiting } from '../scene/waiting.ts';
import { beginCall, mimeOf } from './calls.ts';
import { apply, over } from './over.ts';

/** Watches `XMLHttpRequest`: its prototype's `open` tells the address, `send` begins the call. */
export function observeXhr(scene: Scene, waiting: Waiting): void {
  const proto = XMLHttpRequest.prototype;
  const opened = new WeakMap<XMLHttpRequest, [method: string, url: string]>();

  over(scene, proto, 'open', (original, self, args) => {
    scene.guard.run(() => opened.set(self, args.map(String) as [string, string]));
    return apply(original, self, args);
  });
  over(scene, proto, 'send', (original, self, args) => {
    scene.guard.run(() => watch(scene, waiting, self, opened.get(self), args[0]));
    return apply(original, self, args);
  });
}

function watch(
  scene: Scene,
  waiting: Waiting,
  xhr: XMLHttpRequest,
  opened: [string, string] | undefined,
  body: unknown,
): void {
  const call = opened && beginCall(scene, waiting, 'xhr', ...opened);
  if (!call) return;
  const ended = new AbortController();
  call.sent(body);
  const heard = scene.guard.wrap(({ loaded, type }: ProgressEvent) => {
    ended.abort();
    // Who was called before us may have opened it anew.
    if (!xhr.status) return call.failed(type);
    const { mime, isRead } = mimeOf(xhr.getResponseHeader('content-type'), loaded);
    const text = isRead && (xhr.responseType === 'json' ? toJson(xhr.response) : xhr.response);
    call.answered(xhr.status, mime, xhr.getAllResponseHeaders(), text);
  });
  for (const name of ['load', 'error', 'abort', 'timeout'])
    native(xhr, 'addEventListener').call(xhr, name, heard as EventListener, ended);
}
