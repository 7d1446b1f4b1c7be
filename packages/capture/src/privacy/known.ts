import { decoded, type Known } from '@sightglass/privacy';
import { bound, type Seen } from '../later/seen.ts';
import { isTelling } from './telling.ts';
import {
  type IsKept,
  markOf,
  otherLetter,
  partsOf,
  piecesOf,
  type Sought,
  signsOf,
  sought,
  without,
} from './typed-form.ts';

const maxTyped = 500;
const maxAnswered = 5_000;
const maxHidden = 200;
/** Of what stands before a text. */
const maxPieces = 80;
/** Each with the next one and the one behind that: three of a longer text are its own, whatever they are. Pages say within it where a line may end. */
const words =
  /[\p{L}\p{Nd}][\xad\p{L}\p{M}\p{Nd}]*(?=([^\p{L}\p{M}\p{Nd}]{1,9}[\p{L}\p{M}\p{Nd}]+)([^\p{L}\p{M}\p{Nd}]{1,9}[\p{L}\p{M}\p{Nd}]+)?|)/gu;
/** A number as people read it, whatever stands between its groups; not how large something is drawn. */
const grouped = /\d+(?:[^\p{L}\d]{1,3}\d+){0,9}(?!\d*px)/gu;
/** Letters; of the largest sheets that frameworks have, two. */
const maxStyled = 500_000;
/** Signs within names, of which each language and each keyboard has its own: they part no words. */
const apostrophe = /[’‘ʼʻ·]/g;
/** By which somebody may be known, signs left out; and nothing, by which it is known that anything was left. */
const telling = /\p{L}{3}|\p{Lo}{2}|\d{4}|.{5}|^$/u;
/** No answer holds it: apart from what else the visit has seen. */
const sign = ' ';

/** What a replay takes out: all that was typed; of that what no style sheet goes by, and what is more than a short word; or secrets only. */
export type TypedKind = 'any' | 'odd' | 'secret';

/**
 * Texts that this page has seen to be data: what the person typed, and what stood in answers to calls. They are kept in memory only,
 * for one purpose: to be taken out of whatever leaves.
 */
export interface KnownTexts extends Known {
  /**
   * @param secret - It came from a password, card or one-time-code field.
   * @param field - Where it was typed: a longer text takes the place of the shorter one that it began as.
   */
  typed(value: string, secret?: boolean, field?: object): void;
  /** What a field holds before the person types there: for the first time, which is not theirs, and where it is empty again. */
  found(value: string, field: object): void;
  /** Chosen by the person among words of the page: out of records it goes, in a replay it stays. */
  chosen(value: string): void;
  answered(value: string): void;
  /** A path segment or key that was read as vocabulary; typing the same word later does not make data of it. */
  isData(word: string): boolean;
  /**
   * For a replay, where the page's own words stay: replaces what was typed by a mask.
   *
   * @param node - The text that says it: it is read behind what stands before it.
   */
  hideTyped(text: string, kind?: TypedKind, node?: Node): string;
  clear(): void;
}

/** What was typed on pages of this visit before this one, of which hashes alone are kept. */
export type Before = Pick<Seen, 'learn' | 'whereStood' | 'renew'>;

/** What was typed, and all that is looked for of it. */
interface Typed {
  said: string;
  secret: boolean;
  texts: Sought[];
}

