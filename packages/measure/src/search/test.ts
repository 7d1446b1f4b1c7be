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
  if (test.type === 'is')
    return contains
      ? `positionCaseInsensitiveUTF8(${column}, ${binder.text(read(test.text))}) > 0`
      : `lowerUTF8(${column}) = ${binder.text(read(test.text).toLowerCase())}`;
  if (test.type === 'like') {
    const pattern = likeOf(read(test.pattern).toLowerCase());
    return `lowerUTF8(${column}) LIKE ${binder.text(contains ? `%${pattern}%` : pattern)}`;
  }
  return `${column} != ''`;
}

/** `*` and `?` as SQL says them; its own signs stand for themselves. */
export function likeOf(pattern: string): string {
  return pattern.replace(/\\([*?])|[\\%_*?]/g, (sign, escaped: string | undefined) => {
    if (escaped !== undefined) return escaped;
    if (sign === '*') return '%';
    return sign === '?' ? '_' : `\\${sign}`;
  });
}
