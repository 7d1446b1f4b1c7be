import { type Fact, singular, wordsOf } from '@sightglass/wire';
import type { Constant } from './constant.ts';
import { isLength, isMoney, isTime, numbersIn } from './sentence.ts';
import { camel } from './wording.ts';

/** So many visitors who were shown the same make it the application's word, and nobody's own. */
const leastVisitors = 5;
/** A limit may change from one release to the next; a sentence with more numbers tells of what there is just now. */
const mostValues = 2;
/** More sentences of one form on one screen are entries of a list: prices of things. */
const mostAlike = 3;
const mostNameWords = 3;

/** How a number is bounded by the words before it. */
const before: [RegExp, 'most' | 'least' | 'from'][] = [
  [
    /(?:at most|up to|a?\s?maximum(?: of)?|max\.?|not exceed|höchstens|maximal|bis zu|au (?:plus|maximum)|jusqu['’]à|hasta|como máximo)\s*$/i,
    'most',
  ],
  [/(?:at least|a?\s?minimum(?: of)?|min\.?|mindestens|au moins|al menos)\s*$/i, 'least'],
  [
    /(?:from|above|over|more than|below|under|less than|within|after|every|ab|über|unter|innerhalb(?: von)?|nach|dès|desde)\s*$/i,
    'from',
  ],
];
/** What carries no meaning in a name. */
const filling =
  /^(?:you|we|they|sie|an?|the|of|in|on|to|at|is|are|be|by|for|and|or|we|it|may|can|must|last|lasts|take|takes|hold|holds|has|have|needs?|costs?|allows?|contains?|most|least|more|less|fewer|than|between|up|maximum|minimum|max|min|text|number|zwischen|der|die|das|ein|eine|den|dem|und|oder|ist|sind|le|la|les|de|des|el|los)$/;
/** A sign, or a word, of where the last number's clause ended. */
const clause = /[,;:(–—]|\s-\s|\b(?:and|und|et|y)\b/i;

interface Stated {
  name: string;
  value: number;
  unit: string;
}

/**
 * Numbers that screens state in words: what it costs, from where on something is free, how long or how much at most.
 *
 * @param minor - Amounts are counted in hundredths, as fields of answers say.
 */
export function limitsShown(facts: readonly Fact[], minor: boolean): Constant[] {
  const shown = facts.filter(({ counts }) => counts.shown !== undefined);
  const steadily = steady(shown).filter(({ fact }) => fact.visitors >= leastVisitors);
  return steadily.flatMap(({ fact, against }) =>
    statedIn(fact.key, minor).map((stated): Constant => ({ ...stated, meaning: fact.key, fact, against })),
  );
}

function steady(facts: readonly Fact[]): { fact: Fact; against: number }[] {
  const sentences = Map.groupBy(facts, ({ key }) => withoutNumbers(key));
  const forms = Map.groupBy(sentences.keys(), formOf);
  return [...sentences].flatMap(([sentence, some]) => {
    if (some.length > mostValues || (forms.get(formOf(sentence))?.length ?? 0) > mostAlike) return [];
    const [usual, ...others] = some.toSorted((one, other) => other.sessions - one.sessions || other.last - one.last);
    return usual ? [{ fact: usual, against: others.reduce((sum, { n }) => sum + n, 0) }] : [];
  });
}

const withoutNumbers = (sentence: string): string => sentence.replace(/\d+(?:[.,]\d+)*/g, '#');

/** What entries of a list share: the words around their number. */
const formOf = (sentence: string): string => (/\S*\s*#\s*\S*/.exec(sentence) ?? [''])[0].toLowerCase();

/** The numbers of a sentence that it states of something, each with a name after the words that it stands among. */
export function statedIn(sentence: string, minor: boolean): Stated[] {
  const found: (Stated & { isSure: boolean })[] = [];
  let from = 0;
  let side: Side | undefined;
  for (const { value, text, unit } of numbersIn(sentence)) {
    const at = sentence.indexOf(text, from);
    const ahead = sentence.slice(from, at);
    const own = before.find(([words]) => words.test(sentence.slice(0, at)))?.[1];
    // "at most 30 lines and 15,000 EUR": what was said of the one is said of the other.
    side = own ?? (found.length > 0 && /^\s*\S*\s*(?:and|und|et|y)\s*$/i.test(ahead) ? side : undefined);
    from = at + text.length;
    const money = isMoney(unit);
    if (isLength(unit) || noUnit.test(unit) || (side === undefined && !money)) continue;
    const cents = money && minor;
    const name = nameOf({
      head: headOf(ahead, side),
      tail: sentence.slice(from),
      side,
      unit: cents ? 'cents' : unit,
      money,
    });
    if (name === '') continue;
    const told = cents ? `${unit.toUpperCase()} cents` : money ? unit.toUpperCase() : unit;
    found.push({
      ...{ name, value: cents ? Math.round(value * 100) : value, unit: told },
      isSure: money || isTime(unit) || unit === '%' || side !== 'from',
    });
  }
  // "More than 500 companies" alone is praise.
  return found.some(({ isSure }) => isSure) ? found.map(({ isSure: _, ...stated }) => stated) : [];
}

type Side = 'most' | 'least' | 'from';
const noUnit = /^(?:|or|and|of|oder|und|to|bis|x|is|are|in|on|at)$/;

/** The clause that a number stands in: what "15,000 EUR" is in "at most 30 lines and 15,000 EUR" the words after it say. */
function headOf(ahead: string, side: Side | undefined): string {
  const parts = ahead.split(clause);
  const own = parts.at(-1) ?? '';
  const isNamed = side === 'most' || side === 'least' || tellingWords(own).length > 0;
  return isNamed ? own : (parts.findLast((part) => tellingWords(part).length > 0) ?? own);
}

interface Standing {
  head: string;
  tail: string;
  side: Side | undefined;
  unit: string;
  money: boolean;
}

function nameOf({ head, tail, side, unit, money }: Standing): string {
  if (!money && (side === 'most' || side === 'least'))
    return nameOfLimit(side, unit, head, tail) ?? camel([side === 'most' ? 'max' : 'min', ...wordsOf(unit)]);
  const [bound] = /(?:up to|from|above|over|below|under|within|after|every|ab|bis zu|über|unter|dès|desde)\s*$/i.exec(
    head,
  ) ?? [''];
  const words = [...tellingWords(head.slice(0, head.length - bound.length)).slice(-mostNameWords), ...wordsOf(bound)];
  const named =
    words.length > 0 ? words : side === undefined ? [] : [side === 'least' ? 'min' : 'max', ...perWhat(tail)];
  return named.length === 0 ? '' : camel([...named, ...(unit === '%' ? ['percent'] : wordsOf(unit))]);
}

/**
 * How many of something a thing may have: `maxLinesPerOrder` of "An order holds at most 30 lines" and of "at most 30 lines in one order".
 * `undefined`: the sentence names no thing.
 */
export function nameOfLimit(side: 'most' | 'least', unit: string, head: string, tail: string): string | undefined {
  const [thing] = [...perWhat(tail), ...tellingWords(head)];
  const prefix = side === 'most' ? 'max' : 'min';
  return thing === undefined ? undefined : camel([prefix, ...wordsOf(unit), 'per', ...wordsOf(singular(thing))]);
}

/** "in one order", "on a line", "per day": what it is counted for. */
function perWhat(tail: string): string[] {
  const found = countedFor.exec(tail);
  return found?.[1] ? [found[1].toLowerCase()] : [];
}

/** Behind the unit, and behind what else is counted with it: "lines and 15,000 EUR in one order". */
const countedFor =
  /^\s*\p{L}*(?:\s*(?:,|and|und|et|y)\s*[\d.,]+\s*\p{L}*)*\s*\b(?:in|on|per|for|pro|je|par|por)\s+(?:(?:an?|one|each|every|the|einer?|eine[mn])\s+)?(\p{L}{3,})/iu;

const tellingWords = (head: string): string[] =>
  wordsOf(head).filter((word) => /^\p{L}{3,}$/u.test(word) && !filling.test(word));
