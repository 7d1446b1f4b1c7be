import type { EpochMs, ReplayEvent, SegmentContent } from '@sightglass/wire';
import { incremental, meta } from './activity.ts';
import { countUpTo } from './page-at.ts';
import { createPartAddresses } from './part-addresses.ts';
import { createPlayer, type Player } from './player.ts';
import type { Stretch } from './recording.ts';
import { createRun, type Run } from './run.ts';

/** A page load and its events, in the order in which they are to be applied, all safe to hand to a player. A `PageStream` is one. */
export interface StagedPage {
  tab?: string;
  page: string | number;
  until: EpochMs;
  format: SegmentContent['format'];
  events: readonly ReplayEvent[];
  anchors: readonly number[];
  /** Where `events` are but a part of its events; `null`: none are here yet. */
  stretch?: Stretch | null;
}

export interface Shown {
  /** The visitor's own viewport, in CSS pixels; 0 where it is not known. */
  width: number;
  height: number;
  /** How large one of those pixels is drawn here. */
  scale: number;
  /** Events that could not be applied since the stage was made. */
  failed: number;
  /** What stands there is not that moment yet: it is still being fetched, or built. A clock waits for it. */
  waiting: boolean;
}

/**
 * Where a recording is seen. Inside `root`: `[data-part=page]` with the frame, `[data-part=pointer]`, and for each press a
 * `[data-part=press]` that goes when its animation ends; how they look is up to whoever made the root. With `data-bars=over` on it the
 * visitor's scroll bars took no room.
 */
export interface Stage {
  /** Shows a page as it stood at `at`; `null`: nothing. Moving on is cheap; going back builds again from the nearest snapshot before. */
  show(page: StagedPage | null, at: EpochMs): Shown;
  /** What is seen now. */
  shown(): Shown;
  /** Of the page that is shown; `null`: there is none. Nobody is to change it. */
  document(): Document | null;
  setMoving(moving: boolean): void;
  stop(): void;
}

