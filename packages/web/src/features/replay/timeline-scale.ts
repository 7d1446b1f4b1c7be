import type { Span } from '@sightglass/replay';
import type { Item, Mark } from './items.ts';

/** Where moments stand on the line, as shares of its width. */
export interface Scale {
  span: Span;
  /** In percent; outside of 0 to 100 where the moment is not on the line. */
  place(at: number): number;
  /** @param share - Of the width, from the left; held to the line. */
  timeAt(share: number): number;
}

export function scaleOf(span: Span): Scale {
  const length = Math.max(1, span.until - span.from);
  return {
    span,
    place: (at) => ((at - span.from) / length) * 100,
    timeAt: (share) => span.from + Math.min(1, Math.max(0, share)) * length,
  };
}

/** What the timeline shows: the part that was zoomed in on, as far as the session has it. */
export function shownSpan(whole: Span, zoom: Span | null): Span {
  if (zoom === null) return whole;
  const span = { from: Math.max(whole.from, zoom.from), until: Math.min(whole.until, zoom.until) };
  return span.until - span.from < leastZoomMs ? whole : span;
}

export const leastZoomMs = 200;

const stepsMs = [
  100, 250, 500, 1_000, 2_000, 5_000, 10_000, 15_000, 30_000, 60_000, 120_000, 300_000, 600_000, 1_800_000, 3_600_000,
];

/** Round times counted from the session's start, at most `most` of them. */
export function ticksOf({ from, until }: Span, start: number, most: number): number[] {
  const step = stepsMs.find((one) => (until - from) / one <= most) ?? 4 * 3_600_000;
  const first = Math.ceil((from - start) / step) * step + start;
  return Array.from(
    { length: Math.max(0, Math.floor((until - first) / step) + 1) },
    (_, index) => first + index * step,
  );
}

/** How finely marks of one kind are told apart: what lies closer is one mark. */
const mostPlaces = 300;

/** The marks of one kind on the line, those that would lie on each other as one. */
export function marksOn(items: readonly Item[], mark: Mark, scale: Scale): { key: string; left: number }[] {
  const places = new Map<number, { key: string; left: number }>();
  for (const item of items) {
    if (item.mark !== mark) continue;
    const left = scale.place(item.at);
    if (left < 0 || left > 100) continue;
    const place = Math.round((left / 100) * mostPlaces);
    if (!places.has(place)) places.set(place, { key: item.key, left });
  }
  return [...places.values()];
}

/** So close to each other, in percent of the width, parts are drawn as one. */
const narrowest = 0.1;

interface Band extends Span {
  /** In percent of the width, on the line. */
  left: number;
  right: number;
}

/** Where parts lie on the line, by time; however many there are, no more are drawn than the line has room for. */
export function bandsOf(spans: readonly Span[], scale: Scale): Band[] {
  const bands: Band[] = [];
  for (const { from, until } of spans.toSorted((one, other) => one.from - other.from)) {
    if (until <= scale.span.from || from >= scale.span.until) continue;
    const [left, right] = [Math.max(0, scale.place(from)), Math.min(100, scale.place(until))];
    const before = bands.at(-1);
    if (!before || left - before.right > narrowest) bands.push({ from, until, left, right });
    else if (right > before.right) Object.assign(before, { until, right });
  }
  return bands;
}
