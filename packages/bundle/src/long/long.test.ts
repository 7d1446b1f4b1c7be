import { expect, test } from 'vitest';
import type { ReadFile } from '../face.ts';
import { maxRoundLength } from '../limits.ts';
import { sourceName } from '../map/source-name.ts';
import { statementsOf } from '../points/index.ts';
import { ownFiles } from '../testing/own-code.ts';
import { readClosely } from './index.ts';
import { roundsOf } from './rounds.ts';

/** A product of several scripts; each carries so much more as a text that all of them are too long for one round. */
const scripts = (padding: number) => {
  const more = (name: string) => `const ${name} = ${JSON.stringify('x'.repeat(padding))};`;
  return [
    {
      path: 'assets/client.js',
      text: `${more('a')}const h=axios.create({baseURL:"/api/v2"});export function ask(path){return h.get(path)}`,
    },
    {
      path: 'assets/orders.js',
      text: `import{ask}from"./client.js";${more('b')}export const list=()=>ask("/orders");`,
    },
    {
      path: 'assets/shelves.js',
      text: `import{ask}from"./client.js";${more('c')}export const list=()=>ask("/shelves");`,
    },
    {
      path: 'assets/routes.js',
      text: `${more('d')}export const routes=[{path:"/orders",component:()=>import("./orders.js"),meta:{title:"Orders"}}];`,
    },
  ];
};

const said = (files: readonly ReadFile[]) => {
  const { facts, problems } = readClosely(files);
  const statements = statementsOf(facts, { release: '1', at: 0 });
  return { keys: [...new Set(statements.map(({ key }) => key))].toSorted(), statements, problems };
};

test('a long release says what a short one says, at its own places, and keeps no tree', () => {
  const short = said(ownFiles(scripts(10)));
  const files = ownFiles(scripts(maxRoundLength * 0.3));
  expect(files.every(({ ast }) => ast.body.length === 0)).toBe(true);
  const shares: number[] = [];
  readClosely(files, (share) => shares.push(share));
  expect(shares.length).toBeGreaterThan(2);
  expect(shares).toEqual(shares.toSorted((one, other) => one - other));
  const long = said(files);
  expect(long.keys).toEqual(short.keys);
  expect(long.keys).toEqual(
    expect.arrayContaining(['call GET /api/v2/orders', 'call GET /api/v2/shelves', 'screen /orders']),
  );
  const call = long.statements.find(({ key }) => key === 'call GET /api/v2/orders');
  expect(call?.evidence).toMatchObject([
    { file: 'assets/orders.js', line: 1, column: files[1]?.file.text.indexOf('"/orders")') },
  ]);
  expect(long.problems).toEqual([]);
});

test('what is too long even for a round by itself is told, with its name and why', () => {
  const [client, ...others] = ownFiles(scripts(maxRoundLength * 0.3));
  const huge = ownFiles([{ path: 'assets/huge.js', text: `const all=${JSON.stringify('x'.repeat(maxRoundLength))};` }]);
  const { problems, keys } = said([...(client ? [client] : []), ...others, ...huge]);
  expect(keys).toContain('call GET /api/v2/orders');
  expect(problems).toMatchObject([{ code: 'left_out', file: 'assets/huge.js' }]);
  expect(problems[0]?.message).toContain('was not read for statements');
});

test('of a script that is mostly nobody’s the product’s part is read, and it is said so', () => {
  const [file, ...rest] = ownFiles(scripts(maxRoundLength * 0.9)).slice(1, 2);
  expect(rest).toEqual([]);
  const text = file?.file.text ?? '';
  const regions = [
    { start: 0, end: text.indexOf('const b'), owner: { kind: 'product' as const } },
    { start: text.indexOf('const b'), end: text.length, owner: { kind: 'unknown' as const } },
  ];
  const { inPart, left } = roundsOf(file ? [{ ...file, regions }] : [], maxRoundLength / 2, maxRoundLength);
  expect(inPart.map((one) => one.file.path)).toEqual(['assets/orders.js']);
  expect(left).toEqual([]);
});

test('sources are read lot after lot, however many there are; one that is too long for any is told', () => {
  const padded = (text: string, length: number) => `${text}\nconst padding = ${JSON.stringify('x'.repeat(length))};`;
  const sources = Object.entries({
    'src/crate.ts': padded('export interface Crate { id: string; lid: Lid }', 3_500_000),
    'src/lid.ts': padded('export interface Lid { hinges: number } export const MAX_CRATES_PER_SHELF = 40;', 3_500_000),
    'src/atlas.ts': padded('export interface Atlas { sheets: number }', 6_000_000),
  }).map(([label, text]) => ({ name: sourceName(label), label, ignored: false, text }));
  const [file, ...rest] = ownFiles([{ path: 'app.js', text: 'fetch("/api/crates")' }]);
  const { facts, problems } = readClosely(file ? [{ ...file, sources }, ...rest] : []);
  expect(facts.types.map(({ name }) => name)).toEqual(['Crate', 'Lid']);
  expect(facts.types[0]?.fields).toMatchObject([{ name: 'id' }, { name: 'lid', type: 'object', ref: 'Lid' }]);
  expect(facts.constants).toMatchObject([{ name: 'MAX_CRATES_PER_SHELF', value: 40 }]);
  expect(problems).toMatchObject([{ code: 'in_part', file: 'src/atlas.ts' }]);
});
