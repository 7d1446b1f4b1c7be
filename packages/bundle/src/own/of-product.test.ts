import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { decodeIndex } from '../index/format.ts';
import { readBundle } from '../read.ts';

const index = decodeIndex(readFileSync(new URL('../../third-party.bin', import.meta.url)));

/** Whether any of it is the product's. */
const productIn = (files: Record<string, string>) =>
  Object.fromEntries(
    readBundle(
      Object.entries(files).map(([path, text]) => ({ path, text })),
      index,
    ).map(({ file, regions }) => [file.path, regions.some(({ owner }) => owner.kind === 'product')]),
  );

const speaks = `
const a = (n) => fetch("/api/kennels/" + n), b = (n) => fetch("/api/kennels", {method: "POST", body: n});
const c = () => fetch("/api/walks");`;

test('what uses the code of the product is the product, wherever it was put', () => {
  const found = productIn({
    'main.js': `${speaks} export {a as k, b as l, c as m};`,
    'Page.js':
      'import {k as x} from "./main.js"; const y = {rounds: 12}; export default (z) => x(z).then((v) => v.wuffTotal * y.rounds);',
    'lib.js': 'export const q = (v) => v.zwirbel + v.gronkPortion; export const plonk = {zwirbelDepth: 4};',
  });
  expect(found).toEqual({ 'main.js': true, 'Page.js': true, 'lib.js': false });
});

test('so it is among modules that a bundler keeps by number', () => {
  const module = (body: string) => `(e, t, n) => {${body}}`;
  const found = productIn({
    'main.js': `(self.webpackChunkx = self.webpackChunkx || []).push([[1], {
      100: ${module(`${speaks} t.k = a; t.l = b; t.m = c`)},
      101: ${module('var r = n(100); t.default = (z) => r.k(z.wuffTotal)')}}])`,
    'other.js': `(self.webpackChunkx = self.webpackChunkx || []).push([[2], {
      200: ${module('t.q = (v) => v.zwirbel + v.gronkPortion')}}])`,
  });
  expect(found).toEqual({ 'main.js': true, 'other.js': false });
});

test('a table with words of its own that the product alone asks for is the product’s', () => {
  const gap = Array.from({ length: 700 }, (_, i) => `const q${i} = (v) => v.zwirbel${i} * v.gronk${i};`).join('');
  const files = [
    { path: 'main.js', text: `const limits = {wuffRounds: 12, bowlCount: 3};${gap}${speaks} c(limits.wuffRounds);` },
  ];
  const [read] = readBundle(files, index);
  const ownerOf = (text: string) => read?.ownerAt(read.file.text.indexOf(text)).kind;
  expect([ownerOf('limits ='), ownerOf('q300 ='), ownerOf('fetch')]).toEqual(['product', 'unknown', 'product']);
});
