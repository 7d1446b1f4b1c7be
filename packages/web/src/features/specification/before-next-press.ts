import type { Recording } from '@sightglass/replay';

/** As rrweb counts them: something a person did with the pointer, and a press of it. */
const incremental = 3;
const pointer = 2;
const presses = new Set([1, 2, 7]); // a button down, a click, a touch

/** What happens at a moment may be a press itself, told a little later. */
const ownMs = 150;

/**
 * When the page is to be shown for what happened `at`: at `shownAt`, or just before the next press, with which something else begins.
 */
export function beforeNextPress({ pages }: Pick<Recording, 'pages'>, at: number, shownAt: number): number {
  let until = shownAt;
  for (const { events } of pages)
    for (const { type, timestamp, data } of events)
      if (type === incremental && timestamp > at + ownMs && timestamp <= until && isPress(data)) until = timestamp - 1;
  return until;
}

const isPress = (data: unknown): boolean =>
  typeof data === 'object' &&
  data !== null &&
  'source' in data &&
  data.source === pointer &&
  'type' in data &&
  presses.has(Number(data.type));
