import { toJson } from '../scene/native.ts';
import type { Scene } from '../scene/scene.ts';
import type { Waiting } from '../scene/waiting.ts';
import { beginCall, mimeOf } from './calls.ts';

/** Watches `XMLHttpRequest`: its prototype's `open` tells the address, `send` begins the call. */
export function observeXhr(scene: Scene, waiting: Waiting): void {
  const proto = XMLHttpRequest.prototype;
  const { open, send } = proto;
  const opened = new WeakMap<XMLHttpRequest, [method: string, url: string]>();

  const ourOpen = function (this: XMLHttpRequest, ...args: Parameters<typeof open>) {
    opened.set(this, [String(args[0]), String(args[1])]);
    return open.apply(this, args);
  } as typeof open;
  const ourSend: typeof send = function (this: XMLHttpRequest, body) {
    scene.guard.run(() => watch(scene, waiting, this, opened.get(this), body));
    return send.call(this, body);
  };
  proto.open = ourOpen;
  proto.send = ourSend;
  scene.onStop(() => {
    if (proto.open === ourOpen) proto.open = open;
    if (proto.send === ourSend) proto.send = send;
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
