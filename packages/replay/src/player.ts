import { Replayer } from '@rrweb/replay';
import type { eventWithTime } from '@rrweb/types';
import type { ReplayEvent, SegmentContent } from '@sightglass/wire';
import { createAnimated } from './animated.ts';
import { endAnimations, letGoEndless } from './animations.ts';
import { createChoices } from './choices.ts';
import { createDresser, unmoved } from './dress.ts';
import { bringsMath, makeMath } from './math.ts';
import { lastMoveOnly } from './moves.ts';
import type { PartAddresses } from './part-addresses.ts';
import { createPartsOfFiles } from './parts-of-files.ts';
import { createPictures, plainVideos } from './pictures.ts';
import { createPointed } from './pointed.ts';
import { ownLooks } from './pseudo-classes.ts';
import { createRootElements, withRoot } from './root-elements.ts';
import { createScrollBars } from './scroll-bars.ts';
import { createScrolls } from './scrolls.ts';
import { createTicked } from './ticked.ts';
import { createTopLayer } from './top-layer.ts';
import { createUndecided } from './undecided.ts';

/**
 * One page being rebuilt, event by event, with rrweb's replayer. This file alone knows rrweb, and some of its private parts
 * (pinned version): `getCastFn`, which applies one event, the `flush` that ends a run of them, how it dresses a page, and what it would do with hovering, fields and media. Its own timer is not
 * used: the time is our clock's, over many pages at once.
 */
export interface Player {
  readonly frame: HTMLIFrameElement;
  size(): { width: number; height: number };
  /** Applies events in order. An event that fails costs itself alone; answers how many did. */
  apply(events: readonly ReplayEvent[]): number;
  /** Applies a part of a run, which `settle` ends: so that a long run can be more than one task. */
  slice(events: readonly ReplayEvent[]): number;
  settle(): void;
  /** Whether the page's own animations run. */
  setMoving(moving: boolean): void;
  stop(): void;
}

interface Inside {
  getCastFn(event: eventWithTime, isSync: boolean): () => void;
  emitter: { emit(event: string): void };
  hoverElements(element: Element): void;
  applyInput(told: { id: number; text: string; isChecked: boolean }): void;
  insertStyleRules(within: Element, before: Node | null): void;
  mediaManager: { isSupportedMediaElement(node: Node): boolean };
}

/** What a rebuilt page may load: pictures and fonts that are part of the recording itself, and nothing else. */
export const framePolicy =
  "default-src 'none'; img-src data: blob:; font-src data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'";

/** What folds in `details` no document names among its animations, so nobody can bring it to its end: it folds while the page plays. */
const stillDetails = ':root:not([sg_moving]) ::details-content { transition: none !important }';

/**
 * Fields whose value is the attribute, which is told as any other: who writes the value of one that is ticked gives it an attribute, and the button
 * that it may become shows that. A file's nobody may write.
 */
const valueIsAttribute = /^(hidden|submit|image|reset|button|checkbox|radio|file)$/;

/** From here on a run goes through rrweb's virtual document: slower to begin, faster for many changes. */
const bulk = 200;

/**
 * @param format - Of the page's segments: what our own says is carried out to the letter, on the document itself.
 * @param partAddresses - The stage's, which it has from page to page.
 * @param barsOver - The visitor's scroll bars took no room, as on phones.
 */
