import type { CustomRecord, WireRecord } from '@sightglass/wire';
import { remember } from '../remember.ts';
import { hideNumbers } from './numbers.ts';
import { plainOf } from './plain.ts';
import { hideTokens } from './tokens.ts';

/**
 * What a record has by these names: ids, and words of our own lists; a browser's name; and what the application was allowed by name to say of its
 * visitor. Further inside they are names that the application has given.
 */
const untouched = new Set([
  'kind',
  'id',
  'view',
  'action',
  'visitor',
  'userAgent',
  'traits',
  'level',
  'cause',
  'mime',
  'method',
]);
/** Names of code: odd ones are usual there, and source maps are found by them. */
const ofCode = new Set(['file', 'function', 'invoker', 'target']);
/** Nothing that is looked for is shorter. */
const minChars = 6;
/** A word of so many signs may be a token. */
const longWord = 20;
const maxDepth = 16;

type Attributes = NonNullable<CustomRecord['attributes']>;

/**
 * The second net, behind the one that the SDK is: cards, bank accounts, national ids, e-mails and tokens that stand in any text of a
 * record become placeholders, in place, before anything of it is stored. The same record always becomes the same.
 *
 * @returns how many texts were changed.
 */
export function catchSlips(record: WireRecord): number {
  const caught = 'attributes' in record && record.attributes ? hideCounted(record.attributes) : 0;
  return caught + walk(record as unknown as Record<string, unknown>, 0, true); // a record is an object of JSON values
}

/** What the application says of itself and of who uses it, once for a whole batch. */
interface Origin {
  release: string;
  environment: string;
  role: string;
}

/**
 * The same for what a batch says of all its records. A release is a name of code, by which its files are found: its numbers and its odd words
 * are a build's. The visitor's id stays, as in a record.
 */
export function withoutSlips<Given extends Origin>(given: Given): Given {
  const { release, environment, role } = given;
  return { ...given, release: hideTokens(release, false), environment: hideSlips(environment), role: hideSlips(role) };
}

/** A card may be given as a number, where any value is taken. */
function hideCounted(attributes: Attributes): number {
  let caught = 0;
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value !== 'number') continue;
    const hidden = hideSlips(`${value}`);
    if (hidden === `${value}`) continue;
    attributes[name] = hidden;
    caught++;
  }
  return caught;
}

/** A text as it may be stored. @param words - Long odd words are taken for tokens. */
export function hideSlips(text: string, words = true): string {
  if (text.length < minChars) return text;
  const plain = plainOf(text);
  if (!isWorthALook(plain)) return text;
  const hidden = hideTokens(/\d{3}/.test(plain) ? hideNumbers(plain) : plain, words);
  if (hidden === plain) return text;
  // A placeholder may be longer than what it stands for, and texts have bounds.
  return hidden.length > text.length && text.length > 63 ? hidden.slice(0, text.length) : hidden;
}

/** Whether it may hold anything that is looked for. Sign by sign, since most texts do not, and patterns would cost ten times as much. */
function isWorthALook(text: string): boolean {
  let together = 0;
  let digits = 0;
  let word = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign > 47 && sign < 58) {
      digits++;
      if (++together === 4 || digits === 6 || ++word === longWord) return true;
      continue;
    }
    together = 0;
    // % = : @
    if (sign === 37 || sign === 61 || sign === 58 || sign === 64) return true;
    // Letters, + - _
    const inWord = (sign > 64 && sign < 91) || (sign > 96 && sign < 123) || sign === 43 || sign === 45 || sign === 95;
    word = inWord ? word + 1 : 0;
    if (word === longWord) return true;
  }
  return digits > 0 && (text.includes('earer ') || text.includes('asic '));
}

function walk(holder: Record<string, unknown>, depth: number, words: boolean): number {
  let caught = 0;
  for (const name of Object.keys(holder)) {
    const { own, code, safe } = ruleOf(name);
    if (own && depth === 0) continue;
    caught += hideIn(holder, name, depth, words && !code);
    if (safe === name) continue;
    holder[safe] = holder[name];
    delete holder[name];
    caught++;
  }
  return caught;
}

/** What stands under a name, or in a place of a list. */
function hideIn(
  holder: Record<string | number, unknown>,
  name: string | number,
  depth: number,
  words: boolean,
): number {
  const inside = holder[name];
  if (typeof inside === 'string') {
    const hidden = hideSlips(inside, words);
    if (hidden === inside) return 0;
    holder[name] = hidden;
    return 1;
  }
  if (typeof inside !== 'object' || inside === null || depth === maxDepth) return 0;
  if (!Array.isArray(inside)) return walk(inside as Record<string, unknown>, depth + 1, words);
  let caught = 0;
  for (let index = 0; index < inside.length; index += 1)
    caught += hideIn(inside as unknown as Record<number, unknown>, index, depth + 1, words);
  return caught;
}

interface Rule {
  /** A record has it itself, and nothing under that name is looked at there. */
  own: boolean;
  code: boolean;
  /** The name itself as it may be stored. */
  safe: string;
}

/** All records have the same few names. */
const ruleOf = remember(
  1_000,
  (name): Rule => ({ own: untouched.has(name), code: ofCode.has(name), safe: hideSlips(name) }),
);
