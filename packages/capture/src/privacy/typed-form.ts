/** How pages write again what they were told: in part, cut short, in pieces, in groups, joined, in capitals, without accents, escaped. */

/** Of one text. */
const maxPieces = 200;
/** Of a script without capitals: its names are of two letters and more, and many of these scripts put no blanks between words. */
export const otherLetter = /\p{Lo}/u;
/**
 * Letters that have no sign to take off, and that people write without it; those of Persian for which many keyboards have Arabic's; what draws a
 * word of Arabic out, and signs that are letters by their name alone.
 */
const unaccented: Record<string, string> = {
  ß: 'ss',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  ی: 'ي',
  ک: 'ك',
  ـ: '',
  ʼ: "'",
  ʻ: "'",
};

/** What is looked for of a text that was typed: its lines, and of a long one as many words as a pattern may have, one after another. */
export function piecesOf(text: string): string[] {
  const pieces = text.match(/\S[^\t\n\r]{1,180}\S{1,99}|\p{Lo}{2}/gu) ?? [];
  return pieces.slice(0, maxPieces);
}

/** Parts that are somebody's by their form, for texts that repeat only half of what was typed. */
export function partsOf(said: string): string[] {
  const isMail = /^\S+@\S+$/.test(said);
  const words = said
    // What an address ends on is everybody's: `info`, `online`.
    .split(isMail ? /\.\w+$|[@._+-]/ : /[^\p{L}\p{M}\p{Nd}@.'_+-]+|(?<=\d)[.-]|[-_](?=\p{Lu})|www\./u, 40)
    // A sign by itself is none, nor is what stands before one that begins the text.
    // What the page's own host is called is nobody's: who works on a page often writes from there. Nor is what is called as pages call their own.
    .filter((word) => word[1] && !(isMail && `${location.hostname} mail home online`.split(/\W/).includes(word)));
  const isName = (word = ''): boolean => /^\p{Lu}/u.test(word);
  // What several things are listed in is shown one by one, as chips are. A sentence has a longer clause somewhere.
  const clauses = said.split(/[,;،、，] ?/);
  const isShort = !words[3] || (clauses[2] && !clauses.some((one) => / .* .* /.test(one)));
  const parts = words.filter(
    (word, at) =>
      // Of two words or three any may be a name, though it was written small.
      (isShort && /\p{Lo}|\D{4}/u.test(word)) ||
      // Somebody may be born in it.
      /^(19\d|20[01])\d$/.test(word) ||
      (word.length > (isName(word) ? 3 : 4) &&
        // The first word of a sentence is no name.
        (isMail || /[\d@]|.\../.test(word) || (isName(word) && (at || isName(words[1]))))),
  );
  // Numbers in whatever groups they stand, the hour of a moment, who a mail is for, and names of which some leave out what stands before an apostrophe.
  const owned = said.match(/(?<=\b|T)\d([\d .:/()-]|,\b){2,}\d|[^\s,;<]+(?=@\S)|(?<=')\p{Lu}\p{L}{3,}/gu) ?? [];
  // Who owns an account calls it by the end of its international number.
  const account = said.replace(/ /g, '').match(/(?<=^\D\D\d\d.+)\d{10}$/) ?? [];
  // An address as pages show it, a file or a price without what it ends on, a number without what it begins with, the year of a day in digits
  // alone.
  return [
    ...parts,
    ...owned,
    ...account,
    // Words in a row, anew from each sentence on: pages show one of several, or something else in the place of a word (`:cry:`, `@ada`), and leave what
    // stands around it. Short ones are anybody's: `I want to`.
    ...(said.match(/([^\s.!?;]+ ){1,2}\S+/g) ?? []).filter((row) => row[10]),
    said.replace(/^(\w+:\/\/(www\.)?|\d{4}(?=(19|20[01])..$)|0+)|\.\w{2,4}$|,\d\d?$/g, ''),
  ];
}

/** A text that is looked for: all of its signs, and how it begins, worked out where it is looked for first. */
export interface Sought {
  text: string;
  head?: string;
  /** Empty where no piece of it is looked for. */
  whole: string;
  /** More than a short word. Asked once: hundreds may be held against each word of a page. */
  long?: boolean;
}

/** Whether what was found in a text is left where it stands. */
export type IsKept = (hit: string, text: string) => boolean;

export const sought = (text: string): Sought => ({
  text,
  whole: markOf(text),
  long: /.{5}|\p{Lo}./u.test(text),
});

/**
 * Puts `mask` in the place of each of the texts, however it is written there.
 *
 * @param kept - What is left where it stands, though it was typed.
 * @param inPieces - A text of more than a word or two goes as well where it is a piece of one of them: what stands between links, names and
 * words in bold has an element of its own.
 */
export function without(
  text: string,
  texts: readonly Sought[],
  mask: string,
  kept?: IsKept,
  inPieces?: boolean,
): string {
  // At first nothing was typed, and there are many words to tell.
  if (!texts[0]) return text;
  // What base64 holds is read by anybody. A picture or a font, of which it is made as well, is longer.
  if (!text[2_000])
    text = text.replace(/([a-z\d]{4})+([a-z\d]{2,3})?/gi, (word) =>
      /[a-z\d][A-Z]/.test(word) && without(atob(word), texts, '') !== atob(word) ? mask : word,
    );
  const plain = unescaped(text);
  const signs = folded(plain);
  // A pattern of all would be made anew after each key and each answer, and the browser takes its time for it.
  // Of the number of a card or a phone one group, as pages draw it, a card's while it is typed as well; a year is anybody's.
  const isGroup = /^(?!20..$)\d{4,7}$/.test(signs);
  const mayBePiece = inPieces && (isGroup || signs[7]);
  // An answer that is written while it is read may end within a word, right before a caret, and a name that is cut short before its points.
  const half =
    inPieces &&
    (mask > '~' || /\.\..?$/.test(plain)) &&
    plain.slice(-40).match(/(?=\p{Lu}|.{6})[\p{L}\p{M}]{4,}(?=[^\p{L}]*$)/u)?.[0];
  const found: string[] = [];
  for (const one of texts) {
    one.head ??= folded(headOf(unescaped(one.text)));
    if (mayBePiece && one.whole.includes(signs) && (!isGroup || /^\D*\d{8,}$/.test(one.whole)))
      return text.replace(/[\p{Alpha}\p{N}].*[\p{Alpha}\p{N}]/su, mask);
    if ((one.head[2] || otherLetter.test(one.head)) && signs.includes(one.head)) found.push(one.text);
    if (half && !/ /.test(one.text) && one.whole.startsWith(folded(half))) found.push(half);
  }
  if (!found[0]) return text;
  // Each is looked for by itself: where two overlap, as a text and what it began as do, both go.
  // A pattern that names the letters of all scripts with each sign takes a browser up to a tenth of a second to make, and dozens may be made here: it
  // is looked for where a mark of a letter is written `~`, and each other sign but a `+` as a blank.
  const flat = plain.replace(/[^\p{L}\p{Nd}+]/gu, (sign) => sign.replace(/./gs, /\p{M}/u.test(sign) ? '~' : ' '));
  const signsLeft = plain.split('');
  for (const one of found)
    for (const { 0: hit, index } of flat.matchAll(new RegExp(`(${sourceOf(unescaped(one))})~*`, 'giu')))
      if (!kept?.(hit, plain)) signsLeft.fill('\0', index, index + hit.length);
  const said = signsLeft.join('').replace(/\0+/g, mask);
  return said === plain ? text : said.normalize();
}

/**
 * With accents apart, and what was written for HTML by its number as it reads; a blank for each other sign that was written for that or for an
 * address, once or several times over.
 */
function unescaped(text: string): string {
  // Most are plain words.
  if (!/[^\t-\r -$'-~]/.test(text)) return text;
  return text
    .replace(/&(amp;)*#(x?\w+);/g, (_, _again, sign) => String.fromCharCode(Number(`0${sign}`)))
    .replace(/&(amp;)*\w+;|%(25)*[2-7][\dA-F]/g, ' ')
    .normalize('NFKD')
    .replace(/[^ -~]/g, (sign) => unaccented[sign.toLowerCase()] ?? sign);
}

/** The same for a text however it is written. */
export const markOf = (text: string): string => folded(unescaped(text));

/** Letters and digits, accents taken off. */
export const signsOf = (text: string): string => text.replace(/[^\p{L}\p{Nd}]/gu, '');

/** The same for all that a pattern takes for the same letter. */
const folded = (text: string): string => signsOf(text).toLowerCase().toUpperCase();

/** The signs that stand wherever it is shown: of a long number those behind its country's, else the beginning, which pages cut within a word as well. */
function headOf(said: string): string {
  const signs = signsOf(said);
  if (/^\d+$/.test(signs)) return signs.slice(signs[9] ? 3 : 0);
  return signsOf(/^\S+\s+\S+(?:(?<!.{12})\s+\S+)*/su.exec(said)?.[0].slice(0, 15) ?? said);
}

/** The pattern of a text, as it stands in one whose signs are flat: any of them is `[ ~+]`. */
function sourceOf(said: string): string {
  const signs = signsOf(said);
  const head = [...headOf(said)];
  const spaced = head.join('[ ~+]*');
  /** A number may be filled up to a length, and the phone of a small country stand right behind that one's code. */
  const alone = (source: string, beside = '\\p{L}'): string =>
    `(?<!\\d|${beside})(\\+\\d{3})?0*(${source})(?!\\d|${beside})`;
  if (/^\d+$/.test(signs))
    return signs.length > 7
      ? // With a code of its country, or without.
        `(\\d+[ ~+]*)?\\d*${spaced}`
      : // As a price is written, and in the groups that it was typed in: a time, a day; or digit by digit. Of five and more, in any.
        alone(
          (signs[4]
            ? [...signs].join('[ ~+]{0,3}')
            : `${said.match(/\d.*\d/)?.[0].replace(/\D+|(?<=\d)(?=\d{3})/g, '[ ~+]{0,3}')}|${[...signs].join('[ ~+]')}`) +
            (/[.,]/.test(said) ? '0*' : ''),
          // With what it counts right beside it (`85,250円`, `72.5kg`), but not where it says how large something is drawn.
          '[sv-x]|px|r?em|ms',
        );
  // A short text counts only as a word of its own, or as whose something is (`Anns`): "ann" is not in "planned".
  if (!said[5] && !otherLetter.test(said)) return alone(`${spaced}s?`);
  if (!/[^\p{L}\p{M}\d]/u.test(said)) return `${alone(spaced)}|${head.join('~*')}`;
  return spaced + [...signs].slice(head.length).reduceRight((more, sign) => `([ ~+]*${sign}${more})?`, '');
}
