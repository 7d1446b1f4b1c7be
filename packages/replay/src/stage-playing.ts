import type { ReplayEvent } from '@sightglass/wire';
import { createTrail } from './draw-trail.ts';
import { inspect } from './inspect.ts';
import type { Stretch } from './recording.ts';
import { createStage, type Shown, type StagedPage } from './stage.ts';
import type { Answer, Ask, Delivery, Inspect, Ports, Show, ShownStretch, WholePage } from './stage-messages.ts';

/** Shown events that may stay before they are let go, and how many of them stay for the way of the pointer. */
const mostShown = 4_000;
const keptBehind = 500;

interface Held {
  stretch: Stretch;
  events: ReplayEvent[];
  /** Nobody asks for it any more: it goes when another is shown. */
  isLoose: boolean;
}

/** Answers what is asked of a stage by these ports, until its document goes. */
export function playOn(root: HTMLElement, { asks, events }: Ports): void {
  const held = new Map<number, Held>();
  const trail = createTrail(root);
  let whole: WholePage | null = null;
  let asked: Show | null = null;
  let showing: Held | null = null;
  /** What was asked needs events that have not come. */
  let isShort = false;
  const stage = createStage(root, tell);

  function heldOf(id: number): Held {
    const there = held.get(id);
    if (there) return there;
    const about = { gone: 0, shown: 0, reached: 0, over: false, came: 0, leftOut: { nodes: 0, changes: 0, uses: 0 } };
    const stretch: Stretch = { id, from: 0, until: 0, format: 'rrweb/2', ...about };
    const fresh = { stretch, events: [], isLoose: false };
    held.set(id, fresh);
    return fresh;
  }

  function deliver(delivery: Delivery): void {
    const one = heldOf(delivery.stretch);
    if ('forgotten' in delivery) {
      one.isLoose = true;
      return;
    }
    for (const event of delivery.events) one.events.push(event);
    one.stretch.came += delivery.events.length;
    if (isShort && asked) show(asked);
  }

  function show(ask: Show): void {
    asked = ask;
    const page = pageFor(ask);
    if (isShort) tell({ ...stage.shown(), waiting: true });
    else draw(ask, page);
  }

  function draw({ at, moving, trails }: Show, page: StagedPage | null): void {
    stage.setMoving(moving);
    const shown = stage.show(page, at);
    tell(shown);
    if (trails) trail.draw(page?.events ?? null, shown, at);
    else trail.clear();
    tidy();
  }

  function pageFor({ page }: Show): StagedPage | null {
    isShort = false;
    showing = null;
    if (page === null) return null;
    const about = { page: page.page, until: page.until };
    if (page.stretch === 'whole') {
      if (whole?.page !== page.page) return null;
      return { ...about, format: whole.format, events: whole.events, anchors: whole.anchors };
    }
    if (page.stretch === null) return { ...about, format: 'rrweb/2', events: [], anchors: [], stretch: null };
    showing = heldOf(page.stretch.id);
    learn(showing.stretch, page.stretch);
    isShort = showing.stretch.came < page.stretch.came;
    const { stretch, events: all } = showing;
    return { ...about, format: stretch.format, events: all, anchors: [], stretch };
  }

  /** What was shown, and what nobody asks for, is let go. */
  function tidy(): void {
    if (showing === null) return;
    for (const [id, one] of held) if (one.isLoose && one !== showing) held.delete(id);
    const { stretch, events: all } = showing;
    const past = stretch.shown - stretch.gone;
    if (past <= mostShown) return;
    all.splice(0, past - keptBehind);
    stretch.gone += past - keptBehind;
  }

  function tell({ width, height, scale, failed, waiting }: Shown): void {
    if (asked === null) return;
    const { id, shown, reached } = showing?.stretch ?? { id: 0, shown: 0, reached: 0 };
    const answer = { kind: 'shows', ask: asked.ask, width, height, scale, failed, waiting } as const;
    send({ ...answer, stretch: showing && { id, shown, reached } });
  }

  function look({ ask, where }: Inspect): void {
    const document = stage.document();
    send({ kind: 'inspects', ask, found: document && inspect(document, where) });
  }

  function send(answer: Answer): void {
    asks.postMessage(answer);
  }

  asks.onmessage = ({ data }) => {
    const ask = data as Ask; // from the page that made this frame
    if (ask.kind === 'show') show(ask);
    else if (ask.kind === 'inspect') look(ask);
    else whole = ask;
  };
  events.onmessage = ({ data }) => deliver(data as Delivery); // from that page's own worker
  // Whoever asked hears of it, rather than wait for an answer that never comes; the console has the error itself.
  const view = root.ownerDocument.defaultView;
  for (const name of ['error', 'unhandledrejection']) view?.addEventListener(name, () => send({ kind: 'broken' }));
  send({ kind: 'ready' });
}

function learn(stretch: Stretch, { from, until, format, over }: ShownStretch): void {
  Object.assign(stretch, { from, until, over, format } satisfies Partial<Stretch>);
}
