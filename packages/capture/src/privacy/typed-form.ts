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

/**
 * Those of `texts` of which a pattern may find one in `text`: no other needs to be looked for closely.
 *
 * @param firsts - What was worked out before.
 */
export function mayHold(text: string, texts: readonly string[], firsts: Map<string, string>): readonly string[] {
  if (texts.length === 0) return texts;
  if (firsts.size > 3_000) firsts.clear();
  const signs = folded(signsOf(text));
  return texts.filter((one) => {
    const first = firsts.get(one) ?? firstSigns(one);
    firsts.set(one, first);
    return signs.includes(first);
  });
}

/** The letters and digits that stand wherever a pattern finds a text: all of a number, the others' up to a blank. */
function firstSigns(text: string): string {
  const signs = signsOf(text);
  return folded(isNumber(signs, text) ? signs : signsOf(text.replace(/\s.*/s, '')));
}

const signsOf = (text: string): string => text.replace(/[^\p{L}\d]/gu, '');

/** The same for all that a pattern takes for the same letter, whatever it is written as. */
const folded = (text: string): string => text.toLowerCase().toUpperCase();

/** A number of a telephone, card or account. */
function isNumber(signs: string, text: string): boolean {
  return signs.length > 7 && signs.replace(/\D/g, '').length * 2 > signs.length && !/@/.test(text);
}

function sourceOf(text: string): string {
  const signs = signsOf(text);
  // In whatever groups.
  if (isNumber(signs, text)) return `(?<!\\d)${[...signs].join('[\\s./()-]{0,2}')}(?!\\d)`;
  const words = text.split(/\s+/).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  // A short text counts only as a word of its own: "ann" is not in "planned".
  if (text.length < 6) return `(?<![\\p{L}\\d])${words.join('\\s+')}(?![\\p{L}\\d])`;
  // The beginning of a longer one is enough.
  let whole = 0;
  for (let chars = 0; whole < words.length && (chars < 12 || whole < 2); whole++) chars += words[whole]?.length ?? 0;
  const rest = words.slice(whole, whole + 40);
  return `${words.slice(0, whole).join('\\s+')}${rest.map((word) => `(?:\\s+${word}`).join('')}${')?'.repeat(rest.length)}`;
}
