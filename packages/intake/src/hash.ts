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
  return hexOf(mixedHigh) + hexOf(mixedLow);
}

const bytes = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const byteOf = (at: number): string => bytes[at & 0xff] ?? '';

/** 32 bits as eight digits. `toString(16)` of a number that is no small integer goes the way of fractions, at two hundred times the cost. */
function hexOf(bits: number): string {
  return byteOf(bits >>> 24) + byteOf(bits >>> 16) + byteOf(bits >>> 8) + byteOf(bits);
}

function mix(one: number, other: number): number {
  return Math.imul(one ^ (one >>> 16), 2_246_822_507) ^ Math.imul(other ^ (other >>> 13), 3_266_489_909);
}