/** @param tell - Tells what waits to be told; called before anything is answered. */
export function createKnownTexts(
  tell: () => void = () => undefined,
  before?: Before,
): KnownTexts & {
  /** Hands what was typed here to the next page of the visit, but for secrets, of which a hash would be too much. */
  leave(): void;
  /** Another page of the tab has left words meanwhile. */
  renew(): void;
} {
  /** As typed, by its lower case. */
  const typed = new Map<string, Typed>();
  const answered = new Map<string, Sought>();
  const chosen = new Map<string, Sought>();
  /** What the texts of the field that was typed in last began as: shown by pages that answer each key. */
  const passing = new Map<string, Typed>();
  const vocabulary = new Set<string>();
  const states = new Set<string>();
  const beginnings = new WeakMap<object, string>();
  let last: object | undefined;
  /**
   * The field, what it holds behind digits of those right before it, and these: of a phone or a code each group may have one, of a name in a script
   * without blanks each part, and pages show them joined. A line for each field with which a number may begin, the last of them.
   */
  let box: object | undefined;
  let current = '';
  let digits = '';
  /** Of the field that was typed in last. */
  let lines = new Set<string>();
  /** What it holds now. */
  let held = new Map<string, string>();
  /** Fields of codes of digits: pages show these digit by digit, each in a box of its own, and cards on a picture of one. With a digit a password may begin. */
  const codes = new Set<object | undefined>();
  /** Pages of this visit before this one have left words; asked of every text of a page. */
  let left: boolean | undefined;
  /** The style sheets that a replay has told, the first of them: names that no sheet is known to have are hidden in both. */
  const styled = new Set<string>();
  let styledRoom = maxStyled;
  /** The end of the text that a replay told last, with what stands before that: by it the first one of a shadow root is read. */
  let tail = '';
  let lists: Partial<Record<TypedKind | 'all', Sought[]>> = {};
  /** What is left of texts without what is known now: names of the same few controls are asked for again and again. */
  const hidden = new Map<string, string>();

  function changed(): void {
    hidden.clear();
    lists = {};
  }

  /** @param stale - Lines of the same field that it no longer holds. */
  function typedLine(line: string, said: string, isSecret: boolean, stale: string[]): void {
    changed();
    const earlier = typed.get(line);
    const secret = isSecret || !!earlier?.secret;
    // Most lines of a longer text are what they were before the last key.
    const one =
      earlier?.said === said && earlier.secret === secret
        ? earlier
        : {
            said,
            secret,
            // Noughts are nobody's, and stand in most amounts; with `https` most addresses begin, those of pictures as well, and
            // with its article, which is no word by itself, most names of Arabic.
            // Of a word by itself each part is the same word, and all are looked for in each text of a page.
            texts: [...new Set([said, ...((secret && said.match(/\p{L}{4,}/gu)) || []), ...partsOf(said)])]
              .filter((text) => secret || !/^(0*|https?|ال.?)$/i.test(signsOf(text)))
              .map(sought),
          };
    for (const old of stale) {
      if (old.startsWith(line)) return void passing.set(line, one);
      if (line.startsWith(old)) {
        const began = typed.get(old);
        // What a long one began as is recognised by its beginning; found first, it would leave the rest.
        if (began && !old[39]) passing.set(old, began);
        typed.delete(old);
        lines.delete(old);
      }
    }
    // What was typed in another field stays, though this one passes through it.
    if (!typed.has(line)) lines.add(line);
    typed.set(line, one);
    bound(typed, maxTyped);
    bound(passing, maxTyped);
  }

  function remember(into: Map<string, Sought>, value: string): void {
    if (into.has(value)) return;
    into.set(value, { text: value, whole: '' });
    changed();
    bound(into, maxAnswered);
  }

  // Of a long number without the code of its country.
  const keyOf = (word: string): string => sign + markOf(word).replace(/^\d{1,6}(?=\d{8}$)/, '');
  const wasTyped = (word: string): unknown => before?.whereStood(keyOf(word))[0];

  function hideIn(text: string, texts: readonly Sought[], mask: string, kept?: IsKept, inPieces?: boolean): string {
    left ??= !!wasTyped('');
    // At first nothing was typed, and there are thousands of texts to tell.
    if (!texts[0] && !left) return text;
    const plain = decoded(text);
    const said = without(plain, texts, mask, kept, inPieces);
    let row = 0;
    const hideLeft = (word: string, next?: string, behind?: string): string => {
      // Two are a short name (Li Na), the code of a place, of a car, or a number with what it counts.
      row = wasTyped(word + next + behind) ? 3 : wasTyped(word + next) ? 2 : row - 1;
      // Of a name that is taken a number makes another one, and what is somebody's is told by an ending.
      if (row > 0 || wasTyped(word) || wasTyped(word.replace(/(?<=\D)(\d+|s)$/i, ''))) return mask;
      if (!otherLetter.test(word)) return word;
      // Many scripts write what stands around a name together with it.
      const signs = word.match(/.\p{M}*/gu) ?? [];
      const pieces = [8, 7, 6, 5, 4, 3].flatMap((size) => signs.map((_, at) => signs.slice(at, at + size).join('')));
      // Of two signs one is a name where it is addressed as one.
      return [...pieces, ...(word.match(/..(?=[様さ님씨先女])/g) ?? [])]
        .filter((piece) => piece[1] && wasTyped(piece))
        .reduce((rest, piece) => rest.replace(piece, mask), word);
    };
    // Cents may stand behind it, or an hour.
    const hideNumber = (number: string): string => {
      let known = number;
      while (known && !wasTyped(known)) known = known.replace(/\W*\w+$/, '');
      // What stands beside it may be a number of its own: a day, an order's.
      const rest = (known && mask) + number.slice(known.length).replace(/(?<=\W)\w.*/s, hideNumber);
      // Of an account, or of what had a field for each group, less than all may have been recognised.
      return rest !== number && /^[\d\s)-]{9,}$/.test(number) ? mask : rest;
    };
    const end = kept || !left ? said : said.replace(grouped, hideNumber).replace(words, hideLeft);
    return end === plain ? text : end;
  }

  /**
   * Names in small letters that style sheets go by, also with a short number (`gray-500`), and whole ones, which may say what an element is or how large.
   * What a sheet itself says in no quotes is one of them.
   */
  const isStyle: IsKept = (hit, text) =>
    /^([a-z]+|\d{3,4})$/.test(hit) &&
    (text.includes('{') ||
      [...styled].some((one) => one.includes(hit < 'a' ? `-${hit}` : hit)) ||
      text.split(/\s/).includes(hit));

  /** A text of a page with those before it, as far as they are letters alone. */
  function behindOthers(text: string, node: Node): string {
    let pieces = text;
    // Of texts. One that stays would hold what it stood at last, and all that this hangs on, though the page has let go of it.
    const walker = document.createTreeWalker(document, 4);
    walker.currentNode = node;
    for (let one = 'a'; !pieces[maxPieces] && /^\p{L}+$/u.test(one); pieces = `${one.slice(-maxPieces)}\0${pieces}`)
      one = (walker.previousNode() as Text | null)?.data ?? tail;
    tail = pieces.slice(-maxPieces);
    return pieces;
  }

  const typedTexts = (kind: TypedKind): Sought[] =>
    (lists[kind] ??= [...typed.values(), ...passing.values()].flatMap(({ texts, secret }) =>
      texts.filter(
        ({ text }) => secret || kind === 'any' || (kind === 'odd' && /\p{Lu}|\p{Lo}|\d{5}|.{6}/u.test(text)),
      ),
    ));

  return {
    typed(value, secret = false, field) {
      if (!field || field !== last) {
        // Of what was typed too much and taken away again, what is left is what was meant.
        for (const [line, one] of passing) if (held.has(line)) typed.set(line, one);
        passing.clear();
        lines = new Set();
      }
      last = field;
      // Behind a key or the pointer another number may begin; what is joined with a secret code would be no secret field's.
      if (!field) current = codes.size ? '' : `${current.trim()}\n`;
      // Keys that were heard beside it say the same once more, and are joined as they are heard.
      else if ((field as Node).nodeType) {
        if (field !== box) digits = current.slice(-40);
        box = field;
        current = /^[\p{Lo}\d]{1,5}$/u.test(value) ? digits.replace(/$/gm, value) : '';
      }
      // Emptied by the page, as by a chat, it holds another text, though that may begin as the one before.
      if (!value[1]) lines = new Set();
      if (!/^[\d -]{1,23}$/.test(value)) codes.delete(field);
      else if (secret) codes.add(field);
      const own = addedTo(beginnings.get(field as object) ?? '', value);
      const said = [
        value,
        own,
        // Three digits would be any number's: how many of this and of that.
        current.replace(/^\d..$/gm, ''),
      ]
        .join('\n')
        .replace(apostrophe, "'");
      const now = new Map(piecesOf(said).map((one) => [one.toLowerCase(), one]));
      const stale = [...lines].filter((line) => !now.has(line));
      // A text that is mended in its middle, and a slider, say something new each time: what they said long ago gives way, not other fields'.
      for (const line of stale.splice(0, stale.length - 50)) {
        typed.delete(line);
        lines.delete(line);
      }
      for (const [line, one] of now) typedLine(line, one, secret, stale);
      held = now;
    },
    found(value, field) {
      // As below: what comes at once, as a word of a keyboard's or of what is spoken, is never as short as that.
      if (!value) lines = new Set();
      if (!beginnings.has(field)) beginnings.set(field, value);
    },
    chosen(value) {
      const whole = value.trim().toLowerCase();
      if (whole[2]) remember(chosen, whole.slice(0, 200));
    },
    told(word) {
      const state = word.toLowerCase();
      if (chosen.has(state)) changed();
      if (states.size < 500) states.add(state);
    },
    answered(value) {
      const whole = value.trim().toLowerCase();
      if (isTelling(whole)) remember(answered, whole);
    },
    refusing(sentence) {
      if (answered.delete(sentence.trim().toLowerCase())) changed();
    },
    isData(word) {
      tell();
      const text = word.toLowerCase();
      if (vocabulary.has(text)) return false;
      // A short word is one only as the whole, or without what a file ends on, save in a script without capitals.
      const mark = markOf(text.replace(/\.\w+$/, ''));
      const texts = typedTexts('any').filter(({ long, whole }) => long || whole === mark);
      if (without(word, texts, '') !== word) return true;
      // What the page before has left is vocabulary as well, but for names: put together, a single letter beside them (`o-brien`), or in capitals.
      const isLeft = /[^a-z]/.test(word) && !markOf(hideIn(word.replace(/(?<=[^a-z].*)\.\w{2,4}$|\b\w-/g, ''), [], ''));
      if (isLeft || answered.has(text) || chosen.has(text)) return true;
      if (vocabulary.size < 500) vocabulary.add(text);
      return false;
    },
    hide(text) {
      tell();
      const known = hidden.get(text);
      if (known != null) return known;
      lists.all ??= [
        ...typedTexts('any'),
        ...answered.values(),
        ...[...chosen.values()].filter((one) => !states.has(one.text)),
      ];
      const said = hideIn(text, lists.all, '{text}', undefined, true);
      hidden.set(text, said);
      bound(hidden, maxHidden);
      return said;
    },
    hideTyped(text, kind = 'any', node) {
      tell();
      // Each by itself: of a sheet each rule is asked, and one text of all of them would be written anew with each.
      if (kind === 'odd' && styledRoom > 0 && text.includes('{')) {
        // What a string says is no name that a style goes by.
        const names = text.replace(/(["']).*?\1/g, '');
        if (!styled.has(names)) styledRoom -= names.length;
        styled.add(names);
      }
      const mask = '•••••';
      // By a number alone a page's layout goes: `colspan`, `rows`, `tabindex`.
      if (codes.size && kind !== 'odd' && /^\d$/.test(text.trim())) return mask;
      // While nothing was typed, thousands of texts are told.
      const inPieces = kind === 'any' && !!typed.size;
      const hide = (one: string): string =>
        hideIn(one, typedTexts(kind), mask, kind === 'odd' ? isStyle : undefined, inPieces);
      // Many a page writes a word piece by piece, each in a text or an element of its own.
      const pieces = node && inPieces ? behindOthers(text, node) : '';
      const [, began = '', goes] = /(\p{L}[\p{L}\0]*)\0(\p{L}+)[^\0]*$/u.exec(pieces) ?? [];
      // What was looked through may be written anew: without marks, and signs as others write them.
      // A word that is written letter by letter may stand right behind another, as a name behind its label, or behind itself.
      const by =
        goes && new Set([began, ...[/.*\p{L}\p{L}\0/u, /.*(?=\p{Lu})/su].map((before) => began.replace(before, ''))]);
      const alone = by && markOf(hide(goes));
      return by && [...by].some((one) => !markOf(hide(one.replace(/\0/g, '') + goes)).endsWith(alone as string))
        ? hide(text).replace(/^\p{L}+/u, mask)
        : hide(text);
    },
    renew() {
      left = undefined;
      before?.renew();
    },
    leave() {
      const learn = (text: string): void => {
        const key = keyOf(text);
        if (telling.test(key.slice(1))) before?.learn(key, ['', '']);
      };
      const all = [...typed.values()].flatMap(({ secret, texts }) => (secret ? [] : texts));
      // First what may be the most: of more than are kept what comes last stays.
      for (const { text } of all)
        for (const [word, next, behind] of text.matchAll(words)) if (behind) learn(word + next + behind);
      // The next page is read word by word: of what somebody is called by (`marigold_99`, `O'Gallowglas`) each is one. What an address or a file ends on
      // is in any other, as is `www`, and without it no link there would lead anywhere, and no picture be found; the year of a day stands in most as well.
      for (const { text } of all) ['', text, ...text.split(/(?:\.\D{2,4})+$|www|\b20\d\d|[_.'-]/)].forEach(learn);
    },
    clear() {
      for (const texts of [typed, answered, chosen, passing, lines]) texts.clear();
      changed();
    },
  };
}

/** What stands behind the beginning that two texts share. */
function addedTo(before: string, now: string): string {
  let head = 0;
  while (before[head] && before[head] === now[head]) head++;
  return now.slice(head);
}
