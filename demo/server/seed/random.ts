/** A small seeded generator (mulberry32): the same seed gives the same desk on every machine. */
export interface Random {
  /** 0 up to, not including, 1. */
  next(): number;
  /** A whole number, both ends included. */
  between(low: number, high: number): number;
  pick<T>(of: readonly T[]): T;
}

export function seeded(seed: number): Random {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
  const between = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  function pick<T>(of: readonly T[]): T {
    const found = of[between(0, of.length - 1)];
    if (found === undefined) throw new Error('Nothing to pick from');
    return found;
  }
  return { next, between, pick };
}
