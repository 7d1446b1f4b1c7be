import type { PointNumber, Statement } from '@sightglass/wire';
import type { FactBook } from '../book.ts';

/** What one point makes of the facts. */
export interface Reading {
  /** Surest first. */
  statements: Statement[];
  /** Facts that became no statement, by reason; each reason ends a sentence such as "left out: 12 …". */
  leftOut: { reason: string; times: number }[];
}

export interface Point {
  point: PointNumber;
  read(book: FactBook): Reading;
}

const tiers: Statement['tier'][] = ['firm', 'likely', 'suspected'];

/** Firm ones first, then what most sessions show; a total order, so that two readings of the same facts are the same. */
export function surestFirst<Kind extends Statement>(statements: Kind[]): Kind[] {
  return statements.toSorted(
    (one, other) =>
      tiers.indexOf(one.tier) - tiers.indexOf(other.tier) ||
      other.support.sessions - one.support.sessions ||
      (one.key < other.key ? -1 : 1),
  );
}

/** `a, b and 3 more`; empty for nothing. */
export function enumerate(words: readonly string[], most = 3): string {
  const shown = words.slice(0, most);
  const rest = words.length - shown.length;
  if (rest > 0) return `${shown.join(', ')} and ${rest} more`;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}

export function counted(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}
