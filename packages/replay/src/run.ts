import type { EpochMs, ReplayEvent } from '@sightglass/wire';
import { meta } from './activity.ts';
import { afterFrame } from './after-frame.ts';
import { weigh } from './decoder.ts';
import { countUpTo } from './page-at.ts';
import type { Player } from './player.ts';
import { isPast, type Stretch } from './recording.ts';

/** The events of a stretch being shown, in tasks short enough that the screen stays responsive. */
export interface Run {
  readonly stretch: Stretch;
  /** False: not there yet. It goes on by itself, and says when it is there. */
  to(at: EpochMs): boolean;
  stop(): void;
}

/** What is applied at once, in nodes; one event cannot be parted. */
const bunch = 500;
/** After so long the rest is another task's. The browser lays out in between, so that no layout is of more than was built in that time. */
const taskMs = 50;
/** Past so much of it, a whole page on the way is the shorter road. */
const longRun = 1_000;

interface RunParts {
  onApplied(events: readonly ReplayEvent[], failed: number): void;
  onReached(): void;
}

/** @param events - Of the stretch, but for those that are gone; more come at its end. */
export function createRun(
  player: Player,
  stretch: Stretch,
  events: readonly ReplayEvent[],
  { onApplied, onReached }: RunParts,
): Run {
  let wanted: EpochMs = 0;
  let rest: (() => void) | null = null;
  // Another stage has shown a part of it, which is gone: whoever fetches stretches is to bring another.
  if (stretch.shown > 0) stretch.reached = Number.POSITIVE_INFINITY;

  function to(at: EpochMs): boolean {
    wanted = at;
    if (stretch.over || isPast(stretch, at)) return false;
    if (rest !== null) return false;
    return go();
  }

  function go(): boolean {
    const begun = performance.now();
    let applied = false;
    skip();
    for (let some = next(); some.length > 0; some = next()) {
      const failed = player.slice(some);
      stretch.shown += some.length;
      stretch.reached = some.at(-1)?.timestamp ?? stretch.reached;
      onApplied(some, failed);
      applied = true;
      if (performance.now() - begun < taskMs) continue;
      if (next().length === 0) break;
      rest = afterFrame(goOn);
      return false;
    }
    if (applied) player.settle();
    return true;
  }

  function goOn(): void {
    rest = null;
    if (!stretch.over && go()) onReached();
  }

  function end(): number {
    const until = Math.max(wanted, stretch.from);
    return countUpTo(events.length, (index) => (events[index]?.timestamp ?? 0) <= until);
  }

  function next(): ReplayEvent[] {
    const first = stretch.shown - stretch.gone;
    const last = end();
    let weight = 0;
    let until = first;
    for (; until < last && weight < bunch; until += 1) {
      const event = events[until];
      weight += event ? weigh(event) : 0;
    }
    return events.slice(first, until);
  }

  /** What a whole page on the way replaces need not be applied. */
  function skip(): void {
    const first = stretch.shown - stretch.gone;
    const pending = events.slice(first, end());
    const whole = pending.findLastIndex(({ type }) => type === 2);
    if (whole < longRun) return;
    stretch.shown += pending[whole - 1]?.type === meta ? whole - 1 : whole;
  }

  return {
    stretch,
    to,
    stop() {
      rest?.();
    },
  };
}
