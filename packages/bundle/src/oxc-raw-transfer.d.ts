/** The part of the parser that keeps its memory between two scripts: its own types leave it out. */
declare module 'oxc-parser/src-js/raw-transfer/common.js' {
  /** Writes a text where the parser reads it; memory that was let go is taken anew. */
  export function prepareRaw(text: string): unknown;
}
