/**
 * The longest run of positions, ascending, in a list of numbers that are all different: in a list of old places of what stands
 * in a new order, those that need not move.
 */
export function longestRun(numbers: readonly number[]): Set<number> {
  /** For each length of run, the position in `numbers` of its smallest end. */
  const ends: number[] = [];
  const before: number[] = [];
  for (const [at, number] of numbers.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((numbers[ends[middle] ?? 0] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    before[at] = ends[low - 1] ?? -1;
    ends[low] = at;
  }
  const run = new Set<number>();
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) run.add(at);
  return run;
}
