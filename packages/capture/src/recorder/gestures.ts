import type { EpochMs } from '@sightglass/wire';
import { beganAt } from '../page/target.ts';
import { rootOf } from './kids.ts';
import type { Mirror } from './mirror.ts';
import { fieldStates, type Operation } from './read.ts';
import type { RecorderParts } from './recorder.ts';

const moveEveryMs = 50;
/** Or when something else is told, or the page is looked at. */
const movesToldAfterMs = 500;

/** Each at its number; of 8 there is none. */
const interactions = 'mouseup mousedown click contextmenu dblclick focus blur touchstart - touchend touchcancel'.split(
  ' ',
);
/** So many new boxes are asked in one frame, which waits for them, where they stand. */
const mostAsked = 1_000;
/** Of what is to be told in any case. */
const unknown = ' ';
const mediaEvents = 'play pause seeked volumechange ratechange'.split(' ');

export interface GestureParts extends Pick<RecorderParts, 'typed'> {
  mirror: Pick<Mirror, 'idOf' | 'blocks'>;
  put(operation: Operation, at?: EpochMs): void;
  /** It is to be written anew. */
  renew(node: Node): void;
  /** What is in it is hidden, so nothing may tell how long it is. */
  hides(node: Node): unknown;
  /** Something is to be read: at once where a person acts, so that what they acted upon is there. */
  readNow(): void;
  markState(node: Node, name: string): void;
  /** What it stands for has come. */
  arrive(node: Node): void;
  /** Something was not read yet, and has no number. */
  waits(): unknown;
  wake(): void;
  /** False: pointer moves cost too much here. */
  movesWanted(): boolean;
}

/** What people do with the page, and what of it shows: pointer, fields, scrolling, selecting, media. */
export interface Gestures {
  /** By event name; to be listened to on every document and shadow root, capturing. */
  handlers: Record<string, (event: Event) => void>;
  /** What holds is to be told again, once all is read: what it names has other numbers. */
  again(): void;
  /** It may be scrolled. */
  scrolled(node: Node): void;
  /**
   * Tells what waits, but for what only the browser's layout knows.
   *
   * @returns whether that is to be asked. Boxes that were ever scrolled always are: what is taken out, or put elsewhere, loses its place without a word.
   */
  say(): unknown;
  /** Something new is to be asked. */
  asks(): unknown;
  /** Tells where what was scrolled stands, and what is selected. */
  ask(): void;
}

/** At which moment it plays, how loud and how fast. */
export function playingOf({ currentTime, volume, muted, playbackRate }: HTMLMediaElement): (number | boolean)[] {
  return [currentTime, volume, muted, playbackRate];
}

