import type { Program } from 'oxc-parser';

/** What the parser gives for an empty text. */
export function emptyProgram(): Program {
  return {
    type: 'Program',
    start: 0,
    end: 0,
    body: [],
    sourceType: 'script',
    hashbang: null,
    comments: [],
  } as unknown as Program; // the shape that the parser gives for an empty text
}
