import type { KnownTexts } from './known.ts';
import { isTelling } from './telling.ts';

/** Of a page that is never given the means to recognise them. */
const mostNoted = 5_000;
const wordsIn = /[\p{L}\p{M}\p{Nd}]{2,}/gu;

/** The texts that a page knows to be data, from its first moment. */
export interface NotedTexts extends KnownTexts {
  /** Tells it all that was noted, and acts as it does from then on. */
  become(known: KnownTexts): void;
}

/**
 * Stands for {@link KnownTexts} until the means to recognise a text in all its forms have come: notes what they are to be told, and meanwhile
 * takes out too much rather than too little: every word that begins a word of what was typed, or holds one.
 *
 * @param left - Words were typed before, on this page or on the one before it: which, only those means tell, and until then no label is told.
 */
export function createNotedTexts(left?: unknown): NotedTexts {
  const noted = new Set<(known: KnownTexts) => unknown>();
  const typed = new Set<string>();
  const answered = new Set<string>();
  const vocabulary = new Set<string>();

  function note(what: (known: KnownTexts) => unknown): void {
    add(noted, what);
  }

  function noteWords(text: string): void {
    // It may stand somewhere without its accents, and joined with others.
    for (const word of text.toLowerCase().match(wordsIn) ?? [])
      for (const part of [word, ...word.split(/\W/)]) add(typed, part);
  }

  const isTyped = (word: string): boolean => {
    const text = word.toLowerCase();
    return [...typed].some((one) => one.startsWith(text) || (one[3] && text.includes(one)));
  };

  const texts: Omit<NotedTexts, 'hideTyped'> = {
    typed(value, secret, field) {
      note((known) => known.typed(value, secret, field));
      noteWords(value);
    },
    found: (value, field) => note((known) => known.found(value, field)),
    chosen(value) {
      note((known) => known.chosen(value));
      noteWords(value);
    },
    answered(value) {
      const whole = value.trim();
      if (!isTelling(whole)) return;
      note((known) => known.answered(whole));
      add(answered, whole.toLowerCase());
    },
    isData(word) {
      note((known) => known.isData(word));
      if (vocabulary.has(word)) return false;
      if (answered.has(word.toLowerCase()) || word.match(wordsIn)?.some(isTyped)) return true;
      add(vocabulary, word);
      return false;
    },
    hide(text) {
      const open = text.replace(wordsIn, (word) => (left || isTyped(word) ? '{text}' : word));
      // Longest first, so that a name goes as a whole.
      const sources = [...answered].sort((a, b) => b.length - a.length).map(patternOf);
      return sources[0] ? open.replace(new RegExp(sources.join('|'), 'giu'), '{text}') : open;
    },
    clear() {
      for (const set of [noted, typed, answered]) set.clear();
    },
    become(known) {
      for (const tell of noted) tell(known);
      texts.clear();
      Object.assign(texts, known);
    },
  };
  // Asked for by a recorder alone, which comes after those means.
  return texts as NotedTexts;
}

/** The source of a pattern that finds just this text. */
function patternOf(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function add<T>(to: Set<T>, one: T): void {
  // The oldest. Not as a list of all: an answer may hold thousands.
  const [first] = to;
  // One came, and so one goes.
  if (to.add(one).size > mostNoted) to.delete(first as T);
}
