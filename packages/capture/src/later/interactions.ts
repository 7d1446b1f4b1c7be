import type { Scene } from '../scene/scene.ts';
import { observeEntries } from './entries.ts';
import { pathOf } from './path-of.ts';

export interface EventTiming extends PerformanceEntry {
  interactionId?: number;
  processingStart: number;
  processingEnd: number;
  target?: Node | null;
}

/** What one did with the page once, as the browser counts it: its slowest event, and all others that the page was drawn anew after as well. */
export interface Interaction {
  id: number | undefined;
  duration: number;
  entries: EventTiming[];
  /** When the page was drawn anew. */
  until: number;
  path: string | undefined;
}

/** One in so many may be slower than what is told: https://web.dev/articles/inp */
const outlierIn = 50;
const maxKept = 10;
/** Shorter events are not told by the browser. */
const fromMs = 40;

export interface Interactions {
  /** Takes what is on its way; undefined where nothing was done yet. */
  slow(): Interaction | undefined;
  restart(): void;
}

export function observeInteractions(scene: Scene): Interactions | undefined {
  const counted = performance as unknown as { interactionCount: number };
  let slowest: Interaction[] = [];
  let before = 0;
  const see = (entry: EventTiming): void => {
    const { interactionId: id, duration, startTime, target } = entry;
    const now = { id, duration, entries: [entry], until: startTime + duration, path: pathOf(target) };
    // In steps of 8 ms.
    slowest.find(({ until }) => Math.abs(until - now.until) < 9)?.entries.push(entry);
    if (!id && entry.entryType !== 'first-input') return;
    const same = slowest.find((one) => one.id === id);
    if (!same) slowest.push(now);
    else if (duration > same.duration) Object.assign(same, now);
    slowest.sort((a, b) => b.duration - a.duration).splice(maxKept);
  };
  // Browsers that do not count cannot tell either which events belong together.
  if (counted.interactionCount === undefined) return undefined;
  const take = observeEntries(scene, 'event', see, { durationThreshold: fromMs });
  observeEntries(scene, 'first-input', see);
  return {
    slow() {
      take?.();
      return slowest[Math.floor((counted.interactionCount - before) / outlierIn)] ?? slowest.at(-1);
    },
    restart() {
      slowest = [];
      before = counted.interactionCount;
    },
  };
}
