import { expect, test } from 'vitest';
import { parseScript } from '../parse.ts';
import { say } from '../testing/own-code.ts';
import { unitsOf } from './units.ts';

/** Pieces of a script, each with the source that it came from. */
const piecesOf = (text: string) =>
  unitsOf(parseScript('a.js', text).program).map(({ start, end, source }) => [text.slice(start, end), source]);

test('a module that waits until it is asked for is taken at what it declares, as if it did not wait', () => {
  const rolldown =
    'import{n as e}from"./runtime.js";function a(){return b}var b,c=e((()=>{d(),b=4})),d=e((()=>{f=5,g()})),f;c();';
  expect(piecesOf(rolldown)).toEqual([
    ['import{n as e}from"./runtime.js";', 1],
    ['function a(){return b}', 1],
    ['c', 1],
    ['b=4', 1],
    ['d', 2],
    ['f=5', 2],
    ['g()', 2],
    ['c()', undefined],
  ]);
});

test('of a library that is run when it is asked for nothing is taken apart, and a hook that sets a variable of its own waits for nothing', () => {
  const text = 'var s,o=e((()=>{s=u()})),u=m(((e,t)=>{t.exports={a:1}}));';
  expect(piecesOf(text)).toEqual([
    ['o', 1],
    ['s=u()', 1],
    ['u=m(((e,t)=>{t.exports={a:1}}))', 2],
  ]);
  expect(piecesOf('const stop=watch(()=>{const a=1;run(a)});').map(([code]) => code)).toEqual([
    'stop=watch(()=>{const a=1;run(a)})',
  ]);
});

test('what esbuild writes where nothing is minified is read as well', () => {
  const text = 'var limit;var init_limits=__esm({"src/limits.ts"(){"use strict";limit=40}});';
  expect(piecesOf(text)).toEqual([
    ['init_limits', 1],
    ['limit=40', 1],
  ]);
});

test('a table that such a module holds is one of the product', () => {
  const said = say(`
    var messages, maxHivesPerApiary, begin = lazy(() => {
      api(), maxHivesPerApiary = 40,
      messages = new Map([['E_FULL', 'This sailing is full.'], ['E_PIN', 'That is not your PIN.']]);
    });
    const textOf = (problem) => messages.get(problem.code) ?? 'Try again.';
    begin();
  `);
  expect(said.map(({ key }) => key)).toEqual(['error E_FULL', 'error E_PIN', 'constant max-hives-per-apiary']);
});
