import type { Point } from './point.ts';

/** The points that are inferred. A point that is not in this list says so. */
export const readers: Point[] = [];
