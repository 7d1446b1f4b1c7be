const maxTyped = 200;
const maxAnswered = 1_000;

/**
 * Texts that this page has seen to be data: what the person typed, and what stood in answers to calls. They are kept in memory only,
 * for one purpose: to be taken out of whatever leaves.
 */
export interface KnownTexts {
  /** @param secret - It came from a password, card or one-time-code field. */
  typed(value: string, secret?: boolean): void;
  answered(value: string): void;
  /** A path segment or key that was read as vocabulary; typing the same word later does not make data of it. */
  isData(word: string): boolean;
  /** Replaces every known text in it by `{text}`. */
  hide(text: string): string;
  /** For a replay, where the page's own words stay: replaces what was typed and is somebody's by its form, and secrets of any form. */
  hideTyped(text: string): string;
  clear(): void;
}

export function createKnownTexts(): KnownTexts {
  const typed = new Set<string>();
  const answered = new Set<string>();
  /** What was typed and is no plain word. */
  const personal = new Set<string>();
  const vocabulary = new Set<string>();
  let pattern: RegExp | undefined;
  let personalPattern: RegExp | undefined;

  function remember(into: Set<string>, text: string, most: number): void {
    if (into.has(text)) return;
    into.add(text);
    pattern = undefined;
    if (into.size > most) into.delete(into.values().next().value ?? '');
  }

  function compile(texts: Iterable<string>): RegExp {
    // Longest first, so that a name goes as a whole. A short text counts only as a word of its own: "ann" is not in "planned".
    const sources = [...texts]
      .sort((a, b) => b.length - a.length)
      .map((text) => {
        const source = text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+');
        return text.length < 6 ? `(?<![\\p{L}\\d])${source}(?![\\p{L}\\d])` : source;
      });
    return new RegExp(sources.join('|') || '$.', 'giu');
  }

  return {
    typed(value, secret) {
      const whole = value.trim().toLowerCase();
      if (whole.length < 3) return;
      remember(typed, whole.slice(0, 200), maxTyped);
      if (secret || /[\d@\s]/.test(whole)) {
        remember(personal, whole.slice(0, 200), maxTyped);
        personalPattern = undefined;
      }
      // Parts that are somebody's by their form, for messages that repeat only half of what was typed.
      for (const part of value.split(/\s+/, 40))
        if (part.length > 4 && /\d|@|^\p{Lu}/u.test(part)) remember(typed, part.toLowerCase(), maxTyped);
    },
    answered(value) {
      const whole = value.trim();
      // Words such as `draft` are states and kinds, shared with the product's own texts; sentences and names are data.
      if (whole.length > 3 && whole.length < 200 && /[\s\d@]/.test(whole) && /\p{L}/u.test(whole))
        remember(answered, whole.toLowerCase(), maxAnswered);
    },
    isData(word) {
      const text = word.toLowerCase();
      if (vocabulary.has(text)) return false;
      if (typed.has(text) || answered.has(text)) return true;
      if (vocabulary.size < 500) vocabulary.add(text);
      return false;
    },
    hide(text) {
      pattern ??= compile([...typed, ...answered]);
      return text.replace(pattern, '{text}');
    },
    hideTyped(text) {
      if (personal.size === 0) return text;
      personalPattern ??= compile(personal);
      return text.replace(personalPattern, '•••••');
    },
    clear() {
      typed.clear();
      answered.clear();
      personal.clear();
      pattern = personalPattern = undefined;
    },
  };
}
