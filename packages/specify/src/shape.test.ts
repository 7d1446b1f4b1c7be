import type { JsonType, Shape } from '@sightglass/wire';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeAll, mergeShapes } from './shape.ts';

const types = fc.uniqueArray(
  fc.constantFrom('string' as const, 'integer' as const, 'null' as const, 'boolean' as const),
  {
    minLength: 1,
  },
);
const optional = { optional: fc.constantFrom(true as const), truncated: fc.constantFrom(true as const) };
const { shape } = fc.letrec<{ shape: Shape }>((tie) => ({
  shape: fc.oneof(
    { depthSize: 'small' },
    fc.record(
      {
        types,
        format: fc.constantFrom('date' as const, 'uuid' as const),
        length: fc.constantFrom(1 as const, 41 as const),
        magnitude: fc.nat(9),
        ...optional,
      },
      { requiredKeys: ['types'] },
    ),
    fc.record(
      {
        types: fc.constant<JsonType[]>(['object']),
        fields: fc.dictionary(fc.constantFrom('id', 'name', '__proto__', 'toString'), tie('shape'), {
          noNullPrototype: true,
        }),
        ...optional,
      },
      { requiredKeys: ['types'] },
    ),
    fc.record(
      { types: fc.constant<JsonType[]>(['array']), items: tie('shape'), ...optional },
      { requiredKeys: ['types'] },
    ),
  ),
}));
/** As a merge writes it: types in their order, no repetition. */
const merged = shape.map((one) => mergeShapes(one, one));
const runs = { seed: 7, numRuns: 500 };

test('order does not matter', () =>
  fc.assert(
    fc.property(merged, merged, (one, other) => {
      expect(mergeShapes(one, other)).toEqual(mergeShapes(other, one));
    }),
    runs,
  ));

test('grouping does not matter', () =>
  fc.assert(
    fc.property(merged, merged, merged, (one, two, three) => {
      expect(mergeShapes(mergeShapes(one, two), three)).toEqual(mergeShapes(one, mergeShapes(two, three)));
    }),
    runs,
  ));

test('repetition does not matter', () =>
  fc.assert(
    fc.property(merged, merged, (one, other) => {
      const both = mergeShapes(one, other);
      expect(mergeShapes(one, one)).toEqual(one);
      expect(mergeShapes(both, other)).toEqual(both);
    }),
    runs,
  ));

test('a field that one object lacks is optional; two formats are none', () => {
  const one: Shape = {
    types: ['object'],
    fields: { id: { types: ['integer'] }, at: { types: ['string'], format: 'date' } },
  };
  const other: Shape = { types: ['object'], fields: { at: { types: ['string'], format: 'date-time' } } };
  expect(mergeShapes(one, other)).toEqual({
    types: ['object'],
    fields: { at: { types: ['string'] }, id: { types: ['integer'], optional: true } },
  });
});

test('null beside an object makes it nullable and its fields no less required', () =>
  expect(mergeAll([{ types: ['null'] }, { types: ['object'], fields: { id: { types: ['integer'] } } }])).toEqual({
    types: ['object', 'null'],
    fields: { id: { types: ['integer'] } },
  }));

test('nothing seen, no shape', () => expect(mergeAll([])).toBeNull());
