import type { Parameters } from '@sightglass/store';
import type { SearchTest } from '@sightglass/wire';

/** Gives each value a parameter of its own. */
export interface Binder {
  bound: Parameters;
  /** @returns how the parameter is written in SQL */
  text(value: string): string;
  integer(value: number): string;
  number(column: string, test: SearchTest): string;
}

export function createBinder(): Binder {
  const bound: Parameters = {};
  let count = 0;
  const bind = (value: string | number, type: string): string => {
    const name = `find${count++}`;
    bound[name] = value;
    return `{${name}:${type}}`;
  };
  return {
    bound,
    text: (value) => bind(value, 'String'),
    integer: (value) => bind(Math.round(value), 'Int64'),
    number(column, test) {
      if (test.type !== 'between') return `${column} != 0`;
      const parts = [
        ...(Number.isFinite(test.from)
          ? [`${column} ${test.fromIncluded ? '>=' : '>'} ${bind(test.from, 'Float64')}`]
          : []),
        ...(Number.isFinite(test.to) ? [`${column} ${test.toIncluded ? '<=' : '<'} ${bind(test.to, 'Float64')}`] : []),
      ];
      return parts.length === 0 ? '1' : `(${parts.join(' AND ')})`;
    },
  };
}

/**
 * @param column - A text.
 * @param how - `contains`: part of the text is enough. `read`: what to do with the written value first.
 */
export function testText(
  column: string,
  test: SearchTest,
  binder: Binder,
  { contains = false, read = (text: string) => text }: { contains?: boolean; read?: (text: string) => string } = {},
): string {
  if (test.type === 'is' && contains) return holds(column, read(test.text), binder);
  if (test.type === 'is') {
    const [folded, text] = caseless(column, read(test.text));
    return `${folded} = ${binder.text(text)}`;
  }
  if (test.type === 'like') {
    const [folded, pattern] = caseless(column, likeOf(read(test.pattern)));
    return `${folded} LIKE ${binder.text(contains ? `%${pattern}%` : pattern)}`;
  }
  return `${column} != ''`;
}

/** SQL: the text is somewhere in the column, whatever their case. */
export function holds(column: string, text: string, binder: Binder, lower = `lowerUTF8(${column})`): string {
  const [folded, part] = caseless(column, text, lower);
  return `position(${folded}, ${binder.text(part)}) > 0`;
}

/**
 * A column and a text or pattern as they compare whatever their case, in one way everywhere. At the end of a word a small sigma has a form of its
 * own, so that a part of a word would not be found in the whole.
 */
export function caseless(column: string, text: string, lower = `lowerUTF8(${column})`): [column: string, text: string] {
  const folded = small(text);
  return [folded.includes('σ') ? `replaceAll(${lower}, 'ς', 'σ')` : lower, folded];
}

export const small = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ');

/** `*` and `?` as SQL says them; its own signs stand for themselves. */
export function likeOf(pattern: string): string {
  return pattern.replace(/\\([*?])|[\\%_*?]/g, (sign, escaped: string | undefined) => {
    if (escaped !== undefined) return escaped;
    if (sign === '*') return '%';
    return sign === '?' ? '_' : `\\${sign}`;
  });
}
