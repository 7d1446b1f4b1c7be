import type { Counted } from '@sightglass/wire';

/** Titles that fewer visitors saw than this could be about one of them: they help to find the pattern and are not shown as they are. */
const fewVisitors = 2;

/**
 * One title for a screen: the words that its titles have in common, `{text}` for what differs (`Order {text} · Parts Desk`).
 * Empty where no title was told.
 *
 * @param titles - With the number of visitors that saw each, most first; `seen`: how often it was seen.
 */
export function titlePattern(titles: readonly (Counted & { seen?: number })[]): string {
  const shown = titles.filter(({ times }) => times >= fewVisitors);
  const [most] = shown;
  // One title that most people saw, most of the time, stands as it is; many that few saw are one title with something in it that varies.
  const all = titles.reduce((sum, { times }) => sum + times, 0);
  if (most !== undefined && most.times * 2 > all) return most.value;
  const usual = shown.find(({ seen = 0 }) => seen * 2 > titles.reduce((sum, one) => sum + (one.seen ?? 0), 0));
  if (usual !== undefined && most !== undefined && usual.times * 2 > most.times) return usual.value;
  const patterns = titles.slice(0, 20).map(({ value }) => value.split(' '));
  return patterns.length === 0 ? '' : patterns.reduce(merge).join(' ');
}

function merge(one: string[], other: string[]): string[] {
  const shorter = Math.min(one.length, other.length);
  let head = 0;
  while (head < shorter && one[head] === other[head]) head += 1;
  if (head === one.length && head === other.length) return one;
  let tail = 0;
  while (tail < shorter - head && one.at(-1 - tail) === other.at(-1 - tail)) tail += 1;
  return [...one.slice(0, head), '{text}', ...one.slice(one.length - tail)];
}
