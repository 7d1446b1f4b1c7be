/**
 * 64 bits of a text as 16 hexadecimal digits: two multiply-and-rotate lanes, after the public-domain cyrb53 mixer. It names things
 * (an issue, a group); it guards nothing. It must never change: stored names depend on it.
 */
export function hash64(text: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, 2_654_435_761);
    low = Math.imul(low ^ unit, 1_597_334_677);
  }
  const mixedHigh = mix(high, low);
  const mixedLow = mix(low, mixedHigh);
  return (mixedHigh >>> 0).toString(16).padStart(8, '0') + (mixedLow >>> 0).toString(16).padStart(8, '0');
}

function mix(one: number, other: number): number {
  return Math.imul(one ^ (one >>> 16), 2_246_822_507) ^ Math.imul(other ^ (other >>> 13), 3_266_489_909);
}
