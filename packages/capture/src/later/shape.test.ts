import { mergeShapes, shapeOf } from '@sightglass/privacy';
import { type Shape, shape } from '@sightglass/wire';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createKnownTexts } from '../privacy/known.ts';

const of = (value: unknown): Shape => shapeOf(value, createKnownTexts());
/** Key order says nothing. */
const same = (a: Shape, b: Shape): void => expect(JSON.parse(JSON.stringify(a))).toEqual(JSON.parse(JSON.stringify(b)));
const json = fc.jsonValue({ maxDepth: 4 });

test('a shape says types, formats, lengths and magnitudes, and which fields are optional', () => {
  const value = {
    id: 10023,
    state: 'submitted',
    lines: [{ partNo: 'HNG-0412', note: null }, { partNo: 'RUN-0001' }],
    at: '2026-11-21T04:14:00Z',
    price: 1.5,
  };
  same(of(value), {
    types: ['object'],
    fields: {
      id: { types: ['integer'], magnitude: 13 },
      state: { types: ['string'], format: 'word', length: 4, values: ['submitted'] },
      lines: {
        types: ['array'],
        length: 1,
        items: {
          types: ['object'],
          fields: {
            partNo: { types: ['string'], format: 'code', length: 4 },
            note: { types: ['null'], optional: true },
          },
        },
      },
      at: { types: ['string'], format: 'date-time', length: 11 },
      price: { types: ['number'], magnitude: 0 },
    },
  });
});

test('every shape is one that the wire takes, however odd the value', () =>
  fc.assert(
    fc.property(json, (value) => shape.safeParse(of(value)).success),
    { seed: 1 },
  ));

test('no text of a value is in its shape', () =>
  fc.assert(
    fc.property(
      fc.array(fc.string({ minLength: 12, maxLength: 30, unit: fc.constantFrom('x', 'y', 'q', '7', 'Z') }), {
        minLength: 1,
      }),
      (texts) => {
        const told = JSON.stringify(of({ list: texts, one: texts[0], [`id-${texts[0]}1234`]: 1 }));
        return texts.every((text) => !told.includes(text));
      },
    ),
    { seed: 2 },
  ));

test('of what is said of a body, beliefs or circumstances no word is told, however deep it stands', () => {
  const deep = { type: 'sarcoidosis', rows: [{ status: 'relapsed', unit: { kind: 'icu' } }] };
  const told = JSON.stringify(of({ diagnosis: deep, patients: [deep], kind: 'letter', order: { status: 'sent' } }));
  expect(told).not.toMatch(/sarcoidosis|relapsed|icu/);
  expect(told).toMatch(/"letter".*"sent"/);
  expect(JSON.stringify(shapeOf(deep, createKnownTexts(), 0, 'own'))).not.toMatch(/sarcoidosis|relapsed|icu/);
});

test('of a secret only its type is told', () =>
  same(
    of({
      token: 'c4n4ry',
      user: { apiKey: 'k', pin: 4711, credentials: { a: 'b' }, hasPassword: true },
      list: ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln'],
    }),
    {
      types: ['object'],
      fields: {
        token: { types: ['string'] },
        user: {
          types: ['object'],
          fields: {
            apiKey: { types: ['string'] },
            pin: { types: ['integer'] },
            credentials: { types: ['object'] },
            hasPassword: { types: ['boolean'] },
          },
        },
        list: { types: ['array'], length: 1, items: { types: ['string'] } },
      },
    },
  ));

test('merging is associative, commutative and idempotent', () =>
  fc.assert(
    fc.property(json, json, json, (a, b, c) => {
      const [x, y, z] = [of(a), of(b), of(c)];
      same(mergeShapes(mergeShapes(x, y), z), mergeShapes(x, mergeShapes(y, z)));
      same(mergeShapes(x, y), mergeShapes(y, x));
      same(mergeShapes(x, x), x);
    }),
    { seed: 3 },
  ));

test('a map gives away none of its keys, and a body without end is cut', () => {
  const map = Object.fromEntries(
    Array.from({ length: 80 }, (_, at) => [
      `name${'abcdefgh'[at % 8]}${'ijklmnop'[Math.floor(at / 8) % 8]}${at > 63 ? 'z' : ''}`,
      at,
    ]),
  );
  expect(Object.keys(of(map).fields ?? {})).toEqual(['{token}']);
  let deep: unknown = 1;
  for (let i = 0; i < 40; i++) deep = { deep };
  expect(JSON.stringify(of(deep))).toContain('"truncated":true');
  const wide = Object.fromEntries(
    Array.from({ length: 500 }, (_, at) => [
      `${'abcdefghij'[at % 10]}${'abcdefghij'[Math.floor(at / 10) % 10]}${'abcdefghij'[Math.floor(at / 100)]}`,
      at % 2 ? 1 : 'x',
    ]),
  );
  expect(of(wide)).toMatchObject({ truncated: true });
});

test('keys that would change a prototype are left out', () =>
  expect(Object.keys(of(JSON.parse('{"__proto__": {"a": 1}, "constructor": 1, "b": 2}')).fields ?? {})).toEqual(['b']));
