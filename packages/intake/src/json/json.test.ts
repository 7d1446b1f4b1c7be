import fc from 'fast-check';
import { expect, test } from 'vitest';
import { guardJson, locateFault, parseJson, readJson } from './index.ts';

const bounds = { maxNesting: 64, maxValues: 10_000 };
const utf8 = new TextEncoder();
const toText = (bytes: Uint8Array) => Buffer.from(bytes).toString('utf8');
const read = (text: string | Uint8Array, more = {}) =>
  readJson(typeof text === 'string' ? utf8.encode(text) : text, { ...bounds, ...more }, toText);
const faultOf = (text: string | Uint8Array, more = {}) => {
  const got = read(text, more);
  return 'fault' in got ? got.fault : undefined;
};
function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test('whatever JSON.parse takes is read to the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(undefined, 2), (value, indent) => {
      const text = JSON.stringify(value, undefined, indent);
      expect(locateFault(utf8.encode(text))).toBeUndefined();
      const got = read(text);
      expect(JSON.stringify('value' in got ? got.value : got)).toBe(
        text === '-0' ? '0' : JSON.stringify(JSON.parse(text)),
      );
    }),
    { seed: 4 },
  );
});

const jsonish = fc.array(
  fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '\\',
    'u',
    '00',
    'e1',
    '-',
    '.',
    ' ',
    'true',
    'nul',
    'null',
    '"a"',
    '7',
    '\n',
    '\u0001',
    'é',
  ),
  { maxLength: 14 },
);

test('M2: it finds a fault exactly where JSON.parse finds one', () => {
  fc.assert(
    fc.property(jsonish, (pieces) => {
      const text = pieces.join('');
      expect(locateFault(utf8.encode(text)) === undefined).toBe(parses(text));
    }),
    { seed: 5, numRuns: 20_000 },
  );
});

test('M2: a document with one wrong byte is refused at or before the byte that follows it', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.nat(), (value, where) => {
      const bytes = utf8.encode(JSON.stringify([value]));
      const at = where % bytes.length;
      bytes[at] = 1;
      expect(locateFault(bytes)).toBeLessThanOrEqual(at);
    }),
    { seed: 6 },
  );
});

test('M1, M2: each way of not being one document has its code and its byte', () => {
  expect(faultOf('')).toEqual({ code: 'empty', at: 0 });
  expect(faultOf(' \n\t ')).toEqual({ code: 'empty', at: 0 });
  expect(faultOf('{"a":')).toEqual({ code: 'not_json', at: 5 });
  expect(faultOf('{"é":1} {}')).toEqual({ code: 'not_json', at: 9 });
  expect(faultOf('\uFEFF{}')).toEqual({ code: 'not_json', at: 0 });
  expect(faultOf('NaN')).toEqual({ code: 'not_json', at: 0 });
});

test('M4: a million brackets are refused before a tree is built', () => {
  // Of this thread alone: others may want the machine as well.
  const began = process.threadCpuUsage();
  expect(faultOf('['.repeat(1_000_000))).toEqual({ code: 'too_deep', at: 64 });
  expect(faultOf(`${'{"a":'.repeat(65)}1${'}'.repeat(65)}`)).toMatchObject({ code: 'too_deep' });
  expect(faultOf(`${'['.repeat(64)}${']'.repeat(64)}`)).toBeUndefined();
  expect(process.threadCpuUsage(began).user / 1_000).toBeLessThan(500);
});

test('M4, M6: what is parsed before it is looked over is judged as the guard judges its bytes', () => {
  const key = fc.constantFrom('a', '__proto__', 'constructor', 'prototype', '\\u005f_proto__', 'prototypes');
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 6 }, fc.constantFrom('1', '"x"', '"\\ud800"'), tie('list'), tie('object')),
    list: fc.array(tie('value'), { maxLength: 3 }).map((items) => `[${items.join()}]`),
    object: fc
      .uniqueArray(fc.tuple(key, tie('value')), { maxLength: 3, selector: ([name]) => name.replace('\\u005f', '_') })
      .map((fields) => `{${fields.map(([name, held]) => `"${name}":${held}`).join()}}`),
  }));
  fc.assert(
    fc.property(value, (given) => {
      const bytes = utf8.encode(String(given));
      const guarded = guardJson(bytes, { ...bounds, maxNesting: 3 });
      const parsed = parseJson(bytes, { ...bounds, maxNesting: 3 }, toText);
      if ('fault' in guarded) expect(parsed).toEqual(guarded);
      else expect(parsed).toMatchObject({ plain: guarded.plain });
    }),
    { seed: 8, numRuns: 2_000 },
  );
});

test('M5: millions of small objects are refused by their number', () => {
  expect(faultOf(`[${'{},'.repeat(10_000)}{}]`)).toMatchObject({ code: 'too_many_values' });
});

test('brackets, commas and quotes inside strings count for nothing', () => {
  const text = JSON.stringify({ a: '[[[[{{{{,,,,"\\"\\\\', b: '\\' });
  expect(guardJson(utf8.encode(text), { maxNesting: 1, maxValues: 2 })).toEqual({ plain: true });
});

test('only an escape by number can hide what has to be cleaned', () => {
  const bounds = { maxNesting: 8, maxValues: 8 };
  for (const text of ['["\\u0000"]', '["\\ud800"]', '{"\\u005f_proto__":1}', '{"__proto__":1}'])
    expect(guardJson(utf8.encode(text), bounds)).toEqual({ plain: false });
  expect(guardJson(utf8.encode('["\\n\\"\\\\u"]'), bounds)).toEqual({ plain: true });
});

test('M6: keys that could change a prototype are dropped at any depth, also when they are escaped', () => {
  const got = read(
    '{"a":[{"__proto__":{"polluted":1},"b":1}],"constructor":1,"\\u005f_proto__":2,"prototype":{},"c":"constructor"}',
  );
  expect(got).toEqual({ value: { a: [{ b: 1 }], c: 'constructor' }, cleaned: { forbidden: 4, replaced: 0 } });
  expect(Object.hasOwn({}, 'polluted') || 'polluted' in {}).toBe(false);
});

test('M7: of two equal keys the last wins', () => {
  expect(read('{"a":1,"a":2}')).toMatchObject({ value: { a: 2 } });
});

test('M8: lone surrogates, NUL and bytes that are no UTF-8 become U+FFFD', () => {
  expect(read('{"a\\ud800":"x\\u0000y","b":"\\ud83d\\ude00"}')).toEqual({
    value: { 'a\uFFFD': 'x\uFFFDy', b: '😀' },
    cleaned: { forbidden: 0, replaced: 2 },
  });
  const bytes = utf8.encode('{"a":"?"}');
  bytes[6] = 0xff;
  expect(read(bytes)).toMatchObject({ value: { a: '\uFFFD' } });
});

test('what is read is well-formed at every depth', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' })), (value) => {
      const got = read(JSON.stringify({ value }));
      const text = JSON.stringify('value' in got ? got.value : {});
      expect(text.isWellFormed() && !text.includes('\\ud') && !text.includes('\\u0000')).toBe(true);
    }),
    { seed: 7 },
  );
});