export function createPlayer(
  root: HTMLElement,
  format: SegmentContent['format'],
  partAddresses: PartAddresses,
  barsOver: boolean,
): Player {
  const dress = createDresser();
  const topLayer = createTopLayer(dress);
  const pictures = createPictures();
  const partsOfFiles = createPartsOfFiles(partAddresses);
  const scrolls = createScrolls(dress);
  const choices = createChoices();
  const undecided = createUndecided();
  const ticked = createTicked();
  const animated = createAnimated();
  const rootElements = createRootElements(
    (node) => replayer.getMirror().hasNode(node),
    (root) => wear(root, root.querySelector(':scope > head')),
  );
  let hasMath = false;
  const replayer = new Replayer([], {
    root,
    liveMode: true,
    mouseTail: false,
    triggerFocus: false,
    showWarning: false,
    showDebug: false,
    logger: { log: () => undefined, warn: () => undefined },
    UNSAFE_replayCanvas: false,
    insertStyleRules: [unmoved, stillDetails, plainVideos, ownLooks],
    // The replayer tells of real nodes only.
    plugins: [
      {
        onBuild(node) {
          topLayer.built(node as Node);
          rootElements.built(node as Node);
          pictures.built(node as Node);
          partsOfFiles.built(node as Node);
          bars.built(node as Node);
          if (format === 'rrweb/2') return;
          choices.built(node as Node);
          undecided.built(node as Node);
          ticked.built(node as Node);
          animated.built(node as Node);
        },
      },
    ],
  });
  const inside = replayer as unknown as Inside; // private in its types; see above
  const insert = inside.insertStyleRules.bind(inside);
  // Beside the head it would be counted by the page's own rules (`body:nth-child(2)`).
  const wear = (root: Element, head: Node | null): void =>
    head ? insert(head as Element, head.firstChild) : insert(root, root.firstChild);
  inside.insertStyleRules = wear;
  const { iframe } = replayer;
  const bars = createScrollBars(iframe, barsOver);
  const pointed = createPointed(() => iframe.contentDocument, dress);
  inside.hoverElements = pointed.over;
  inside.applyInput = ({ id, text, isChecked }) => {
    const field = nodeOf(id) as HTMLInputElement | null;
    if (!field) return;
    field.checked = isChecked;
    if (!valueIsAttribute.test(field.type)) field.value = text;
  };
  // Nothing is played.
  inside.mediaManager.isSupportedMediaElement = () => false;
  let size = { width: 0, height: 0 };
  let moving = false;
  /** A page was built since it was settled last. */
  let isNew = false;

  lockDown(iframe);
  if (iframe.contentDocument) makeMath(iframe.contentDocument);
  replayer.wrapper.dataset.part = 'page';
  replayer.wrapper.inert = true;
  const pointer = replayer.wrapper.querySelector<HTMLElement>('.replayer-mouse');
  if (pointer) {
    pointer.dataset.part = 'pointer';
    pointer.hidden = true;
  }

  const nodeOf = (id: number): Node | null => replayer.getMirror().getNode(id);

  function applyOne(event: ReplayEvent): boolean {
    try {
      inside.getCastFn(event as eventWithTime, true)(); // judged by `harmless`
      return true;
    } catch {
      return false; // counted by the caller
    }
  }

  function flush(): boolean {
    try {
      inside.emitter.emit('flush');
      return true;
    } catch {
      return false; // counted by the caller
    }
  }

  function apply(events: readonly ReplayEvent[]): number {
    if (events.length === 0) return 0;
    hasMath ||= bringsMath(events) || iframe.contentDocument?.querySelector('math') != null;
    // The virtual document makes formulas of HTML's elements, and loses what moves in and out of shadow roots.
    const failed = carryOut(events, format === 'rrweb/2' && events.length > bulk && !hasMath);
    settle();
    return failed;
  }

  function carryOut(events: readonly ReplayEvent[], useVirtualDom: boolean): number {
    replayer.setConfig({ useVirtualDom });
    let failed = 0;
    for (const event of lastMoveOnly(events).map(withRoot)) {
      if (event.type === 4 || isResize(event)) resize(event.data);
      pointed.take(event);
      if (scrolls.take(event, nodeOf)) continue;
      // The frame keeps its document, and with it the sheets of what stood there before.
      if (event.type === 2 && iframe.contentDocument) iframe.contentDocument.adoptedStyleSheets = [];
      if (pictures.take(event) || partsOfFiles.take(event)) continue;
      // The virtual document would change the rules of constructed sheets before it had made the sheets.
      if (adopts(event)) flush();
      // Where nothing is selected any more, nothing names the document that it was in.
      if (selects(event)) iframe.contentDocument?.getSelection()?.removeAllRanges();
      const frames = framesIn(event).flatMap((frame) => nodeOf(frame) ?? []);
      for (const frame of frames)
        if (isFrame(frame) && frame.contentDocument) {
          makeMath(frame.contentDocument);
          // Its document keeps its sheets as well.
          frame.contentDocument.adoptedStyleSheets = [];
        }
      // The document of a frame that is none would be written over the page.
      const apply = (): boolean => applyOne(event);
      const isWhole = event.type === 2;
      if (!frames.every(isFrame) || !(isWhole ? scrolls.still(iframe.contentWindow, apply) : apply())) failed += 1;
      else rootElements.told(event, nodeOf);
    }
    if (!flush()) failed += 1;
    rootElements.settle();
    for (const event of events) {
      topLayer.changed(event, nodeOf);
      if (format === 'rrweb/2') continue;
      ticked.told(event, nodeOf);
      animated.changed(event, nodeOf);
    }
    isNew ||= events.some(({ type }) => type === 2);
    return failed;
  }

  function settle(): void {
    topLayer.settle(pointed.focused(nodeOf));
    letGoOfFocus(iframe.contentDocument);
    pictures.draw(nodeOf);
    partsOfFiles.settle();
    choices.settle();
    undecided.settle();
    ticked.settle();
    animated.settle();
    pointed.settle(nodeOf);
    if (pointer) pointer.hidden = pointer.style.left === '';
    letAnimationsBe();
    // Before anything is scrolled: what takes room makes lines break, and the page longer.
    bars.settle();
    // What unfolds makes the room in which something is scrolled, and that may begin others.
    comeToRest();
    if (scrolls.settle(nodeOf)) {
      // A mouse that stands still is over what has come under it.
      pointed.settle(nodeOf);
      comeToRest();
    }
    isNew = false;
  }

  function comeToRest(): void {
    if ((!moving || isNew) && iframe.contentDocument) endAnimations(iframe.contentDocument, !moving);
  }

  function resize(data: unknown): void {
    const { width, height, bar } = data as { width: number; height: number; bar?: number }; // judged by `harmless`
    size = { width, height };
    bars.told(bar);
  }

  function setMoving(moves: boolean): void {
    const { contentDocument } = iframe;
    const isOther = moves !== moving;
    moving = moves;
    if (!isOther || !contentDocument) return;
    letAnimationsBe();
    if (moves) letGoEndless(contentDocument);
    else endAnimations(contentDocument, true);
  }

  /** The replayer stops all of the page's own where it stands still itself, also those that go by scrolling. */
  function letAnimationsBe(): void {
    const root = iframe.contentDocument?.documentElement;
    root?.classList.remove('rrweb-paused');
    root?.toggleAttribute('sg_moving', moving);
  }

  replayer.on('resize', (dimension) => {
    size = dimension as { width: number; height: number }; // rrweb's own event
  });

  return {
    ...{ frame: iframe, size: () => size, apply, settle, setMoving },
    slice: (events) => carryOut(events, false),
    stop() {
      replayer.destroy();
      partsOfFiles.stop();
    },
  };
}

