import type { ReplayEvent } from '@sightglass/wire';

/** rrweb's `IncrementalSource`: MouseMove, TouchMove, Drag. */
const moveSources = new Set([1, 6, 12]);

/**
 * A recorder sends pointer positions in bunches, each position so many milliseconds before the bunch. Taken apart, every
 * position has a time of its own, so that the pointer is where it was at any moment one stops at. Ordered by time.
 */
export function oneMoveEach(events: readonly ReplayEvent[]): ReplayEvent[] {
  return events.flatMap(apart).sort((a, b) => a.timestamp - b.timestamp);
}

function apart(event: ReplayEvent): ReplayEvent[] {
  const { data } = event;
  if (event.type !== 3 || typeof data !== 'object' || data === null || !('source' in data)) return [event];
  if (!moveSources.has(Number(data.source)) || !('positions' in data) || !Array.isArray(data.positions)) return [event];
  const positions: unknown[] = data.positions;
  return positions.flatMap((position) => {
    if (typeof position !== 'object' || position === null || !('timeOffset' in position)) return [];
    const before = Number(position.timeOffset);
    if (!Number.isFinite(before)) return [];
    const at = event.timestamp + Math.min(0, Math.max(before, -longestBunchMs));
    return [{ type: 3, timestamp: at, data: { ...data, positions: [{ ...position, timeOffset: 0 }] } }];
  });
}

/** rrweb sends a bunch every 500 ms; ten times that is a sleeping tab, and beyond it the offset is no offset. */
const longestBunchMs = 5_000;

/** Of all positions in a run only the last one shows, and each costs a look through the page for what it hovers over. */
export function lastMoveOnly(events: readonly ReplayEvent[]): readonly ReplayEvent[] {
  const last = events.findLastIndex(isMove);
  return events.filter((event, index) => index === last || !isMove(event));
}

/** rrweb's MouseMove. */
function isMove({ type, data }: ReplayEvent): boolean {
  return type === 3 && (data as { source: number }).source === 1; // judged by `harmless`
}
