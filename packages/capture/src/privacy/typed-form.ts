/** How pages write again what they were told: in part, cut short, in groups, in capitals. */

/** Parts that are somebody's by their form, for texts that repeat only half of what was typed. */
export function wordsOf(said: string): string[] {
  const words = said.split(/[\s,;]+/, 40);
  return words.filter((word, at) => {
    if (words.length < 2 || word.length < 5) return false;
    if (/\d|@/.test(word)) return true;
    // The first word of a sentence is no name.
    return /^\p{Lu}/u.test(word) && (at > 0 || /^\p{Lu}/u.test(words[1] ?? ''));
  });
}

/** Finds each of the texts, in any case where the flags do not say otherwise. */
export function patternOf(texts: Iterable<string>, flags = 'giu'): RegExp {
  // Longest first, so that a name goes as a whole.
  const sources = [...new Set(texts)].sort((a, b) => b.length - a.length).map(sourceOf);
  return new RegExp(sources.join('|') || '$.', flags);
}

function sourceOf(text: string): string {
  const signs = text.replace(/[^\p{L}\d]/gu, '');
  // A number of a telephone, card or account, in whatever groups.
  if (signs.length > 7 && signs.replace(/\D/g, '').length * 2 > signs.length && !/@/.test(text))
    return `(?<!\\d)${[...signs].join('[\\s./()-]{0,2}')}(?!\\d)`;
  const words = text.split(/\s+/).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  // A short text counts only as a word of its own: "ann" is not in "planned".
  if (text.length < 6) return `(?<![\\p{L}\\d])${words.join('\\s+')}(?![\\p{L}\\d])`;
  // The beginning of a longer one is enough.
  let whole = 0;
  for (let chars = 0; whole < words.length && (chars < 12 || whole < 2); whole++) chars += words[whole]?.length ?? 0;
  const rest = words.slice(whole, whole + 40);
  return `${words.slice(0, whole).join('\\s+')}${rest.map((word) => `(?:\\s+${word}`).join('')}${')?'.repeat(rest.length)}`;
}
