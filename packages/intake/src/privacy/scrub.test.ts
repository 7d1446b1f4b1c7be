import { expect, test } from 'vitest';
import { framesOf, queryOf, routeOf, scrubLabel, scrubMessage, takeApart, templatePath } from './index.ts';

test('what another SDK sends is held to the rules of ours', () => {
  expect(templatePath('/people/quillon%40canary.invalid/orders/10023')).toBe('/people/{email}/orders/{integer}');
  expect(templatePath('/assets/index-DiwrgTda81.js', true)).toBe('/assets/index-DiwrgTda81.js');
  expect(scrubMessage('Order belongs to Quillon Varga-Ostrander now')).toBe('Order belongs to {name} now');
  expect(scrubMessage('Account 4711 has at least 3 points', { ofRefusal: true })).toBe(
    'Account {number} has at least 3 points',
  );
  expect(scrubLabel('Order HNG-0412 for q@canary.invalid')).toBe('Order {code} for {email}');
  expect(scrubLabel(' New Order ')).toBe('New Order');
});

test('a hash is part of the route when it is one', () => {
  expect(routeOf({ path: '/app', hash: '/orders/77?tab=lines' })).toBe('/app#/orders/{integer}');
  expect(routeOf({ path: '/app', hash: 'section-2' })).toBe('/app');
});

test('an address is taken apart by hand, credentials left out', () => {
  expect(takeApart('https://ada:pw@a.example:8443/x/y?b=1#/r')).toEqual({
    ...{ host: 'a.example:8443', path: '/x/y', query: 'b=1', hash: '/r' },
  });
  expect(takeApart('data:text/html,x')).toBeUndefined();
  expect(takeApart('/api/x', { host: 'a.example', path: '/', query: '', hash: '' })).toMatchObject({ path: '/api/x' });
});

test('of a query the names stay, and what the values look like', () =>
  expect(queryOf('page=2&q=oiled+hinge&token=abc&ids[]=7&__proto__=1&x')).toEqual({
    ...{ page: 'integer', q: 'sentence', token: 'secret', 'ids[]': 'integer', x: 'empty' },
  }));

test("frames are read in three writings: V8's, Gecko's and Datadog's", () => {
  const page = takeApart('https://a.example/');
  const frame = { function: 'add', host: '', file: '/b-1a2b3c4d5e.js', line: 1, column: 2 };
  expect(framesOf('TypeError: no\n    at add (https://a.example/b-1a2b3c4d5e.js:1:2)', page)).toEqual([frame]);
  expect(framesOf('add@https://a.example/b-1a2b3c4d5e.js:1:2', page)).toEqual([frame]);
  expect(framesOf('TypeError: no\n  at add(a, b) @ https://a.example/b-1a2b3c4d5e.js:1:2', page)).toEqual([frame]);
  expect(framesOf('  at <anonymous> @ https://cdn.example/x.js:3:4', page)).toEqual([
    { function: '<anonymous>', host: 'cdn.example', file: '/x.js', line: 3, column: 4 },
  ]);
});
