import { placeOf, type SearchTest } from '@sightglass/wire';
import { type Binder, holds, testText } from './test.ts';

/** SQL: a path told apart by its place, whatever its variables are called: `{integer}`, `{orderId}`. */
export const placed = (column: string): string => `replaceRegexpAll(${column}, '\\\\{[^{}]*\\\\}', '{}')`;

/**
 * SQL: the place that is told in a column whose values are many, or with `contains` a part of it. Whatever a place has between its variables stands
 * in the column too, and looking for that costs a fraction of looking for variables: these are looked for in what is left.
 */
export function testPlace(column: string, test: SearchTest, binder: Binder, { contains = false } = {}): string {
  if (test.type === 'exists') return `${column} != ''`;
  const fits = testText(placed(column), test, binder, { contains, read: placeOf });
  const longest =
    test.type === 'is'
      ? placeOf(test.text)
          .split(/[{}]+/)
          .reduce((most, part) => (part.length > most.length ? part : most))
      : '';
  return longest === '' ? fits : `${holds(column, longest, binder)} AND ${fits}`;
}
