import { createCleaner, maxChars } from './clean.ts';
import { createGestures } from './gestures.ts';
import { createMirror } from './mirror.ts';
import { closed, createModeOf, firstMode, hidesLength } from './mode.ts';
import { createPace, first, type Left, none, sliceMs, some } from './pace.ts';
import { createReader } from './read.ts';
import type { CreateRecorder, Piece } from './recorder.ts';
import { createRoots } from './roots.ts';
import { createSheets } from './sheets.ts';
import { createStates } from './states.ts';
import { createStream } from './stream.ts';
import { createWriter } from './write.ts';

/** A new anchor once what was written since the last outweighs it, and not more often than this. */
const anchorEveryMs = 60_000;
const minAnchorChars = 60_000;
/** Fields that scripts set are looked for this often where nothing else happens. */
const pollEveryMs = 1_000;
/** An anchor waits this long for style sheets to be read and hashed, and for a frame, which there is none of while nobody looks. */
const sheetsWaitMs = 2_000;
/** After this, writing an anchor gives way as all else does. */
const anchorWaitMs = 5_000;
/** And its style sheets, until the page is so old: without them it is bare, and on a thread that is never idle three hundredths of it are not much. */
const sheetsFirstMs = 20_000;

/**
 * Records a page as `docs/formats/segment.md` says. Observers only mark; a reading compares what is marked with what was written, in
 * slices of a few milliseconds when the page is idle, and at once before a person's click is told.
 */
