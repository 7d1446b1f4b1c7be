import type { EpochMs, ReplayEvent, SegmentContent } from '@sightglass/wire';
import { type Inspected, readInspected, type Where } from './inspected.ts';

/**
 * All that crosses between the dashboard, which fetches, decodes and keeps the time, and a stage, which builds recorded pages in an opaque
 * origin of its own. By two ports, handed over once when the stage's document has loaded:
 *
 * - `asks`: the dashboard sends {@link Ask}, the stage answers with {@link Answer};
 * - `events`: whoever decodes sends {@link Delivery}, straight to the stage. Nothing comes back.
 *
 * What a stage answers is believed no more than what any page says: numbers, and of an element short texts, judged by {@link readAnswer}.
 */
export interface Ports {
  asks: MessagePort;
  events: MessagePort;
}

/** What the dashboard says to the stage's window, with the two ports in the order of {@link Ports}. */
export const greeting = 'sightglass-stage';

export type Ask = WholePage | Show | Inspect;

/** A page with all of its events, where they are not decoded bit by bit. Before the first `show` that is about it; it replaces the one before. */
export interface WholePage {
  kind: 'whole';
  page: number;
  format: SegmentContent['format'];
  events: readonly ReplayEvent[];
  anchors: readonly number[];
}

/** Shows a page as it stood at `at`. What is asked later replaces it. */
export interface Show {
  kind: 'show';
  /** Answered at once with the same number, and once more when a moment is reached that had to be waited for. */
  ask: number;
  at: EpochMs;
  /** `null`: there is nothing to be seen at that moment. */
  page: ShownPage | null;
  /** The clock runs: the page's own animations do, and presses are marked. */
  moving: boolean;
  /** The way of the pointer is drawn. */
  trails: boolean;
}

export interface ShownPage {
  /** Another page load has another. */
  page: number;
  until: EpochMs;
  /** `whole`: it was sent. `null`: none yet; what stood there before stays until one comes. */
  stretch: ShownStretch | 'whole' | null;
}

/** A part of a page's events; see `Stretch`. */
export interface ShownStretch {
  id: number;
  from: EpochMs;
  until: EpochMs;
  format: SegmentContent['format'];
  over: boolean;
  /** How many of its events were sent until now. They may still be on their way. */
  came: number;
}

/** What stands there on the page that is shown; answered at once. */
export interface Inspect {
  kind: 'inspect';
  ask: number;
  where: Where;
}

/** Events of a stretch, in order; or, after the last, that nobody asks for it any more. */
export type Delivery = { stretch: number; events: ReplayEvent[] } | { stretch: number; forgotten: true };

/** `broken`: an error of the stage's own script, which nobody caught. What was asked for may never be answered. */
export type Answer = { kind: 'ready' } | { kind: 'broken' } | Shows | Inspects;

export interface Shows {
  kind: 'shows';
  /** The last `show` that had come. */
  ask: number;
  /** The visitor's viewport, in CSS pixels; 0 where it is not known. */
  width: number;
  height: number;
  scale: number;
  /** Events that could not be applied since the stage was made. */
  failed: number;
  /** It is not that moment yet. */
  waiting: boolean;
  /** How much of which stretch has been shown. */
  stretch: { id: number; shown: number; reached: EpochMs } | null;
}

export interface Inspects {
  kind: 'inspects';
  ask: number;
  /** `null`: nothing. */
  found: Inspected | null;
}

/** `null`: no answer of a stage. */
export function readAnswer(data: unknown): Answer | null {
  if (!isFields(data)) return null;
  if (data.kind === 'ready' || data.kind === 'broken') return { kind: data.kind };
  if (data.kind === 'inspects')
    return isCount(data.ask) ? { kind: 'inspects', ask: data.ask, found: readInspected(data.found) } : null;
  const { ask, width, height, scale, failed, waiting, stretch } = data;
  if (data.kind !== 'shows' || typeof waiting !== 'boolean') return null;
  if (!isCount(ask) || !isSize(width) || !isSize(height) || !isSize(scale) || !isCount(failed)) return null;
  const about = { kind: 'shows', ask, width, height, scale, failed, waiting } as const;
  if (stretch === null) return { ...about, stretch };
  if (!isFields(stretch)) return null;
  const { id, shown, reached } = stretch;
  // A stretch of which another stage has shown a part is past any moment.
  const isTime = typeof reached === 'number' && reached >= 0;
  return isTime && typeof id === 'number' && isCount(shown) ? { ...about, stretch: { id, shown, reached } } : null;
}

function isFields(given: unknown): given is Record<string, unknown> {
  return typeof given === 'object' && given !== null;
}

function isCount(given: unknown): given is number {
  return Number.isSafeInteger(given) && Number(given) >= 0;
}

function isSize(given: unknown): given is number {
  return typeof given === 'number' && Number.isFinite(given) && given >= 0;
}
