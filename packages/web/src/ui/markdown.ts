/** Words for a text that trackers and chats show as Markdown: what an application said must not become markup, a mention or a link there. */

/** One line of plain words. */
export const plainWords = (text: string): string =>
  oneLine(text)
    .replace(/[\\`*_[\]<>|~]/g, '\\$&')
    // Sent to nobody: a name after an @, or a number after a #, is no mention there.
    .replace(/[@#](?=\w)/g, '$&\u2060');

/** A route, a name, a message, as it is. */
export function codeWords(text: string): string {
  const line = oneLine(text);
  const fence = fenceFor(line, 1);
  return line.startsWith('`') || line.endsWith('`') ? `${fence} ${line} ${fence}` : `${fence}${line}${fence}`;
}

/** Several lines, as they are. */
export function codeLines(text: string): string {
  const fence = fenceFor(text, 3);
  return `${fence}\n${text}\n${fence}`;
}

/** A table of two columns without a head; rows that say nothing are left out. */
export function factTable(facts: readonly (readonly [name: string, value: string])[]): string {
  const rows = facts.filter(([, value]) => value !== '').map(([name, value]) => `| ${name} | ${inCell(value)} |`);
  return rows.length === 0 ? '' : ['| | |', '| --- | --- |', ...rows].join('\n');
}

/** Within code a bar would end the cell, too. */
const inCell = (value: string): string => value.replace(/(?<!\\)\|/g, '\\|');

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Longer than any run of backticks in it. */
function fenceFor(text: string, least: number): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  return '`'.repeat(longest >= least ? longest + 1 : least);
}
