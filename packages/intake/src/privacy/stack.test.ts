import { expect, test } from 'vitest';
import { framesOf } from './stack.ts';

/** `function file:line:column`, as engines write them: V8 14, SpiderMonkey 145, JavaScriptCore 26. */
const read = (stack: string) =>
  framesOf(stack, undefined).map(({ function: name = '', host, file, line, column }) =>
    [name, `${host}${file}`, line, column].filter((part) => part !== '' && part !== undefined).join(' '),
  );

test.each([
  [
    'Chromium, with an async frame, a method, a constructor and a native one',
    `TypeError: Cannot read properties of undefined (reading 'total')
    at sum (https://shop.example/assets/app.js:1:204)
    at Cart.add [as onClick] (https://shop.example/assets/app.js:2:11)
    at new Order (https://shop.example/assets/app.js:3:7)
    at Array.map (<anonymous>)
    at async Promise.all (index 0)
    at async submit (https://shop.example/assets/app.js:9:3)
    at https://shop.example/assets/app.js:10:5`,
    [
      'sum shop.example/assets/app.js 1 204',
      'Cart.add [as onClick] shop.example/assets/app.js 2 11',
      'new Order shop.example/assets/app.js 3 7',
      'Array.map <anonymous>',
      'submit shop.example/assets/app.js 9 3',
      'shop.example/assets/app.js 10 5',
    ],
  ],
  [
    'Chromium, evaluated code: the place that evaluated it',
    `Error: x
    at eval (eval at run (https://shop.example/app.js:21:17), <anonymous>:1:7)
    at run (https://shop.example/app.js:21:17)`,
    ['eval shop.example/app.js 21 17', 'run shop.example/app.js 21 17'],
  ],
  [
    'Firefox, with an async frame, a nested function and evaluated code',
    `sum@https://shop.example/app.js:1:204
add/<@https://shop.example/app.js:2:11
async*submit@https://shop.example/app.js:9:3
setTimeout handler*start@https://shop.example/app.js:12:1
run@https://shop.example/app.js line 26 > eval:2:96
@https://shop.example/app.js:30:2`,
    [
      'sum shop.example/app.js 1 204',
      'add shop.example/app.js 2 11',
      'submit shop.example/app.js 9 3',
      'start shop.example/app.js 12 1',
      'run shop.example/app.js 26',
      'shop.example/app.js 30 2',
    ],
  ],
  [
    'Safari, with a function without a name, evaluated code and native code',
    `sum@https://shop.example/app.js:1:204
https://shop.example/app.js:2:11
eval code
eval@[native code]
module code@https://shop.example/app.js:30:2`,
    ['sum shop.example/app.js 1 204', 'shop.example/app.js 2 11', 'module code shop.example/app.js 30 2'],
  ],
  [
    'a worker: what its own address cannot tell is left out',
    `Error: x
    at work (blob:https://shop.example/5b1c:3:9)
    at onmessage (https://shop.example/worker.js:1:1)`,
    ['work blob: 3 9', 'onmessage shop.example/worker.js 1 1'],
  ],
])('%s', (_, stack, frames) => expect(read(stack)).toEqual(frames));
