/** A pattern such as `^[A-Za-z0-9-]{8,64}$`: nothing but letters of one class, from so many to so many. */
const lettersOnly = /^\^(\[(?!\^)(?:[ -[^-~]|\\[ -~])+\])\{(\d+),(\d+)\}\$$/;

/**
 * A function that judges texts as the pattern does, three times as quick: ids are most of what is judged at the door.
 *
 * @returns undefined when the pattern is of another form.
 */
export function compileLetters(pattern: RegExp): ((text: string) => boolean) | undefined {
  const [, letter, least, most] = lettersOnly.exec(pattern.source) ?? [];
  if (letter === undefined || pattern.flags !== '') return undefined;
  const one = new RegExp(`^${letter}$`);
  // What stands outside of ASCII is in no such class, and beyond the end of the table.
  const isOne = Uint8Array.from({ length: 128 }, (_, code) => (one.test(String.fromCharCode(code)) ? 1 : 0));
  const [minLength, maxLength] = [Number(least), Number(most)];
  return (text) => {
    if (text.length < minLength || text.length > maxLength) return false;
    for (let at = 0; at < text.length; at += 1) if (isOne[text.charCodeAt(at)] !== 1) return false;
    return true;
  };
}
