/** One promise as a number: a ratio within this run, so that another machine gives about the same. */
export interface Measured {
  name: string;
  ratio: number;
  /** What was divided by what, in its own units. */
  detail: string;
  /** What we hold ourselves to, where there is such a line. */
  within?: boolean | undefined;
}

export function median(values: readonly number[]): number {
  const middle = values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];
  if (middle === undefined) throw new Error('Nothing was measured');
  return middle;
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
