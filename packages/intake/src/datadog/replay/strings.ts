/** The table of strings that the changes of a page refer to by their place. */
export interface Strings {
  add(strings: readonly unknown[]): void;
  clear(): void;
  /** A place in the table, a text, or a text with its role. What is none of them is empty. */
  read(given: unknown): string;
}

/** The SDK empties its own table at this many. */
const maxStrings = 2_000_000;

export function createStrings(): Strings {
  let table: string[] = [];
  return {
    add(strings) {
      for (const text of strings) if (table.length < maxStrings) table.push(typeof text === 'string' ? text : '');
    },
    clear() {
      table = [];
    },
    read(given) {
      if (typeof given === 'number') return table[given] ?? '';
      if (typeof given === 'string') return given;
      const text = typeof given === 'object' && given !== null && 'string' in given ? given.string : '';
      return typeof text === 'string' ? text : '';
    },
  };
}