export function createGestures(parts: GestureParts): Gestures {
  const {
    put,
    markState,
    readNow,
    arrive,
    mirror: { idOf: id, blocks },
    waits,
    wake,
  } = parts;
  let moves: number[] = [];
  let movesFrom = 0;
  let lastMove = 0;
  let pointer = 0;
  let over: unknown;
  let x = 0;
  let y = 0;
  let pressed: unknown;
  /** Something scrolled, or is selected, of which nothing was told yet. */
  let asks: unknown;
  /** Frames have their own. */
  let selecting = document;
  let selected = '';
  /** What was done, by the node that it was done with. */
  const done = new Set<[node: unknown, operation: (id: number) => Operation]>();
  /** The page, and what was ever scrolled or may be, with what was told of it. */
  const places = new Map<Node, string>();

  /** Where it was; not in a box of which nothing is shown: that would say what stands there, as which key of a keypad. */
  function pointOf(event: Event): MouseEvent | Touch | undefined {
    // An event's path is made for whoever asks, at the price of all else here; most pages have no such box.
    if (blocks() || waits())
      for (const one of event.composedPath())
        if ((one as Element).getAttribute?.('data-sightglass') === 'block') return undefined;
    return (event as TouchEvent).changedTouches?.[0] ?? (event as MouseEvent);
  }

  /** Of frames and closed shadow roots, where nobody else listens, and of what changed in one go, of which nobody else asks if it is a secret. */
  function typed(event: Event, now?: boolean): void {
    const field = beganAt(event) as Element;
    // Also of a frame, whose classes are others.
    if (field.nodeType !== 1) return;
    if (event.currentTarget !== window || event.type === 'change') parts.typed(field, now);
    // No attribute says that a document is written in.
    if (now && field.ownerDocument.designMode === 'on') parts.renew(field.ownerDocument.documentElement);
  }

  function move(event: Event): void {
    const now = Math.round(Date.now());
    if (now - lastMove < moveEveryMs || !parts.movesWanted()) return;
    const point = pointOf(event);
    if (!point) return;
    if (now - movesFrom > movesToldAfterMs) flushMoves();
    if (!moves.length) movesFrom = lastMove = now;
    over = beganAt(event);
    x = point.clientX | 0;
    y = point.clientY | 0;
    moves.push(now - lastMove, x, y, id(over));
    lastMove = now;
  }

  function flushMoves(): void {
    if (moves.length) put([5, moves], movesFrom);
    moves = [];
  }

  function interact(event: Event): void {
    const at = beganAt(event) as Element;
    const what = interactions.indexOf(event.type);
    // A click shows what was clicked upon; what is opened, or written in from now on, gets the focus before anybody has read that.
    readNow();
    flushMoves();
    if (what < 5) pressed = what === 1 && at;
    const point = pointOf(event);
    // The focus is nowhere; whether it is to be seen only the page can say.
    const left = point?.clientX ?? +at.matches?.(':focus-visible');
    done.add([at, (node) => [6, what, node, left | 0, (point?.clientY as number) | 0, pointer]]);
    tellDone();
  }

  /** In the order in which it was done: what is new may be clicked upon before there was time to read it. */
  function tellDone(): void {
    for (const one of done) {
      const [node, operation] = one;
      const number = id(node);
      // It is yet to get one.
      if (!number && waits()) break;
      done.delete(one);
      if (number) put(operation(number));
    }
  }

  function input(event: Event): void {
    const node = beganAt(event) as HTMLSelectElement;
    typed(event, true);
    // Only a choice has any.
    markFields(node.options ?? [node]);
  }

  /** A reading finds which of its states each has. */
  function markFields(fields: Iterable<Node>): void {
    for (const field of fields) for (const name of fieldStates) markState(field, name);
    wake();
  }

  function media(event: Event): void {
    const node = id(event.target);
    if (node) put([12, node, mediaEvents.indexOf(event.type), ...playingOf(event.target as HTMLMediaElement)]);
  }

  function scroll(event: Event): void {
    scrolled(beganAt(event) as Node);
    wake();
  }

  function scrolled(node: Node): void {
    places.set(node, places.get(node) ?? '');
    asks = true;
  }

  function say(): unknown {
    flushMoves();
    tellDone();
    return asks || places.size > 1;
  }

  function ask(): void {
    // What is new may be scrolled or selected before it was read.
    asks = waits();
    const told: number[] = [];
    let left = mostAsked;
    for (const [node, before] of places) {
      if (!before && !left--) {
        scrolled(node);
        wake();
        break;
      }
      const number = id(node);
      const box = ((node as Document).scrollingElement ?? node) as Element;
      // Where a box grows upwards or to the left, it is scrolled to less than 0. What has no box now is asked until it has one.
      const now =
        number && (before || box.scrollLeft || box.scrollTop) && box.clientHeight && !parts.hides(node)
          ? [number, Math.round(box.scrollLeft), Math.round(box.scrollTop)]
          : [];
      if (`${now}` !== before) told.push(...now);
      // What is gone has no number any more, and what is new none yet.
      if (number && (before || now[0])) places.set(node, `${now}` || unknown);
      else if (number || !asks) places.delete(node);
    }
    if (told[0]) put([7, ...told]);
    const now = selection();
    // The caret moves with every key; that would tell how somebody types.
    if (`${now}` !== selected) put([13, now]);
    selected = `${now}`;
  }

  function again(): void {
    for (const node of places.keys()) places.set(node, '');
    places.set(document, unknown);
    asks = true;
    selected = '';
    done.add([over, (node) => [5, [0, x, y, node], 1]]).add([pressed, (node) => [6, 1, node]]);
    // Whoever begins here has not seen where it went. Of what has no number nothing is told.
    let focus: Element | undefined;
    let inner: Element | null | undefined = document.activeElement;
    // A document says which host or frame has it.
    while (inner) {
      focus = inner;
      inner = (focus.shadowRoot ?? (focus as HTMLIFrameElement).contentDocument)?.activeElement;
    }
    done.add([focus, (node) => [6, 5, node, +(focus as Element).matches(':focus-visible')]]);
  }

  /** Where the ranges of the selection begin and end; nothing of what they hold, and none in hidden texts. */
  function selection(): number[] {
    const now = selecting.getSelection();
    const places: number[] = [];
    // A caret has a range too, which the browser would make for us and keep up to date from then on.
    for (let left = now && !now.isCollapsed ? now.rangeCount : 0; left--; ) {
      const range = (now as Selection).getRangeAt(left); // there is one, or there are no rounds
      if (!(parts.hides(range.startContainer) || parts.hides(range.endContainer)))
        places.push(id(range.startContainer), range.startOffset, id(range.endContainer), range.endOffset);
    }
    return places;
  }

  const handlers: Gestures['handlers'] = {
    mousemove: move,
    touchmove: move,
    pointerdown: (event) => {
      // A mouse, a pen, or touch; what a script says may be none.
      pointer = 'pt'.indexOf((event as Partial<PointerEvent>).pointerType?.[0] as string) + 1;
    },
    beforeinput: (event) => typed(event),
    input,
    change: input,
    reset: (event) => markFields((event.target as HTMLFormElement).elements ?? []),
    scroll,
    selectionchange: ({ target }) => {
      // Of a field, in which nothing of the page is selected: each key moves the caret, and to ask where would have the page laid out.
      if (!selected && (target as Node).nodeType === 1) return;
      selecting = rootOf.call(target as Node) as Document; // in no shadow root it is listened to
      asks = true;
      wake();
    },
    // In the order in which they were opened: of a dialog its attribute says so too, but at once, and of a popover none does.
    toggle: ({ target }) => {
      markState(target as Node, ':open');
      wake();
    },
    fullscreenchange: ({ target }) => {
      markState(target as Node, ':open');
      wake();
    },
    // Frames that have another document now, pictures that have come, what style sheets import.
    load: ({ target }) => {
      arrive(target as Element);
      if ((target as Element).localName === 'img') markState(target as Element, ':natural');
      wake();
    },
  };
  for (const name of interactions) handlers[name] = interact;
  for (const name of mediaEvents) handlers[name] = media;
  return { handlers, again, scrolled, say, asks: () => asks, ask };
}
