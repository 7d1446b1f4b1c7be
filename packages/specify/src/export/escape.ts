/**
 * Recorded words as Markdown text: no markup of theirs is left alive, be it a link, an image, HTML or a table's bar. Line ends become
 * spaces.
 */
export function plain(recorded: string): string {
  return (
    oneLine(recorded)
      .replace(/[\\`*_{}[\]()<>#+!|~&-]/g, (character) =>
        character === '<' ? '&lt;' : character === '>' ? '&gt;' : character === '&' ? '&amp;' : `\\${character}`,
      )
      // Readers make links of bare addresses too; an entity for the colon keeps what is read and takes the scheme apart.
      .replace(/:(?=\/\/)|(?<=javascript|data|vbscript|mailto):/gi, '&#58;')
      .replace(/\bwww\./gi, 'www&#46;')
  );
}

/** Recorded words as code: nothing in it is markup, provided that the fence is longer than any run of backticks inside. */
export function code(recorded: string): string {
  const text = oneLine(recorded);
  if (text === '') return '';
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const pad = text.startsWith('`') || text.endsWith('`') || /^ .* $/.test(text) ? ' ' : '';
  // In a table a bar ends the cell even inside code.
  return `${fence}${pad}${text.replaceAll('|', '\\|')}${pad}${fence}`;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: recorded words may hold them, and a terminal or editor may obey them.
const unseen = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]+/g;

/** Recorded words in one line, without what is not seen: characters that turn the direction of reading, or that nothing shows. */
export function oneLine(text: string): string {
  return text.replace(unseen, ' ').trim();
}
