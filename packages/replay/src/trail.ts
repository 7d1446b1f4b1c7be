import type { EpochMs, ReplayEvent } from '@sightglass/wire';
import { countUpTo } from './page-at.ts';

export interface TrailPoint {
  x: number;
  y: number;
}

/** How long the way of the pointer is seen. */
const trailMs = 1_200;
/** Enough for a smooth line, whatever the recorder's rate. */
const mostPoints = 80;

/** The way that the pointer took until `at`, oldest first, in the page's pixels; empty where it rested. */
export function trailOf(events: readonly ReplayEvent[], at: EpochMs): TrailPoint[] {
  const points: TrailPoint[] = [];
  const end = countUpTo(events.length, (index) => (events[index]?.timestamp ?? 0) <= at);
  for (let index = end - 1; index >= 0 && points.length < mostPoints; index -= 1) {
    const event = events[index];
    if (event === undefined || at - event.timestamp > trailMs || event.type === fullSnapshot) break;
    const point = placeIn(event);
    if (point) points.push(point);
  }
  return points.length < 2 ? [] : points.reverse();
}

/** rrweb's `EventType` and `IncrementalSource`: numbers of a stored format. */
const fullSnapshot = 2;
const incremental = 3;
const [mouseMove, touchMove] = [1, 6];

function placeIn({ type, data }: ReplayEvent): TrailPoint | null {
  if (type !== incremental) return null;
  const { source, positions } = data as { source: number; positions?: { x: number; y: number }[] }; // judged by `harmless`
  const last =
    (source === mouseMove || source === touchMove) && Array.isArray(positions) ? positions.at(-1) : undefined;
  return typeof last?.x === 'number' && typeof last.y === 'number' ? { x: last.x, y: last.y } : null;
}
