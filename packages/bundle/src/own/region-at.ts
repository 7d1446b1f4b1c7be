import type { Region } from '../face.ts';

/** The stretch of a script that an offset lies in, or the nearest one before it. */
export function regionAt(regions: readonly Region[], offset: number): Region | undefined {
  let low = 0;
  let high = regions.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((regions[middle]?.start ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return regions[low];
}
