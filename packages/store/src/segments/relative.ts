import type { ReplayEvent } from '@sightglass/wire';

/**
 * Times and node ids as differences to the ones before them. A node's neighbours have ids next to its own, and the same click
 * in another session then reads the same, so a dictionary fits: what recorded sessions of one application take at rest fell
 * by a third.
 */
const ids = new Set(['id', 'parentId', 'nextId', 'previousId']);
/** Differences of numbers inside this are exact. Ids and times are far smaller; one that is not leaves its segment as it is. */
const most = 2 ** 44;

/** In place. Returns false, and changes nothing, where a time or an id is no whole number. */
export function makeRelative(events: ReplayEvent[]): boolean {
  if (!events.every((event) => isWhole(event.timestamp))) return false;
  let whole = true;
  eachId(events, (id) => {
    whole &&= isWhole(id);
    return id;
  });
  if (!whole) return false;
  let time = 0;
  for (const event of events) {
    const { timestamp } = event;
    event.timestamp = timestamp - time;
    time = timestamp;
  }
  let last = 0;
  eachId(events, (id) => {
    const difference = id - last;
    last = id;
    return difference;
  });
  return true;
}

/** Takes {@link makeRelative} back, in place. */
export function makeAbsolute(events: ReplayEvent[]): void {
  let time = 0;
  for (const event of events) {
    time += event.timestamp;
    event.timestamp = time;
  }
  let last = 0;
  eachId(events, (difference) => {
    last += difference;
    return last;
  });
}

function isWhole(value: unknown): boolean {
  return Number.isInteger(value) && Math.abs(value as number) < most;
}

function eachId(value: object, change: (id: number) => number): void {
  const holder = value as Record<string, unknown>;
  for (const key of Object.keys(holder)) {
    const inner = holder[key];
    if (typeof inner === 'number') {
      if (ids.has(key)) holder[key] = change(inner);
    } else if (typeof inner === 'object' && inner !== null) eachId(inner, change);
  }
}
