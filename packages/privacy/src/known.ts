/** What is known to be data beside what looks like it: in a browser what was typed and what calls answered, elsewhere nothing. */
export interface Known {
  /** Of a part of a path, or a key, that looks like vocabulary. */
  isData(word: string): boolean;
  /** Replaces every known text in it by `{text}`. */
  hide(text: string): string;
  /**
   * Of a path's parts, which are data because they stood in an answer, whatever they look like.
   *
   * @param told - The same parts as they would be told without that.
   */
  prove?(parts: readonly string[], told: readonly string[]): readonly string[];
  /** Masks what was typed, and that alone. */
  hideTyped?(text: string): string;
  /** A word of a closed set, as the application names its states: that somebody chose it in a list makes no data of it. */
  told?(word: string): void;
  /** What was answered is a sentence of the application's own: it refuses with it. */
  refusing?(sentence: string): void;
}

/** Where a page is not at hand, the form of a word is all there is to go by. */
export const nothingKnown: Known = { isData: () => false, hide: (text) => text };
