import type { ReplayEvent } from '@sightglass/wire';

/** rrweb's `EventType`: numbers of a stored format, which its own enum would pull in at run time. */
export const fullSnapshot = 2;
export const incremental = 3;
export const meta = 4;

/** rrweb's `IncrementalSource` for what a person does: pointer moves and presses, scrolling, typing, touch, drag, selecting. */
const byPeople = new Set([1, 2, 3, 5, 6, 12, 14]);

export function isActivity({ type, data }: ReplayEvent): boolean {
  if (type !== incremental || typeof data !== 'object' || data === null || !('source' in data)) return false;
  return byPeople.has(Number(data.source));
}
