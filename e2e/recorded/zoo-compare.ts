import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

/** How far apart in colour two pixels may be and still count as one (0 to 1, pixelmatch's own measure). */
const threshold = 0.1;

export interface Difference {
  /** Of all pixels, those that differ; 1 where even the sizes do. */
  share: number;
  /** Of all pixels of the page, those in another colour than its most frequent one. */
  drawn: number;
}

/**
 * Compares two pictures (PNG). Edges of text that are smoothed another way count as well.
 *
 * @param keepAs - With `ZOO_PICTURES` both pictures and their difference are left in that folder under this name.
 */
export function compare(page: Buffer, replay: Buffer, keepAs: string): Difference {
  const [a, b] = [PNG.sync.read(page), PNG.sync.read(replay)];
  const { width, height } = a;
  const isSameSize = width === b.width && height === b.height;
  const diff = new PNG({ width, height });
  const count = isSameSize
    ? pixelmatch(a.data, b.data, diff.data, width, height, { threshold, includeAA: true })
    : width * height;
  const folder = process.env.ZOO_PICTURES;
  if (folder) {
    mkdirSync(folder, { recursive: true });
    const pictures = { page, replay, diff: PNG.sync.write(diff) };
    for (const [name, bytes] of Object.entries(pictures)) writeFileSync(join(folder, `${keepAs}.${name}.png`), bytes);
  }
  return { share: count / (width * height), drawn: drawnShare(a) };
}

function drawnShare({ data, width, height }: PNG): number {
  const counts = new Map<number, number>();
  for (let at = 0; at < data.length; at += 4) {
    const colour = data.readUInt32BE(at);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  return 1 - Math.max(...counts.values()) / (width * height);
}
