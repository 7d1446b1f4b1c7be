/** Adds up what several rows say of the same name: most first, equals in order of letters. */
export function addUp(pairs: readonly (readonly [name: string, times: number])[]): [name: string, times: number][] {
  const sums = new Map<string, number>();
  for (const [name, times] of pairs) sums.set(name, (sums.get(name) ?? 0) + times);
  return [...sums].sort(([one, ones], [other, others]) => others - ones || (one < other ? -1 : 1));
}
