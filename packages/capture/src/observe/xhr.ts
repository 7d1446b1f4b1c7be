import { toJson } from '../scene/json.ts';
import type { Scene } from '../scene/scene.ts';
import type { Waiting } from '../scene/waiting.ts';
import { beginCall, mimeOf } from './calls.ts';
import { over } from './over.ts';

/** Watches `XMLHttpRequest`: its prototype's `open` tells the address, `send` begins the call. */
export function observeXhr(scene: Scene, waiting: Waiting): void {
  const proto = XMLHttpRequest.prototype;
  const opened = new WeakMap<XMLHttpRequest, [method: string, url: string]>();

  type Open = typeof proto.open;
  const open = (original: Open): Open =>
    function (this: XMLHttpRequest, ...args: Parameters<Open>) {
      opened.set(this, [String(args[0]), String(args[1])]);
      return original.apply(this, args);
    } as Open;
  over(scene, proto, 'open', open);
  over(
    scene,
    proto,
    'send',
    (original) =>
      function (this: XMLHttpRequest, body) {
        scene.guard.run(() => watch(scene, waiting, this, opened.get(this), body));
        return original.call(this, body);
      },
  );
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
  call.sent(body);
  let failure: 'network' | 'abort' | 'timeout' = 'network';
  const heard = scene.guard.wrap(({ type }: Event) => {
    if (type !== 'loadend') {
      failure = type as typeof failure;
      return;
    }
    for (const name of names) xhr.removeEventListener(name, heard);
    if (xhr.status === 0) return call.failed(failure);
    const { mime, readable } = mimeOf(xhr.getResponseHeader('content-type'), null);
    const isText = /^(text)?$/.test(xhr.responseType);
    const text = isText ? xhr.responseText : xhr.responseType === 'json' ? toJson(xhr.response) : '';
    call.answered(xhr.status, mime, xhr.getAllResponseHeaders(), readable ? text : undefined);
  });
  const names = ['abort', 'timeout', 'loadend'];
  for (const name of names) xhr.addEventListener(name, heard);
}
