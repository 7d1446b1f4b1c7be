/**
 * Recorded words as a string of TypeScript, in single quotes: nothing in it can end the string, and no character that cannot be seen, or
 * that turns the reading direction of the lines after it, stands in it as itself.
 */
export function quote(recorded: string): string {
  const escaped = recorded.replace(hidden, (character) =>
    character === "'" || character === '\\' ? `\\${character}` : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
  return `'${escaped}'`;
}

/** The same for what stands in a comment until the end of its line. */
export function comment(recorded: string): string {
  return recorded.replace(hiddenInComments, ' ').trim();
}

/** A value as TypeScript: JSON, indented, with what cannot be seen written out. */
export function literal(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(unseen, (character) =>
    [...Array(character.length).keys()]
      .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

const hidden = /['\\]|[\p{C}\p{Zl}\p{Zp}]|<(?=[!/])/gu;
const hiddenInComments = /[\p{C}\p{Zl}\p{Zp}]|\*\//gu;
/** JSON escapes control characters and lone surrogates already; line ends are its own. */
const unseen = /[\p{Cf}\p{Co}\p{Zl}\p{Zp}]|[\u007f-\u009f]/gu;
