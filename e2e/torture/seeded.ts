/** A small generator of random numbers from a seed (mulberry32), so that a run can be repeated. */
export interface Seeded {
  /** 0 to 1, 1 left out. */
  share(): number;
  /** From `least` to `most`, both included. */
  whole(least: number, most: number): number;
  oneOf<T>(choices: readonly [T, ...T[]]): T;
}

export function createSeeded(seed: number): Seeded {
  let state = seed >>> 0;
  function share(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const whole = (least: number, most: number) => least + Math.floor(share() * (most - least + 1));
  return { share, whole, oneOf: (choices) => choices[whole(0, choices.length - 1)] ?? choices[0] };
}