/** @param onFit - Hears of another size, and of a moment that was reached after `show` had said that it waits. */
export function createStage(root: HTMLElement, onFit: (shown: Shown) => void = () => undefined): Stage {
  const holder = root.ownerDocument.createElement('div');
  holder.style.position = 'absolute';
  holder.style.transformOrigin = '0 0';
  root.append(holder);

  const partAddresses = createPartAddresses();
  const barsOver = root.dataset.bars === 'over';
  let player: Player | null = null;
  let page: StagedPage | null = null;
  let applied = 0;
  let failed = 0;
  let moving = false;
  let scale = 1;
  let waiting = false;
  /** The stretch whose events are being shown, and how far. */
  let run: Run | null = null;
  const watcher = new ResizeObserver(() => onFit(fit()));
  watcher.observe(root);

  function show(next: StagedPage | null, at: EpochMs): Shown {
    if (next === null) {
      leave();
      waiting = false;
      return fit();
    }
    const isOther = page === null || next.page !== page.page || next.tab !== page.tab;
    if (next.stretch !== undefined) {
      waiting = showStretch(next, at, isOther);
      return fit();
    }
    waiting = false;
    if (player === null || page === null || isOther) {
      leave();
      player = createPlayer(holder, next.format, partAddresses, barsOver);
      player.setMoving(moving);
    } else if (next !== page && next.events[applied - 1] !== page.events[applied - 1]) applied = 0; // a segment came late
    page = next;
    bring(player, page, at);
    return fit();
  }

  function bring(to: Player, stream: StagedPage, at: EpochMs): void {
    const { events, anchors } = stream;
    const [first] = anchors;
    if (first === undefined) return;
    // Before its first moment it stands as it began, with what its snapshot does not hold: frames' documents, sheets, drawings.
    const until = Math.max(at, events[first]?.timestamp ?? 0);
    const end = Math.max(
      first + 1,
      countUpTo(events.length, (index) => (events[index]?.timestamp ?? 0) <= until),
    );
    const anchor = anchors[countUpTo(anchors.length, (index) => (anchors[index] ?? 0) < end) - 1] ?? first;
    const startsOver = applied === 0 || end < applied;
    // Far ahead, a snapshot on the way is a shorter road than all that lies between.
    const begin = startsOver || anchor > applied + 1_000 ? sizeBefore(events, anchor) : applied;
    const run = events.slice(begin, end);
    failed += to.apply(startsOver || begin !== applied ? settled(run) : run);
    if (begin === applied && run.length < 200) for (const event of run) press(event);
    applied = end;
  }

  /** True: it is not there yet. What stood there before stays until then. */
  function showStretch(next: StagedPage, at: EpochMs, isOther: boolean): boolean {
    const { stretch } = next;
    if (!stretch) return true;
    if (isOther || player === null) {
      leave();
      player = createPlayer(holder, stretch.format, partAddresses, barsOver);
      player.setMoving(moving);
    }
    page = next;
    if (run?.stretch !== stretch) {
      run?.stop();
      run = createRun(player, stretch, next.events, {
        onApplied: (events, count) => {
          failed += count;
          if (moving) for (const event of events) press(event);
        },
        onReached: () => {
          waiting = false;
          onFit(fit());
        },
      });
    }
    return !run.to(at) || (at > stretch.until && stretch.until < next.until);
  }

  function press(event: ReplayEvent): void {
    const where = pressed(event);
    if (where === null || !moving) return;
    const mark = root.ownerDocument.createElement('span');
    mark.dataset.part = 'press';
    mark.style.left = `${where.x}px`;
    mark.style.top = `${where.y}px`;
    mark.addEventListener('animationend', () => mark.remove());
    const others = holder.querySelectorAll('[data-part=press]');
    if (others.length > 4) others[0]?.remove();
    holder.append(mark);
  }

  function fit(): Shown {
    const { width, height } = player?.size() ?? { width: 0, height: 0 };
    if (width > 0 && height > 0) {
      scale = Math.min(root.clientWidth / width, root.clientHeight / height, 1);
      holder.style.transform = `scale(${scale})`;
      holder.style.left = `${Math.max(0, (root.clientWidth - width * scale) / 2)}px`;
      holder.style.top = `${Math.max(0, (root.clientHeight - height * scale) / 2)}px`;
    }
    return { width, height, scale, failed, waiting };
  }

  function leave(): void {
    run?.stop();
    run = null;
    player?.stop();
    player = null;
    page = null;
    applied = 0;
    for (const mark of holder.querySelectorAll('[data-part=press]')) mark.remove();
  }

  return {
    show,
    shown: fit,
    document: () => player?.frame.contentDocument ?? null,
    setMoving(moves) {
      moving = moves;
      player?.setMoving(moves);
    },
    stop() {
      watcher.disconnect();
      leave();
      partAddresses.stop();
      holder.remove();
    },
  };
}

/**
 * The position of the event before `anchor` that told the viewport, so that the snapshot gets its size. Positions of the pointer, which
 * rrweb tells later than they were, may stand between.
 */
function sizeBefore(events: readonly ReplayEvent[], anchor: number): number {
  const before = events.slice(0, anchor).findLastIndex((event) => !isMove(event));
  return events[before]?.type === meta ? before : anchor;
}

/** A run from a snapshot on: of all the pointer positions only the last matters, and the rest costs time. */
function settled(run: readonly ReplayEvent[]): readonly ReplayEvent[] {
  const last = run.findLastIndex(isMove);
  return run.filter((event, index) => index === last || !isMove(event));
}

function isMove({ type, data }: ReplayEvent): boolean {
  return type === incremental && (data as { source: number }).source === 1; // judged by `harmless`
}

/** Where a click or a touch began, in the page's pixels. */
function pressed({ type, data }: ReplayEvent): { x: number; y: number } | null {
  if (type !== incremental) return null;
  const { source, type: interaction, x, y } = data as Record<string, unknown>; // judged by `harmless`
  if (source !== 2 || (interaction !== 2 && interaction !== 7)) return null;
  return typeof x === 'number' && typeof y === 'number' ? { x, y } : null;
}
