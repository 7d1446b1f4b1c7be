import { expect, test } from 'vitest';
import { readShape, shapeLine } from './shape.ts';

test('a list shows what is in it, what is always there first', () => {
  const line = shapeLine('lines', {
    types: ['array'],
    length: 4,
    items: {
      types: ['object'],
      fields: {
        note: { types: ['string'], format: 'sentence', length: 11, optional: true },
        quantity: { types: ['integer'] },
        due: { types: ['string', 'null'], format: 'date' },
      },
    },
  });
  expect(line).toMatchObject({ says: 'list of object', size: '4–10 items' });
  expect(line.lines.map(({ name, says, optional }) => `${name}${optional ? '?' : ''}: ${says}`)).toEqual([
    'due: string · date or null',
    'quantity: integer',
    'note?: string · sentence',
  ]);
});

test('what is no shape is not shown', () => expect([readShape(null), readShape({ types: [] })]).toEqual([null, null]));
