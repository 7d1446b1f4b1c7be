/** How pages write again what they were told: in part, cut short, in groups, joined, in capitals, without accents. */

/** Parts that are somebody's by their form, for texts that repeat only half of what was typed. */
export function partsOf(said: string): string[] {
  const isMail = /^\S+@\S+$/.test(said);
  const words = said.split(isMail ? /[@._+-]/ : /[\s,;]+/, 40);
  const parts = words.filter((word, at) => {
    if (words.length < 2 || word.length < 5) return false;
    if (isMail || /\d|@/.test(word)) return true;
    // The first word of a sentence is no name.
    return /^\p{Lu}/u.test(word) && (at > 0 || /^\p{Lu}/u.test(words[1] ?? ''));
  });
  // An address as pages show it, and a file without what it ends on.
  return [...parts, said.replace(/^\w+:\/\/(www\.)?|\.\w{2,4}$/g, '')];
}

/**
 * Puts `mask` in the place of each of the texts, however it is written there.
 *
 * @param heads - What was worked out before.
 * @param flags - `i` where capitals do not count.
 */
export function without(
  text: string,
  texts: readonly string[],
  mask: string,
  heads: Map<string, string>,
  flags = 'giu',
): string {
  if (heads.size > 3_000) heads.clear();
  const signs = folded(text);
  // A pattern of all would be made anew after each key and each answer, and the browser takes its time for it.
  const found = texts.filter((one) => {
    const head = heads.get(one) ?? folded(headOf(one));
    heads.set(one, head);
    return head.length > 2 && signs.includes(head);
  });
  if (found.length === 0) return text;
  // Longest first, so that a name goes as a whole.
  const sources = found.sort((a, b) => b.length - a.length).map(sourceOf);
  const plain = text.normalize('NFD');
  const said = plain.replace(new RegExp(`(?:${sources.join('|')})\\p{M}*`, flags), mask);
  return said === plain ? text : said.normalize();
}

/** Letters and digits, accents taken off. */
const signsOf = (text: string): string => text.normalize('NFD').replace(/[^\p{L}\d]+/gu, '');

/** The same for all that a pattern takes for the same letter. */
const folded = (text: string): string => signsOf(text).toLowerCase().toUpperCase();

const isNumber = (signs: string): boolean => /^\d+$/.test(signs);

/** The signs that stand wherever it is shown: of a long number those behind its country's, else the beginning. */
function headOf(said: string): string {
  const signs = signsOf(said);
  if (isNumber(signs)) return signs.slice(signs.length > 9 ? 3 : 0);
  const [begun = ''] = /^(\S+\s+\S+(?:(?<!.{12})\s+\S+)*)/su.exec(said) ?? [said];
  return signsOf(begun);
}

function sourceOf(said: string): string {
  const signs = signsOf(said);
  const head = [...headOf(said)];
  const apart = '[^\\p{L}\\d]*';
  const alone = (source: string): string => `(?<![\\p{L}\\d])${source}(?![\\p{L}\\d])`;
  if (isNumber(signs))
    return signs.length > 7
      ? `\\d*${head.join('[^\\p{L}\\d]{0,3}')}`
      : // As a price is written.
        alone(
          [...signs]
            .map((sign, at) => sign + (at < signs.length - 1 && (signs.length - at) % 3 === 1 ? "[\\s.,'’]?" : ''))
            .join(''),
        );
  const spaced = head.join(apart);
  // A short text counts only as a word of its own: "ann" is not in "planned".
  if (said.length < 6) return alone(spaced);
  if (!/[^\p{L}\p{M}\d]/u.test(said)) return `${head.join('\\p{M}*')}|${alone(spaced)}`;
  const rest = [...signs].slice(head.length);
  return `${spaced}${rest.map((sign) => `(?:${apart}${sign}`).join('')}${')?'.repeat(rest.length)}`;
}
