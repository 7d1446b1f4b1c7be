import { encode } from '@jridgewell/sourcemap-codec';
import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { decodeIndex, encodeIndex } from './index/format.ts';
import { hashOf, tokensOf } from './index/token.ts';
import { readBundle } from './read.ts';

const libraryCode =
  'function connect(){return{flushSpool:1,drainQuota:"spool is sealed",rewindTape:2,ejectReel:"reel %s is stuck"}}';
const tapeIndex = decodeIndex(
  encodeIndex({
    packages: [
      { name: 'tape', version: '2.1.0', licence: 'MIT', about: 'Reels' },
      { name: 'other', version: '1.0.0', licence: 'MIT', about: '' },
      { name: 'third', version: '1.0.0', licence: 'MIT', about: '' },
      ...Array.from({ length: 400 }, (_, at) => ({ name: `filler-${at}`, version: '1.0.0', licence: '', about: '' })),
    ],
    files: [{ package: 0, tokens: [...tokensOf(parseSync('a.js', libraryCode).program)].map(hashOf) }],
    common: [],
  }),
);
const productCode =
  'const doors={list:()=>http.get("/api/orders"),one:e=>http.get("/api/orders/"+e)};const words=[{title:"Your order is on its way"},{title:"Nobody has ordered yet"}]';

test('without a map a library is known by its tokens, a product by what it asks for and says, and the rest by nobody', () => {
  const glue = 'var q=1;';
  const text = `${libraryCode}${productCode}`;
  const [file] = readBundle([{ path: 'app.js', text }], tapeIndex);
  expect(file?.ownerAt(5)).toEqual({ kind: 'third-party', package: 'tape' });
  expect(file?.ownerAt(text.indexOf('doors'))).toEqual({ kind: 'product' });
  const [alone] = readBundle([{ path: 'glue.js', text: glue }], tapeIndex);
  expect(alone?.ownerAt(4)).toEqual({ kind: 'unknown' });
});

test('a framework is called by its name, also where another package has most of it compiled into one file', () => {
  const names = (of: string, count: number) => Array.from({ length: count }, (_, at) => `${of}Part${at}`);
  const codeOf = (words: readonly string[], of: string) =>
    `function ${of}(e){${words.map((word) => `e.${word}();`).join('')}}`;
  const parts = names('weave', 20);
  const tokens = (text: string) => [...tokensOf(parseSync('a.js', text).program)].map(hashOf);
  const fillers = Array.from({ length: 400 }, (_, at) => `filler-${at}`);
  const about = { version: '1.0.0', licence: 'MIT', about: '' };
  const used = parts.map((part) => codeOf(names(part, 6), part)).join('');
  const index = decodeIndex(
    encodeIndex({
      packages: ['loom', 'editor', ...fillers].map((name) => ({ name, ...about })),
      files: [
        ...parts.map((part) => ({ package: 0, tokens: tokens(codeOf(names(part, 8), part)) })),
        { package: 1, tokens: tokens(used + codeOf(names('edits', 300), 'edit')) },
      ],
      common: [],
    }),
  );
  const [file] = readBundle([{ path: 'app.js', text: `${used}${productCode}` }], index);
  expect(file?.ownerAt(5)).toEqual({ kind: 'third-party', package: 'loom' });
});

test('regions are in order, do not overlap, and cover the file', () => {
  const text = `"use strict";${productCode};${libraryCode}\n//# end`;
  const [file] = readBundle([{ path: 'app.js', text }], tapeIndex);
  let end = 0;
  for (const region of file?.regions ?? []) {
    expect(region.start).toBe(end);
    end = region.end;
  }
  expect(end).toBe(text.length);
});

const map = (more: object = {}) =>
  JSON.stringify({
    version: 3,
    sources: ['../src/a.ts', '../node_modules/tape/index.js'],
    sourcesContent: ['export const a = 1;\n', 'module.exports = 2;\n'],
    names: [],
    mappings: encode([
      [
        [0, 0, 0, 13],
        [8, 1, 0, 0],
      ],
    ]),
    ...more,
  });

test('with a map the places are those of the sources, and the owners those of their folders', () => {
  const [file] = readBundle([{ path: 'app.js', text: 'var a=1;var b=2;', map: map() }]);
  expect(file?.placeOf(4)).toEqual({
    file: 'app.js',
    line: 1,
    column: 4,
    offset: 4,
    original: { file: 'src/a.ts', line: 1, column: 13 },
  });
  expect(file?.sourceOf('src/a.ts')).toBe('export const a = 1;\n');
  expect(file?.ownerAt(4).kind).toBe('product');
  expect(file?.ownerAt(10)).toEqual({ kind: 'third-party', package: 'tape' });
});

test('a map of another build is not believed', () => {
  const id = '11111111-1111-4111-8111-111111111111';
  const script = { path: 'app.js', text: `var a=1;\n//# debugId=${id}` };
  const [other] = readBundle([{ ...script, map: map({ debugId: id.replaceAll('1', '2') }) }]);
  expect(other?.problems).toMatchObject([{ code: 'foreign_map', file: 'app.js' }]);
  expect(other?.placeOf(0).original).toBeUndefined();
  const [longer] = readBundle([{ ...script, map: map({ mappings: ';;;;;;;AAAA' }) }]);
  expect(longer?.problems).toMatchObject([{ code: 'foreign_map' }]);
  const [own] = readBundle([{ ...script, map: map({ debugId: id }) }]);
  expect(own?.problems).toEqual([]);
});

test('what is no script or no map is told and costs nothing else', () => {
  const [page, damaged] = readBundle([
    { path: 'page.js', text: '<!doctype html><p>Not found' },
    { path: 'app.js', text: 'var a=1', map: '{"version":3' },
  ]);
  expect(page?.problems).toMatchObject([{ code: 'bad_script' }]);
  expect(damaged?.problems).toMatchObject([{ code: 'bad_map' }]);
  expect(damaged?.ast.body).toHaveLength(1);
});

test('a script that nests deeper than a stack is read all the same, and one after a long script too', () => {
  const long = `var text = ${JSON.stringify('word '.repeat(250_000))};${productCode}`;
  const [deep, one, other] = readBundle([
    { path: 'deep.js', text: `var a = b${' + b'.repeat(20_000)}` },
    { path: 'one.js', text: long },
    { path: 'other.js', text: productCode },
  ]);
  expect(deep?.ast.body).toHaveLength(1);
  expect(one?.ast.body.length).toBe((other?.ast.body.length ?? 0) + 1);
});
