/** Numbers that name a person or an account, and carry a check of their own: without it, they are any number. */

/** Four groups of four, as cards print them, or with points, or none; American Express prints 4-6-5. */
const card =
  /(?<![\p{L}\d_.,-])(?:\d{4}([ .-]?)\d{4}\1\d{4}\1\d{4}(?:\1\d{1,3})?|3\d{3}([ .-]?)\d{6}\2\d{4,5})(?![\p{L}\d_-]|[.,]\d)/gu;
/** Visa, Mastercard, American Express, Discover, JCB, Diners, UnionPay, Maestro. */
const issuer = /^(4|5[0-8]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720)|3[4-7]|35(2[89]|[3-8])|6(011|[2-9])|30[0-5]|3[689])/;
const iban = /(?<![\p{L}\d])[A-Z]{2}\d{2}(?:[ -]?[A-Z\d]{4}){2,7}(?:[ -]?[A-Z\d]{1,4})?(?![\p{L}\d])/gu;
/** Of the USA, Brazil, France, Spain, Italy and the United Kingdom, as they are written there. */
const socialSecurity = /(?<![\p{L}\d_.-])(?!000|666|9\d\d)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\p{L}\d_-]|\.\d)/gu;
const cpf = /(?<![\p{L}\d_.-])\d{3}\.\d{3}\.\d{3}-\d{2}(?![\p{L}\d_-])/gu;
const nir =
  /(?<![\p{L}\d_.-])[12] ?\d{2} ?(?:0[1-9]|1[0-2]) ?(?:\d{2}|2[AB]) ?\d{3} ?\d{3} ?\d{2}(?![\p{L}\d_-]|[.,]\d)/gu;
const dni = /(?<![\p{L}\d_.-])[XYZ]?\d{7,8}-?[A-HJ-NP-TV-Z](?![\p{L}\d_-])/gu;
const codiceFiscale = /(?<![\p{L}\d])[A-Z]{6}\d{2}[A-EHLMPRST]\d{2}[A-Z]\d{3}[A-Z](?![\p{L}\d])/gu;
const nino = /(?<![\p{L}\d])[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z](?: ?\d{2}){3} ?[A-D](?![\p{L}\d])/gu;

const checks: [placeholder: string, pattern: RegExp, isOne: (found: string) => boolean][] = [
  ['{card}', card, isCard],
  ['{iban}', iban, isIban],
  ['{national-id}', socialSecurity, () => true],
  ['{national-id}', cpf, isCpf],
  ['{national-id}', nir, isNir],
  ['{national-id}', dni, isDni],
  ['{national-id}', codiceFiscale, () => true],
  ['{national-id}', nino, () => true],
];

/** Puts placeholders in the place of cards, bank accounts and national ids. */
export function hideNumbers(text: string): string {
  let hidden = text;
  for (const [placeholder, pattern, isOne] of checks)
    hidden = hidden.replace(pattern, (found) => (isOne(found) ? placeholder : found));
  return hidden;
}

function isCard(found: string): boolean {
  const digits = found.replace(/\D/g, '');
  return issuer.test(digits) && !/^(\d)\1+$/.test(digits) && luhn(digits);
}

/** https://en.wikipedia.org/wiki/Luhn_algorithm */
function luhn(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at++) {
    const digit = digits.charCodeAt(digits.length - 1 - at) - 48;
    sum += at % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2;
  }
  return sum % 10 === 0;
}

/** ISO 13616: moved, spelled as numbers, the remainder by 97 is 1. */
function isIban(found: string): boolean {
  const plain = found.replace(/[ -]/g, '');
  if (plain.length < 15 || plain.length > 34) return false;
  const numbers = (plain.slice(4) + plain.slice(0, 4)).replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return remainder(numbers, 97) === 1;
}

function isCpf(found: string): boolean {
  const digits = found.replace(/\D/g, '');
  const checkAt = (length: number): number => {
    let sum = 0;
    for (let at = 0; at < length; at++) sum += Number(digits[at]) * (length + 1 - at);
    return ((sum * 10) % 11) % 10;
  };
  return !/^(\d)\1+$/.test(digits) && checkAt(9) === Number(digits[9]) && checkAt(10) === Number(digits[10]);
}

function isNir(found: string): boolean {
  const plain = found.replaceAll(' ', '').replace('2A', '19').replace('2B', '18');
  return 97 - remainder(plain.slice(0, 13), 97) === Number(plain.slice(13));
}

function isDni(found: string): boolean {
  const plain = found.replace('-', '').replace(/^[XYZ]/, (letter) => String('XYZ'.indexOf(letter)));
  return plain.length === 9 && 'TRWAGMYFPDXBNJZSQVHLCKE'[Number(plain.slice(0, 8)) % 23] === plain[8];
}

function remainder(digits: string, by: number): number {
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % by;
  return rest;
}
