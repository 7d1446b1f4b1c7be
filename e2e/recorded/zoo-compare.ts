import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

/** How far apart in colour two pixels may be and still count as one (0 to 1, pixelmatch's own measure). */
const threshold = 0.1;

/**
 * Compares two pictures (PNG). Edges of text that are smoothed another way count as well.
 *
 * @returns Of all pixels, the share of those that differ; 1 where even the sizes do.
 * @param keepAs - With `ZOO_PICTURES` both pictures and their difference are left in that folder under this name.
 */
export function compare(page: Buffer, replay: Buffer, keepAs: string): number {
  const folder = process.env.ZOO_PICTURES;
  // The same bytes are the same pixels; most are.
  if (page.equals(replay) && !folder) return 0;
  const [a, b] = [decoded(page), decoded(replay)];
  const { width, height } = a;
  const isSameSize = width === b.width && height === b.height;
  const diff = new PNG({ width, height });
  const count = isSameSize
    ? pixelmatch(a.data, b.data, diff.data, width, height, { threshold, includeAA: true })
    : width * height;
  if (folder) {
    mkdirSync(folder, { recursive: true });
    const pictures = { page, replay, diff: PNG.sync.write(diff) };
    for (const [name, bytes] of Object.entries(pictures)) writeFileSync(join(folder, `${keepAs}.${name}.png`), bytes);
  }
  return count / (width * height);
}

const known = new WeakMap<Buffer, PNG>();

/** Taken apart once: it is compared, looked at by itself, and compared again after a seek back. */
function decoded(picture: Buffer): PNG {
  const png = known.get(picture) ?? PNG.sync.read(picture);
  known.set(picture, png);
  return png;
}

/** Of all pixels of a picture (PNG), the share of those in another colour than its most frequent one. */
export function drawnShare(picture: Buffer): number {
  const { data, width, height } = decoded(picture);
  const pixels = new Uint32Array(data.buffer, data.byteOffset, width * height);
  const counts = new Map<number, number>();
  let start = 0;
  // Stretch by stretch of one colour: most of a page is of few, and a pixel at a time costs more than its comparison.
  for (let at = 1; at <= pixels.length; at += 1) {
    const colour = pixels[start] ?? 0;
    if (at < pixels.length && pixels[at] === colour) continue;
    counts.set(colour, (counts.get(colour) ?? 0) + at - start);
    start = at;
  }
  return 1 - Math.max(...counts.values()) / (width * height);
}
