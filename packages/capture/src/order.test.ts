import { runInThisContext } from 'node:vm';
import { minify } from 'terser';
import { expect, test } from 'vitest';
import { bodiesOf, type Order, orderOf, putInOrder } from '../build-order.ts';

const code = `(() => {
  'use strict';
  const one = 1;
  function first() { return second() + one; }
  const two = 2;
  function second() {
    if (two) { function inBlock() {} inBlock(); }
    function inner() { return two; }
    const three = inner();
    function other() { return three; }
    return other();
  }
  return first();
})()`;

const plain = { compress: false, mangle: false } as const;

async function written(order: Order): Promise<string> {
  const asTree = { ast: true, code: false } as object;
  const { ast } = (await minify(code, { ...plain, format: asTree })) as { ast?: unknown };
  putInOrder(ast, order);
  expect(orderOf(bodiesOf(ast))).toHaveLength(4);
  return (await minify(ast as never, plain)).code ?? '';
}

test('functions stand where the order says, and nothing else moves', async () => {
  const order: Order = [
    ['second', 3],
    ['first', 3],
    ['second.other', 0],
    ['second.inner', 1],
  ];
  const text = await written(order);
  const places = ['use strict', 'one=1', 'two=2', 'function second', 'function other', 'if(two)'];
  const rest = ['function inner', 'three=inner', 'return other', 'function first', 'return first'];
  const found = [...places, ...rest].map((one) => text.indexOf(one));
  expect(found).toEqual(found.toSorted((a, b) => a - b));
  // Called in a page, it gives what it gave.
  expect(runInThisContext(text)).toBe(runInThisContext(code));
});

test('what the order does not name stays, and what is gone is in nobody’s way', async () => {
  const { code: untouched } = await minify(code, plain);
  expect(await written([])).toBe(untouched);
  expect(await written([['gone', 1]])).toBe(untouched);
  expect(runInThisContext(await written([['second', 99]]))).toBe(3);
});