/** A dialog takes the focus as it is opened. In a shadow root no style of ours keeps a browser from showing that. */
function letGoOfFocus(root: DocumentOrShadowRoot | null): void {
  const element = root?.activeElement as (HTMLElement & Partial<HTMLIFrameElement>) | null;
  if (!element) return;
  element.blur();
  letGoOfFocus(element.shadowRoot ?? element.contentDocument ?? null);
}

/** Of another window's classes, so not `instanceof`. */
function isFrame(node: Node): node is HTMLIFrameElement {
  return node.nodeName === 'IFRAME';
}

/** The numbers of the frames that get a document. */
function framesIn({ type, data }: ReplayEvent): number[] {
  const { source, adds } = data as { source: number; adds: { parentId: number; node: { type: number } }[] }; // judged by `harmless`
  return type === 3 && source === 0 ? adds.flatMap(({ parentId, node }) => (node.type === 0 ? [parentId] : [])) : [];
}

/** rrweb's `IncrementalSource` AdoptedStyleSheet. */
function adopts({ type, data }: ReplayEvent): boolean {
  return type === 3 && (data as { source: number }).source === 15; // judged by `harmless`
}

/** rrweb's `IncrementalSource` ViewportResize. */
function isResize({ type, data }: ReplayEvent): boolean {
  return type === 3 && (data as { source: number }).source === 4; // judged by `harmless`
}

/** rrweb's `IncrementalSource` Selection. */
function selects({ type, data }: ReplayEvent): boolean {
  return type === 3 && (data as { source: number }).source === 14; // judged by `harmless`
}

/**
 * The frame is same-origin, so that we may build in it, and without scripts, forms, pop-ups or navigation of anything above.
 * The policy is there before the first node, and it stays when a document is opened anew in the frame.
 */
function lockDown(frame: HTMLIFrameElement): void {
  frame.setAttribute('sandbox', 'allow-same-origin');
  frame.setAttribute('referrerpolicy', 'no-referrer');
  frame.title = 'The recorded page';
  frame.tabIndex = -1;
  const inner = frame.contentDocument;
  if (!inner) throw new Error('A sandboxed frame without a document: nothing can be shown in it safely.');
  const policy = inner.createElement('meta');
  policy.httpEquiv = 'Content-Security-Policy';
  policy.content = framePolicy;
  inner.head.prepend(policy);
}
