import type { EpochMs } from '@sightglass/wire';
import type { Inspected, Where } from './inspected.ts';
import { pageAt } from './page-at.ts';
import { isPast, type PageStream, type Recording } from './recording.ts';
import type { LeftOut } from './slices.ts';
import type { Shown } from './stage.ts';
import { type Look, stageDocument } from './stage-document.ts';
import { type Answer, type Ask, greeting, readAnswer, type ShownPage, type Shows } from './stage-messages.ts';

export interface FramedShown extends Shown {
  /** `null`: nothing to show at that moment. */
  page: PageStream | null;
  /** What of the page there is not shown, since it would freeze the screen. */
  leftOut: LeftOut;
}

/** A stage in a frame of an opaque origin of its own, which fills `root`. See `stage-messages.ts` for what crosses. */
export interface StageFrame {
  /** By it the events of stretches reach the stage: for `watchedBy` or `glimpsedBy` of a feed, once. */
  readonly events: MessagePort;
  /**
   * Shows the session as it stood at `at`; resolves with what is then seen, which may be that it waits. Cheap to call again.
   *
   * @param tab - Only this tab; `null` follows the person.
   */
  show(recording: Recording, at: EpochMs, tab?: string | null): Promise<FramedShown>;
  /** What stands there on the page that is shown; `null`: nothing, or no page is. */
  inspect(where: Where): Promise<Inspected | null>;
  /** From the next `show` on. */
  setMoving(moving: boolean): void;
  /** The way of the pointer is drawn, from the next `show` on. */
  setTrails(trails: boolean): void;
  stop(): void;
}

interface StageParts {
  /** Address of the stage's script (the entry `stage-main.ts`), the one script that its document may run. */
  script: string;
  look: Look;
  /** Hears whatever is seen: answers to `show`, another size, and a moment that was reached after it had been waited for. */
  onShown?: (shown: FramedShown) => void;
  /** Nothing is seen: its script did not come or did not run (`missing`), or ended in an error over what was asked last (`broken`). */
  onFailed?: (how: StageFailure) => void;
}

export type StageFailure = 'missing' | 'broken';

/** Once all of its document has loaded the script has run, or never will; a busy thread may be late to hear of it. */
const graceMs = 3_000;
/** A script of some 200 kB that has not come by then is not on its way. */
const patienceMs = 30_000;

