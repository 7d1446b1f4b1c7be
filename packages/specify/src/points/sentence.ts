import { wordsOf } from '@sightglass/wire';

/** Numbers and limits in sentences that people are told, in English, German, French and Spanish. */

/** A number as people write it: digits, with separators of thousands and of a fraction. */
const number = String.raw`[-−]?\d+(?:[.,'’  ]\d{3})*(?:[.,]\d+)?`;

/**
 * The value of a number as people write it: `15,000.00`, `15.000,00` and `15'000` are all fifteen thousand, `1,5` and `1.5` one and a half.
 * A single separator with three digits behind it parts thousands: `1,000`.
 */
export function numberOf(text: string): number {
  const plain = text.replace(/[\s'’ ]/g, '').replace('−', '-');
  const last = Math.max(plain.lastIndexOf(','), plain.lastIndexOf('.'));
  if (last < 0) return Number(plain);
  const mark = plain.charAt(last);
  const digits = plain.length - last - 1;
  const both = plain.includes(',') && plain.includes('.');
  const several = plain.indexOf(mark) !== last;
  const isFraction = both ? !several : !several && digits !== 3;
  const whole = plain.slice(0, last).replace(/[.,]/g, '');
  return isFraction ? Number(`${whole}.${plain.slice(last + 1)}`) : Number(plain.replace(/[.,]/g, ''));
}

export interface Bound {
  side: 'least' | 'most' | 'exact';
  value: number;
  /** The limit itself is outside: "more than 3". */
  open: boolean;
  /** What stands behind the number, in small letters: `characters`, `eur`. */
  unit: string;
}

const unit = String.raw`(?:\s*(%|€|\$|£|[A-Za-zÀ-ÖØ-öø-ÿ][\wÀ-ÖØ-öø-ÿ-]*))?`;
const phrases: { words: string; side: Bound['side']; open?: true }[] = [
  {
    words: 'no(?:t)? (?:less|fewer|shorter|lower|smaller|earlier) than|nicht (?:weniger|kürzer|kleiner) als',
    side: 'least',
  },
  {
    words: 'no(?:t)? (?:more|longer|larger|higher|greater|bigger) than|nicht (?:mehr|länger|größer) als',
    side: 'most',
  },
  {
    words:
      "(?:can(?:not| not|'t)|may not|must not|should not|do(?:es)? not) exceed|not exceed|darf nicht (?:mehr|länger|größer) (?:als|sein als)",
    side: 'most',
  },
  { words: '(?:greater|larger|higher|more) than or equal to|>=|≥', side: 'least' },
  { words: '(?:less|smaller|lower|fewer) than or equal to|<=|≤', side: 'most' },
  {
    words: String.raw`at least|a minimum of|minimum(?: (?:is|of|length is|length of|value is))?:?|min\.?|mindestens|wenigstens|minimal|au moins|au minimum|minimum de|al menos|como m(?:í|i)nimo|por lo menos|m(?:í|i)nimo(?: de)?`,
    side: 'least',
  },
  {
    words: String.raw`at most|at the most|up to|a maximum of|maximum(?: (?:is|of|length is|length of|value is))?:?|max\.?|only|höchstens|maximal|bis zu|nur|au plus|au maximum|maximum de|jusqu['’]à|pas dépasser|como m(?:á|a)ximo|a lo sumo|m(?:á|a)ximo(?: de)?|no (?:puede|debe) (?:superar|exceder)(?: de)?`,
    side: 'most',
  },
  {
    words: 'more than|greater than|larger than|longer than|over|above|mehr als|größer als|länger als|über',
    side: 'least',
    open: true,
  },
  {
    words: 'less than|fewer than|smaller than|shorter than|under|below|weniger als|kleiner als|kürzer als|unter',
    side: 'most',
    open: true,
  },
  { words: 'exactly|precisely|genau', side: 'exact' },
];
/** What overshoots is refused: "is longer than 40" tells that 40 is the most. */
const overshoot =
  /\b(?:is|was|are|has|have|ist|sind|hat)\b[^.]*\b(?:too|longer|more|larger|higher|greater|zu|länger|mehr|größer)\b/i;
const negated =
  /\b(?:can ?not|can't|may not|must not|should not|nobody|no one|nothing|never|darf nicht|dürfen nicht|nicht|niemand|nichts|kein\w*|personne|rien|nadie|nada)\b|^no [\p{L}{]/iu;
/** "More than 500 mg needs a second vet" tells what happens beyond; "More than 3 letters are required" asks for it. */
const happens =
  /^[^.,;]*?\b(?:needs?|requires?|takes?|is|are|can ?not|can't|(?:has|have) to|must|may not|will not|won't|do(?:es)?n't|do(?:es)? not|braucht|brauchen|benötigt|benötigen|ist|sind|geht|gehen|kann|können)\b(?!\s+(?:required|needed|necessary|mandatory|asked|expected|erforderlich|nötig|notwendig|be)\b)/i;

/** "Between 5 and 600 millimetres", "a name has 2 to 60 letters", "doses are 5 to 250 ml". */
const ranges = [
  ['between|from|zwischen|von', 'and|to|und|bis|–|-'],
  ['has|have|needs?|takes?|is|are|be|hat|haben|ist|sind', 'to|bis|–'],
].map(
  ([before, within]) =>
    new RegExp(String.raw`\b(?:${before})\s+(${number})${unit}\s*(?:${within})\s*(${number})${unit}`, 'i'),
);

/** All bounds that a sentence states. */
export function boundsIn(sentence: string): Bound[] {
  const text = sentence.replace(/\s+/g, ' ');
  const range = ranges.map((words) => words.exec(text)).find((found) => found !== null);
  if (range) {
    const [, low = '', firstUnit = '', high = '', lastUnit = ''] = range;
    const told = (lastUnit || firstUnit).toLowerCase();
    return [
      { side: 'least', value: numberOf(low), open: false, unit: told },
      { side: 'most', value: numberOf(high), open: false, unit: told },
    ];
  }
  for (const { words, side, open } of phrases) {
    const found = new RegExp(String.raw`(?<![\w])(?:${words})\s*(?:[€$£]\s*)?(${number})${unit}`, 'i').exec(text);
    if (!found) continue;
    const [whole, digits = '', name = ''] = found;
    const before = text.slice(0, found.index);
    const bound = {
      side,
      value: numberOf(digits),
      open: open ?? false,
      unit: name.toLowerCase() || (/[€$£]/.exec(whole)?.[0] ?? ''),
    };
    const behind = text.slice(found.index + whole.length);
    // "may not be more than 5" and "is longer than 5" refuse what lies beyond.
    const turned =
      bound.open &&
      (negated.test(before) || overshoot.test(before + whole) || (before.trim() === '' && happens.test(behind)));
    return [turned ? { ...bound, side: side === 'least' ? 'most' : 'least', open: false } : bound];
  }
  const after = new RegExp(
    String.raw`(${number})${unit},? (?:(?:or|oder) (more|longer|greater|above|mehr|less|fewer|shorter|below|weniger)|(at (?:least|most)|(?:mini|maxi)mum|mindestens|höchstens|au moins|au plus|al menos))\b`,
    'i',
  ).exec(text);
  if (after) {
    const [, digits = '', name = '', more, least] = after;
    const side = /^(?:less|fewer|shorter|below|weniger|at most|maximum|höchstens|au plus)$/i.test(more ?? least ?? '')
      ? 'most'
      : 'least';
    return [{ side, value: numberOf(digits), open: false, unit: name.toLowerCase() }];
  }
  const has = new RegExp(
    String.raw`\b(?:has|have|must be|hat|haben|muss)\s+(${number})\s+(characters?|letters?|digits?|zeichen|buchstaben|ziffern|stellen)\b`,
    'i',
  ).exec(text);
  if (!has) return [];
  const [, digits = '', name = ''] = has;
  return [{ side: 'exact', value: numberOf(digits), open: false, unit: name.toLowerCase() }];
}

const small: readonly RegExp[] = [
  /^(?:an?|one|eine?[nrms]?|une?|una?)$/i,
  ...['two|zwei|deux|dos', 'three|drei|trois|tres', 'four|vier|quatre|cuatro', 'five|fünf|cinq|cinco'],
  ...['six|sechs|seis', 'seven|sieben|sept|siete', 'eight|acht|huit|ocho', 'nine|neun|neuf|nueve'],
  ...['ten|zehn|dix|diez', 'eleven|elf|onze|once', 'twelve|zwölf|douze|doce'],
].map((words) => (typeof words === 'string' ? new RegExp(`^(?:${words})$`, 'i') : words));

/** "At least two people" as "At least 2 people": small numbers that stand behind a bound as words. */
export function withDigits(sentence: string): string {
  return sentence.replace(
    /\b(at least|at most|up to|(?:no )?(?:more|less|fewer) than|exactly|mindestens|höchstens|au moins|au plus|al menos) (\p{L}+)/giu,
    (whole, bound: string, word: string) => {
      const index = small.findIndex((words) => words.test(word));
      return index < 0 ? whole : `${bound} ${index + 1}`;
    },
  );
}

/** All numbers of a sentence with the word behind each. */
export function numbersIn(sentence: string): { value: number; text: string; unit: string; at: number }[] {
  const every = new RegExp(String.raw`(?<![\w{])(${number})(?![\w}])${unit}`, 'gi');
  return [...sentence.matchAll(every)].map(([, text = '', word = ''], index, all) => {
    return {
      value: numberOf(text),
      text,
      unit: word.toLowerCase(),
      at: all.length > index ? sentence.indexOf(text) : 0,
    };
  });
}

const currencies = /^(?:eur|euros?|€|usd|dollars?|\$|gbp|pounds?|£|chf|francs?|franken)$/i;

/** A text's length, as messages count it. */
export const isLength = (word: string): boolean =>
  /^(?:char(?:acter)?s?|letters?|symbols?|digits?|zeichen|buchstaben|ziffern|stellen|words?|wörter|caract(?:è|e)res?|lettres?|chiffres?|letras?|d(?:í|i)gitos?)$/i.test(
    word,
  );
export const isDigits = (word: string): boolean => /^(?:digits?|ziffern|stellen|chiffres?|d(?:í|i)gitos?)$/i.test(word);
export const isTime = (word: string): boolean =>
  /^(?:milliseconds?|seconds?|minutes?|hours?|days?|weeks?|months?|years?|sekunden?|minuten?|stunden?|tage?n?|wochen?|monate?n?|jahre?n?|attempts?|times|tries|versuche?n?)$/.test(
    word,
  );
export const isMoney = (word: string): boolean => currencies.test(word);

/** Names of fields that count hundredths of a currency: `priceCents`. */
export const isMinorUnit = (name: string): boolean => wordsOf(name).some((word) => minorUnits.test(word));
const minorUnits = /^(?:cents?|minor|pence|penny|rappen|centimes?)$/;