export const createRecorder: CreateRecorder = (parts) => {
  const { wrap } = parts;
  const run = (task: () => unknown): unknown => wrap(task)();
  const wake = (): void => pace.wake();
  let emit: (piece: Piece) => void;
  const stream = createStream((piece) => emit(piece), wrap);
  const { put } = stream;
  const mirror = createMirror();
  const modes = createModeOf(parts.mask);
  const assets = parts.assets(put);
  const clean = createCleaner(parts, assets);
  const anew = new Set<Node>();
  const ending = new AbortController();
  /** For how long the anchor that is not complete yet comes first; 0: there is none. */
  let fillingMs = 0;
  let anchorAt = 0;
  let anchorChars = 0;
  let anchorWanted: unknown = true;
  /** Attributes, since everything was told last. */
  let leftOut: unknown;
  let poller: number | undefined;
  /** The page was left: what it hears after that, its recording needs no more. */
  let gone = false;
  let endPictures: (() => void) | undefined;
  let scale = 1;
  const scheme: MediaQueryList | undefined = window.matchMedia?.('(prefers-color-scheme: dark)');

  /**
   * On phones the window is as wide as what goes beyond the page; elsewhere a scroll bar takes of it. The page is read as it was laid out, and a
   * window that changed is laid out at once.
   */
  const size = (): unknown[] => [innerWidth, innerHeight, document.scrollingElement?.clientWidth];

  /** What several of them need. The reader is made last. */
  const common = {
    ...parts,
    mirror,
    clean,
    anew,
    put,
    wake,
    renew: (node: Node) => reader.renew(node),
    owe: (node: Node) => reader.owe(node),
    markState: (node: Node, name: string) => reader.markState(node, name),
    waits: () => reader.waits(),
  };
  const gestures = createGestures({
    ...common,
    // Within a text of which a part is hidden a place tells how long that is.
    hides(node) {
      const said = `${node.nodeValue}`;
      return (
        hidesLength(node, mirror.mode(mirror.idOf(node)) ?? closed) || said[maxChars] || parts.hideTyped(said) !== said
      );
    },
    readNow: () =>
      pace.timed(() => {
        mark();
        if (reader.waits() || sheets.waits()) readChanges();
      }),
    arrive(node) {
      reader.owe(node);
      sheets.arrive((node as HTMLStyleElement).sheet);
    },
    movesWanted: () => pace.level() < 2,
  });
  const roots = createRoots({
    ...common,
    signal: ending.signal,
    observed: (changes) =>
      pace.timed(() => {
        reader.observed(changes);
        wake();
      }),
    handlers: { ...gestures.handlers, paste: parts.brought, drop: parts.brought },
    heard: () => ({ ...sheets, run }),
    shadowMade(host) {
      if (!mirror.id(host)) return;
      reader.owe(host);
      wake();
    },
  });
  const sheets = createSheets({
    ...common,
    ...roots,
  });
  const states = createStates(parts, sheets, clean, gestures.scrolled);
  const writer = createWriter({
    ...common,
    ...roots,
    styleText: sheets.text,
    modes,
    states: states.put,
    box: states.box,
  });
  const reader = createReader({
    ...common,
    ...roots,
    styleText: sheets.text,
    writer,
    firstMode: firstMode(parts.mask),
    state: states.read,
  });
  const pace = createPace(work, tellLevel, wrap);

  /**
   * Where boxes are scrolled to, and what is selected, the browser knows once it has laid the page out, and just then tells this observer what is new to
   * it. Asked at another moment it would lay out for us what the page may change again before anybody sees it.
   */
  const laidOut = new ResizeObserver(
    wrap(() => {
      laidOut.disconnect();
      gestures.ask();
    }),
  );

  function flush(): void {
    if (gestures.say() && document.documentElement) laidOut.observe(document.documentElement);
  }

  function work(deadline: number): Left {
    if (anchorWanted && document.documentElement) {
      beginAnchor(deadline);
      return first;
    }
    sheets.work(deadline);
    states.poll(reader.markState);
    readChanges(deadline);
    flush();
    const waits = reader.waits() || sheets.waits();
    // Asked last: telling what was read may have begun its hash, and a page without its sheets is not whole.
    const sheetsWait = sheets.isReading();
    const lasts = performance.now() - anchorAt;
    const left = lasts < fillingMs || (sheetsWait && performance.now() < sheetsFirstMs) ? first : some;
    if (fillingMs) {
      if (waits || ((sheetsWait || sheets.changedLists() || gestures.asks()) && lasts < sheetsWaitMs)) return left;
      endAnchor();
    } else anchorWanted ||= lasts > anchorEveryMs && isOutweighed();
    return waits || sheetsWait ? left : none;
  }

  function beginAnchor(deadline: number): void {
    anchorWanted = false;
    mark();
    const opened = states.clear();
    // Watched before the first slice, so that nothing that happens between two slices is missed.
    roots.meet(document);
    sheets.again();
    const [base, , , tokens] = reader.anchor(document, deadline);
    // Which lies over which is told by when each opens.
    for (const [element, said] of opened) if (said) reader.markState(element, ':open');
    // Nothing else tells it of most elements. In `:is`, for where a browser does not know it: it is none then, and nothing is thrown.
    markAll(':is(:fullscreen)', ':open');
    anchorAt = performance.now();
    fillingMs = anchorWaitMs;
    put([
      0,
      base,
      {
        href: parts.scrubUrl(location.href),
        dark: scheme?.matches,
      },
      tokens,
      ...size(),
    ]);
    assets.again();
    gestures.again();
  }

  function endAnchor(): void {
    fillingMs = 0;
    put([1]);
    mirror.fit();
    anchorChars = stream.sinceAnchor();
    markAll(':target', ':on');
  }

  function markAll(selector: string, state: string): void {
    for (const element of document.querySelectorAll(selector)) reader.markState(element, state);
    wake();
  }

  function isOutweighed(): boolean {
    return stream.sinceAnchor() - anchorChars > Math.max(anchorChars, minAnchorChars);
  }

  function mark(): void {
    reader.observed(roots.take());
  }

  function readChanges(deadline = performance.now() + sliceMs): void {
    if (anchorWanted) return;
    mark();
    const operations = reader.read(deadline, pace.level() > 2);
    sheets.read(operations);
    for (const operation of operations) put(operation);
  }

  function tellLevel(level: number): void {
    put([14, 'shed', { level }]);
    // What was left out meanwhile comes back with an anchor.
    anchorWanted ||= !level && leftOut;
    leftOut = level && (leftOut || level > 2);
  }

  function hear(target: EventTarget | null | undefined, name: string, handler: (event: Event) => void): void {
    target?.addEventListener?.(name, wrap(handler), ending);
  }

  function renew(): void {
    anchorWanted = true;
    wake();
  }

  return {
    start(take) {
      emit = take;
      hear(window, 'resize', () => {
        put([8, ...size()]);
        // Pictures of which another one, or another size, is chosen by it.
        markAll('img[sizes]', ':natural');
      });
      hear(window, 'hashchange', () => markAll(':target', ':on'));
      hear(window, 'visibilitychange', () => {
        if (!gone) put([14, 'visibility', { state: document.visibilityState }]);
      });
      hear(window, 'pagehide', () => {
        gone = true;
      });
      hear(window, 'pageshow', (event) => {
        gone = false;
        if (!(event as PageTransitionEvent).persisted) return;
        put([14, 'restored', {}]);
        renew();
      });
      for (const state of ['after', 'before']) hear(window, `${state}print`, () => put([14, 'print', { state }]));
      // Style sheets say something else now.
      hear(scheme, 'change', renew);
      hear(window.visualViewport, 'resize', () => {
        const now = (visualViewport as VisualViewport).scale; // it was heard
        // Without another scale a scroll bar has come or gone.
        put(scale === now ? [8, ...size()] : [14, 'zoom', { scale: now }]);
        scale = now;
      });
      poller = window.setInterval(
        wrap(() => {
          if (document.hidden) return;
          flush();
          states.poll(reader.markState);
          // It judges anew whether we do too much only as it works, and a page may never change again after its storm.
          if (reader.waits() || sheets.asks() || sheets.changedLists() || pace.level()) wake();
        }),
        pollEveryMs,
      );
      endPictures = parts.take(parts.pictures, mirror, put, wrap);
      wake();
    },
    cut() {
      run(() => {
        readChanges();
        gestures.say();
      });
      stream.cut();
    },
    watch: stream.watch,
    renew,
    lost() {
      sheets.lost();
      assets.lost();
      put([14, 'lost', {}]);
      renew();
    },
    stop() {
      clearInterval(poller);
      laidOut.disconnect();
      endPictures?.();
      ending.abort();
      pace.stop();
      assets.stop();
      roots.stop();
      stream.cut();
      reader.letGo();
    },
  };
};
