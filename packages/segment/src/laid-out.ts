import { numberOf } from './plain.ts';

/** A scroll bar takes less from what a page is laid out in, also where somebody has made all of it smaller. */
const leastShare = 0.95;

/**
 * What a page is laid out in, of what its recorder tells: how large the window is, and how much of that the page is across. On phones something
 * that goes beyond the page makes the window (`innerWidth`) as wide as that, and as much higher: for that to be seen the browser shows all of it
 * smaller. The page is laid out as before, and style sheets ask for that. What is missing on desktops its scroll bar takes, which style sheets
 * do not count; of a page of which nobody says what is across, that is not known.
 */
export function laidOutIn([width, height, across]: readonly unknown[]): [width: number, height: number, bar?: number] {
  const [window, page] = [numberOf(width), numberOf(across)];
  const share = page > 0 && page < window * leastShare ? page / window : 1;
  const size: [number, number] = [Math.round(window * share), Math.round(numberOf(height) * share)];
  if (page <= 0) return size;
  return [...size, share === 1 ? Math.max(0, window - page) : 0];
}
