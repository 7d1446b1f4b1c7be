import { singular } from '@sightglass/wire';

/** `an order`, `a user`: by how the word is spoken, as far as letters tell. */
export function article(noun: string): string {
  const spokenAsYou = /^(?:us[ei]|uni|uti|eu|one)/i.test(noun);
  return `${/^[aeiou]/i.test(noun) && !spokenAsYou ? 'an' : 'a'} ${noun}`;
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `['max', 'lines']` is `maxLines`. */
export const camel = (words: readonly string[]): string =>
  words.map((word, index) => (index === 0 ? word : capital(word))).join('');

/** Of a noun in the singular. */
export function plural(noun: string): string {
  if (singular(noun) !== noun) return noun;
  if (/(?:s|x|ch|sh)$/i.test(noun)) return `${noun}es`;
  return /[^aeiou]y$/i.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}
