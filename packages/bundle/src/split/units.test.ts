import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { unitsOf } from './units.ts';

const unitsIn = (text: string) =>
  unitsOf(parseSync('a.js', text, { lang: 'js', sourceType: 'unambiguous' }).program).map(({ start, end, module }) => ({
    code: text.slice(start, end),
    module,
  }));
const codes = (text: string) => unitsIn(text).map(({ code }) => code);

test('a scope of hoisted modules is taken at its declarations, through what wraps it', () => {
  const body = 'var a=1,b=y(()=>{a()});function c(){}class D{}c(),b();';
  const pieces = ['a=1', 'b=y(()=>{a()})', 'function c(){}', 'class D{}', 'c()', 'b()'];
  expect(codes(body)).toEqual(pieces);
  expect(codes(`(()=>{${body}})();`)).toEqual(pieces);
  expect(codes(`!function(){${body}}();`)).toEqual(pieces);
  expect(
    codes(`!function(e,t){typeof exports=="object"?module.exports=t():e.x=t()}(this,function(){${body}});`),
  ).toEqual(pieces);
  expect(codes(`System.register([],function(e){return{execute:function(){${body}}}});`)).toEqual(pieces);
});

test.each([
  [
    'a chunk of webpack',
    '(self.webpackChunkapp=self.webpackChunkapp||[]).push([[121],{69:(e,t,r)=>{r(1)},"./src/a.js":(e)=>{}}]);',
  ],
  ['a bundle of webpack', '(()=>{var m={69:(e,t,r)=>{r(1)},821:function(e){}},c={};c.x=1})();'],
  [
    'a bundle of browserify',
    '!function(){return 1}()({1:[function(e,t,n){e(2)},{a:2}],2:[function(e,t){},{}]},{},[1]);',
  ],
])('%s is taken at its modules', (_, text) => {
  const modules = unitsIn(text).filter(({ module }) => module > 0);
  expect(modules.map(({ module }) => module)).toEqual([1, 2]);
});

test('a table of functions with names is no map of modules', () => {
  expect(unitsIn('var handlers={open:function(e){},close:function(e){}};').map(({ module }) => module)).toEqual([0]);
});

test('modules that are counted in letters are modules all the same, beside the names of their chunk', () => {
  const text =
    '(self.rspackChunk = self.rspackChunk || []).push([["w"], {Ju(e, t, n) {t.a = 1}, m(e, t, n) {t.b = 2}}])';
  const { program } = parseSync('a.js', text, { lang: 'js', sourceType: 'unambiguous' });
  expect(unitsOf(program).map(({ id, module }) => [id, module])).toEqual([
    ['Ju', 1],
    ['m', 2],
  ]);
});

test('a bundle within a module is taken apart as well, as one that somebody built before', () => {
  const long = `return "${'a'.repeat(12_000)}"`;
  const inner = `(()=>{var e={21(e,t,r){${long}},22(e,t){${long}},23(e,t){t.z=1}},t={};return e})()`;
  const text = `var s=w((exports,module)=>{!function(e,t){"object"==typeof exports?module.exports=t():e.J=t()}(self,()=>${inner})}),app=1;`;
  const { program } = parseSync('a.js', text, { lang: 'js', sourceType: 'unambiguous' });
  const units = unitsOf(program);
  expect(units.map(({ id, prebuilt }) => [id, prebuilt])).toEqual([
    ...Array(3).fill([undefined, text.indexOf('s=w')]),
    [undefined, undefined],
  ]);
});
