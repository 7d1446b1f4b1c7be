import { native } from '../scene/native.ts';
import { isShown, rootOf } from './kids.ts';
import { type Heard, patch } from './patches.ts';
import type { RecorderParts } from './recorder.ts';

interface RootParts extends Pick<RecorderParts, 'listen' | 'wrap'> {
  /** Ends all listening. */
  signal: AbortSignal;
  observed(changes: MutationRecord[]): void;
  handlers: Record<string, (event: Event) => void>;
  /** Made after this. */
  heard(): Omit<Heard, 'shadowMade'>;
  shadowMade(host: Element): void;
}

/** Documents and shadow roots that are looked on. */
export interface Roots {
  /** Those that are gone are in it until somebody takes them out. */
  all: Set<Document | ShadowRoot>;
  /** Looks on from now; again after `document.open`, which takes all listeners away. */
  meet(root: Document | ShadowRoot): void;
  shadowOf(element: Element): ShadowRoot | undefined;
  /** The node stands in one of them, and in the page. */
  isWatched(node: Node): unknown;
  /** What the observer has seen and not told yet. */
  take(): MutationRecord[];
  stop(): void;
}

/** Of what is heard, these are known to any document; all others are heard in each shadow root, since they reach no document from inside it. */
const composed = /click|menu|mouse|pointer|touch|input/;

export function createRoots({ observed, handlers, heard, shadowMade, listen: hear, wrap, signal }: RootParts): Roots {
  const all = new Set<Document | ShadowRoot>();
  /** Closed ones by their host. */
  const closed = new WeakMap<Element, ShadowRoot>();
  /** Frames, with the document that was seen in each. */
  const frames = new Map<Element, Node>();
  /** Of events that are heard on our own. */
  const undos: (() => void)[] = [];
  /** Of windows, by a class of theirs: held by nothing else, the page of a frame that is gone goes. */
  const patches = new WeakMap<typeof Element, () => void>();
  const observer = new (native(window, 'MutationObserver'))(wrap(observed));
  const safe = Object.entries(handlers).map(([name, handler]) => [name, handler, wrap(handler)] as const);
  const listening = native(EventTarget.prototype, 'addEventListener');

  /** From a closed root no event tells where it began, so its own listeners must. */
  const isClosed = (root?: ShadowRoot): boolean => root?.mode === 'closed';

  return {
    all,
    meet(root) {
      const isKnown = all.has(root);
      all.add(root);
      observer.observe(root, { childList: true, characterData: true, attributes: true, subtree: true });
      // In the page itself others hear what is about to be typed, and are safe themselves. What is loaded no window hears.
      for (const [name, own, handler] of safe)
        if (root === document && name !== 'load') {
          // Where one is heard again, all of them are.
          if (name !== 'beforeinput' && (!isKnown || name === 'click')) undos.push(hear(name, own));
        } else if (
          root.nodeType === 9 ||
          (name !== 'selectionchange' && (!composed.test(name) || isClosed(root as ShadowRoot)))
        )
          listening.call(root, name, handler, { capture: true, passive: true, signal });
      const view = viewOf(root);
      if (!view) return;
      if (view.frameElement) frames.set(view.frameElement, root);
      // A frame has one window for all that it shows, and each has classes of its own.
      if (!patches.has(view.Element))
        patches.set(
          view.Element,
          patch(view, {
            ...heard(),
            shadowMade(host, made) {
              if (isClosed(made)) closed.set(host, made as ShadowRoot);
              shadowMade(host);
            },
          }),
        );
    },
    shadowOf: (element) => element.shadowRoot ?? closed.get(element),
    isWatched: (node) => isShown(node) && all.has(rootOf.call(node) as Document | ShadowRoot),
    take() {
      // One that was moved has another, and may never load it; where its own document was opened anew nobody hears it load.
      for (const [frame, inner] of frames)
        if ((frame as HTMLIFrameElement).contentDocument !== inner) {
          frames.delete(frame);
          shadowMade(frame);
        }
      return observer.takeRecords();
    },
    stop() {
      observer.disconnect();
      for (const root of all) patches.get(viewOf(root)?.Element as typeof Element)?.();
      all.clear();
      for (const undo of undos) undo();
    },
  };
}

function viewOf(root: Node): (Window & typeof globalThis) | null | undefined {
  return (root as Document).defaultView as ReturnType<typeof viewOf>;
}