export function openStage(root: HTMLElement, { script, look, onShown, onFailed }: StageParts): StageFrame {
  const asks = new MessageChannel();
  const events = new MessageChannel();
  const answers = new Map<number, (shown: FramedShown) => void>();
  const looks = new Map<number, (found: Inspected | null) => void>();
  let isReady = false;
  let stopped = false;
  let asked: { ask: Extract<Ask, { kind: 'show' }>; page: PageStream | null } | null = null;
  let last: FramedShown = {
    ...{ page: null, width: 0, height: 0, scale: 1, failed: 0, waiting: true },
    leftOut: { nodes: 0, changes: 0, uses: 0 },
  };
  let count = 0;
  let [moving, trails] = [false, false];
  const pages = createNumbers();
  let sentWhole: PageStream['events'] | null = null;

  const frame = makeFrame(root.ownerDocument);
  let timer = setTimeout(fail, patienceMs);
  asks.port1.onmessage = ({ data }) => hear(readAnswer(data));
  frame.addEventListener('load', greet, { once: true });
  // After the listener: what is loaded may be there at once.
  frame.src = stageDocument(new URL(script, root.ownerDocument.baseURI).href, look);
  root.append(frame);

  function greet(): void {
    if (stopped) return;
    clearTimeout(timer);
    timer = setTimeout(fail, graceMs);
    // An opaque origin has no name to send to. The frame cannot have gone elsewhere: the policy of this page lets none but `data:` in.
    frame.contentWindow?.postMessage(greeting, '*', [asks.port2, events.port2]);
  }

  function fail(): void {
    if (!stopped && !isReady) onFailed?.('missing');
  }

  function hear(answer: Answer | null): void {
    if (stopped || answer === null) return;
    if (answer.kind === 'shows') take(answer);
    else if (answer.kind === 'inspects') found(answer.ask, answer.found);
    else if (answer.kind === 'ready') begin();
    else {
      forget();
      // What was answered in full stands there all the same.
      if (answers.size > 0 || last.waiting) onFailed?.('broken');
    }
  }

  /** Of all that is still asked, nothing is known. */
  function forget(): void {
    for (const resolve of looks.values()) resolve(null);
    looks.clear();
  }

  function found(ask: number, what: Inspected | null): void {
    looks.get(ask)?.(what);
    looks.delete(ask);
  }

  function begin(): void {
    isReady = true;
    clearTimeout(timer);
    if (asked) send(asked.ask);
  }

  function take({ ask, stretch, width, height, scale, failed, waiting }: Shows): void {
    if (!asked || ask > asked.ask.ask) return;
    const { page } = asked;
    const own = page?.stretch;
    if (own && stretch && own.id === stretch.id) {
      own.shown = Math.min(stretch.shown, own.came);
      own.reached = stretch.reached;
    }
    const leftOut = own?.leftOut ?? { nodes: 0, changes: 0, uses: 0 };
    const isLast = ask === asked.ask.ask;
    last = {
      page,
      width,
      height,
      scale,
      failed,
      leftOut,
      waiting: isLast ? waiting || lacks(page, asked.ask.at) : true,
    };
    for (const [number, resolve] of answers) {
      if (number > ask) break;
      answers.delete(number);
      resolve(last);
    }
    if (isLast) onShown?.(last);
  }

  function send(ask: Ask): void {
    if (ask.kind === 'show' && asked?.page && ask.page?.stretch === 'whole' && sentWhole !== asked.page.events) {
      const { events: all, anchors, format } = asked.page;
      sentWhole = all;
      send({ kind: 'whole', page: ask.page.page, format, events: all, anchors });
    }
    asks.port1.postMessage(ask);
  }

  function shownPage(page: PageStream): ShownPage {
    const { tab, page: load, until, stretch } = page;
    const about = { page: pages.of(`${tab} ${load}`), until };
    if (stretch === undefined) return { ...about, stretch: 'whole' };
    if (stretch === null) return { ...about, stretch };
    const { id, from, until: end, format, over, came } = stretch;
    return { ...about, stretch: { id, from, until: end, format, over, came } };
  }

  return {
    events: events.port1,
    show(recording, at, tab = null) {
      const page = pageAt(recording, at, tab);
      count += 1;
      const ask = { kind: 'show', ask: count, at, page: page && shownPage(page), moving, trails } as const;
      asked = { ask, page };
      if (isReady) send(ask);
      // Said at once, so that no clock runs ahead of what has not been fetched.
      if (!last.waiting && lacks(page, at)) {
        last = { ...last, page, waiting: true };
        onShown?.(last);
      }
      return new Promise((resolve) => answers.set(ask.ask, resolve));
    },
    inspect(where) {
      if (!isReady || stopped) return Promise.resolve(null);
      count += 1;
      const ask = count;
      asks.port1.postMessage({ kind: 'inspect', ask, where } satisfies Ask);
      return new Promise((resolve) => looks.set(ask, resolve));
    },
    setMoving(moves) {
      moving = moves;
    },
    setTrails(draws) {
      trails = draws;
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
      frame.remove();
      asks.port1.close();
      events.port1.close();
      for (const resolve of answers.values()) resolve(last);
      answers.clear();
      forget();
    },
  };
}

/** What is known here already: this moment is still being fetched. */
function lacks(page: PageStream | null, at: EpochMs): boolean {
  if (page === null || page.stretch === undefined) return false;
  const { stretch } = page;
  return stretch === null || stretch.over || isPast(stretch, at) || (at > stretch.until && stretch.until < page.until);
}

/**
 * What stands in it is a picture to the dashboard: neither keys nor pointer get in. It may run the one script that its policy names, and
 * `allow-same-origin` leaves it the origin that it has: a `data:` document's own.
 */
function makeFrame(document: Document): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.title = 'Stage';
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin');
  frame.setAttribute('referrerpolicy', 'no-referrer');
  frame.tabIndex = -1;
  frame.inert = true;
  // Of the same scheme as what is in it, or the browser lays an opaque ground under it.
  frame.style.cssText = 'display:block;width:100%;height:100%;border:0;color-scheme:light;pointer-events:none';
  return frame;
}

/** A number for each name. */
function createNumbers(): { of(name: string): number } {
  const numbers = new Map<string, number>();
  return {
    of(name) {
      const number = numbers.get(name) ?? numbers.size;
      numbers.set(name, number);
      return number;
    },
  };
}
