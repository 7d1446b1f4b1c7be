import { native } from '../scene/native.ts';
import { isShown } from './kids.ts';
import { type Heard, patch } from './patches.ts';
import type { RecorderParts } from './recorder.ts';

interface RootParts extends Pick<RecorderParts, 'listen' | 'wrap'> {
  /** Ends all listening. */
  signal: AbortSignal;
  observed(changes: MutationRecord[]): void;
  handlers: Record<string, (event: Event) => void>;
  heard: Heard;
}

/** Documents and shadow roots that are looked on. */
export interface Roots {
  all: ReadonlySet<Document | ShadowRoot>;
  /** Looks on from now; again after `document.open`, which takes all listeners away. */
  meet(root: Document | ShadowRoot): void;
  shadowOf(element: Element): ShadowRoot | null;
  /** The node stands in one of them, and in the page. */
  isWatched(node: Node): unknown;
  /** What the observer has seen and not told yet. */
  take(): MutationRecord[];
  stop(): void;
}

/** Of what is heard, these are known to any document; all others are heard in each shadow root, since they reach no document from inside it. */
const composed = /click|menu|mouse|pointer|touch|input/;

export function createRoots({ observed, handlers, heard, listen: hear, wrap, signal }: RootParts): Roots {
  const all = new Set<Document | ShadowRoot>();
  const closed = new WeakMap<Element, ShadowRoot>();
  /** Frames, with the document that was seen in each. */
  const frames = new Map<Element, Node>();
  let anyClosed = false;
  /** Of windows that are patched, and of events that are heard on our own. */
  const undos = new Map<typeof Element | string, () => void>();
  const observer = new (native(window, 'MutationObserver'))(wrap(observed));
  const safe = Object.entries(handlers).map(([name, handler]) => [name, wrap(handler)] as const);
  const listening = native(EventTarget.prototype, 'addEventListener');

  /** In the page itself others hear what is about to be typed. */
  function listen(root: Document | ShadowRoot): void {
    const isDocument = root.nodeType === 9;
    // What is loaded no window hears.
    for (const [name, handler] of safe)
      if (root === document && name !== 'load') {
        if (name !== 'beforeinput') undos.set(name, hear(name, handlers[name] as EventListener));
      } else if (isDocument || (name !== 'selectionchange' && (!composed.test(name) || isClosed(root as ShadowRoot))))
        listening.call(root, name, handler, { capture: true, passive: true, signal });
  }

  /** From a closed root no event tells where it began, so its own listeners must. */
  const isClosed = (root?: ShadowRoot): boolean => root?.mode === 'closed';

  function patchWindow(view: (Window & typeof globalThis) | null | undefined): void {
    // A frame has one window for all that it shows, and each has classes of its own.
    if (!view || undos.has(view.Element)) return;
    undos.set(
      view.Element,
      patch(view, {
        ...heard,
        shadowMade(host, root) {
          if (isClosed(root)) {
            anyClosed = true;
            closed.set(host, root as ShadowRoot);
          }
          heard.shadowMade(host);
        },
      }),
    );
  }

  return {
    all,
    meet(root) {
      // Those of a page that is gone are let go.
      for (const one of all) if (!isShown(one)) all.delete(one);
      all.add(root);
      observer.observe(root, { childList: true, characterData: true, attributes: true, subtree: true });
      listen(root);
      const view = (root as Document).defaultView as (Window & typeof globalThis) | null | undefined;
      patchWindow(view);
      if (view?.frameElement) frames.set(view.frameElement, root);
    },
    shadowOf: (element) => element.shadowRoot ?? (anyClosed ? (closed.get(element) ?? null) : null),
    isWatched: (node) => isShown(node) && all.has(node.getRootNode() as Document | ShadowRoot),
    take() {
      // One that was moved has another, and may never load it; where its own document was opened anew nobody hears it load.
      for (const [frame, inner] of frames)
        if ((frame as HTMLIFrameElement).contentDocument !== inner) {
          frames.delete(frame);
          heard.shadowMade(frame);
        }
      return observer.takeRecords();
    },
    stop() {
      observer.disconnect();
      all.clear();
      for (const undo of undos.values()) undo();
    },
  };
}
