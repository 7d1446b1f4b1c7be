/** Digits of any script, letters and signs of full width, blanks, dashes, and signs that nobody sees; those of ASCII are plain. */
const odd = /(?![\0-\x7f])[\p{Nd}\p{Cf}\p{Zs}\p{Pd}\uff01-\uff5e]/gu;
const isPlain = /^[\0-\x7f]*$/;

/** A text as the patterns of the net read it: a card is one in any digits and with any blanks. The very text where nothing in it is odd. */
export function plainOf(text: string): string {
  // Most texts are plain, which is quick to see.
  return isPlain.test(text) ? text : text.replace(odd, plainSign);
}

function plainSign(sign: string): string {
  // It was found, so it has one.
  const code = sign.codePointAt(0) as number;
  if (code > 0xff00 && code < 0xff5f) return String.fromCharCode(code - 0xfee0);
  if (/\p{Nd}/u.test(sign)) return `${(code - zeroOf(code)) % 10}`;
  return /\p{Cf}/u.test(sign) ? '' : /\p{Zs}/u.test(sign) ? ' ' : '-';
}

/** Digits stand in tens, some of which follow each other. */
function zeroOf(code: number): number {
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return zero;
}
