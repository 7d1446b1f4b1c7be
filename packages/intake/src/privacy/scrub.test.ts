import { describe, expect, test } from 'vitest';
import { framesOf, queryOf, routeOf, scrubLabel, scrubMessage, takeApart, templatePath } from './index.ts';

// The same examples as packages/capture/src/privacy/scrub.test.ts: what other SDKs send is held to the same rule.
describe('paths become templates', () => {
  test.each([
    ['/orders/10023/lines', '/orders/{integer}/lines'],
    ['/parts/HNG-0412', '/parts/{code}'],
    ['/users/01ARZ3NDEKTSV4RRFFQ69G5FAV', '/users/{ulid}'],
    ['/suppliers/9b2f6f0e-8a44-4e0b-9d0a-3c6a1f1f2b11', '/suppliers/{uuid}'],
    ['/commits/3f9a2b7c1d', '/commits/{hex}'],
    ['/reports/2026-11/spend', '/reports/{month}/spend'],
    ['/days/2026-11-21', '/days/{date}'],
    ['/people/quillon%40canary.invalid', '/people/{email}'],
    ['/reset/eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIx.x-y_z', '/reset/{token}'],
    ['/share/dQwXgWcQabTzPqLmNvRs', '/share/{token}'],
    ['/wiki/Ada%20Lovelace', '/wiki/{token}'],
    ['/files/scan_4417812.pdf', '/files/{code}.pdf'],
    ['/a;jsessionid=8F3A/b', '/a/b'],
    ['/%E0%A4%A', '/{code}'],
  ])('%s → %s', (path, template) => expect(templatePath(path)).toBe(template));

  test.each([
    '/',
    '/api/v1/parts/low-stock',
    '/api/users/me',
    '/orders/new',
    '/oauth2/i18n',
    '/createNewOrderFromTemplate',
    '/über-uns',
    '/orders/{integer}',
  ])('%s stays', (path) => expect(templatePath(path)).toBe(path));

  test('a script keeps its name, by which its map is found; a picture does not', () => {
    expect(templatePath('/assets/index-DiwrgTda81.js', true)).toBe('/assets/index-DiwrgTda81.js');
    expect(templatePath('/uploads/8817263.png', true)).toBe('/uploads/{integer}.png');
  });

  test('a hash is part of the route when it is one', () => {
    expect(routeOf({ path: '/app', hash: '/orders/77?tab=lines' })).toBe('/app#/orders/{integer}');
    expect(routeOf({ path: '/app', hash: 'section-2' })).toBe('/app');
  });
});

describe('messages become templates', () => {
  test.each([
    ['Order 10023 could not be saved', 'Order {number} could not be saved'],
    ['No user quillon@canary.invalid', 'No user {email}'],
    ['Failed to load https://a.example/x?token=abc', 'Failed to load {url}'],
    ['Part "Oiled hinge" is gone', 'Part {text} is gone'],
    ["Field 'city' can't be empty", "Field {text} can't be empty"],
    ['token eyJhbGciOiJIUzI1NiJ9.abc.def expired', 'token {token} expired'],
    ['No part HNG-0412 in /api/parts/HNG-0412', 'No part {code} in /api/parts/{code}'],
    ['took 381ms at 12:30, 1,204.50 EUR', 'took {number}ms at {number}, {number} EUR'],
    ['Order belongs to Quillon Varga-Ostrander now', 'Order belongs to {name} now'],
    ['Quillon Varga may not do this', '{name} may not do this'],
    ['The last admin can not lose the role', 'The last admin can not lose the role'],
    ['Network Error', 'Network Error'],
    ['That part is no longer made. Please choose another', 'That part is no longer made. Please choose another'],
    ['{"user":"quillon","age":41} was refused', '{text} was refused'],
  ])('%s → %s', (message, template) => expect(scrubMessage(message)).toBe(template));

  test.each([
    ["Cannot read properties of undefined (reading 'lines')", "Cannot read properties of undefined (reading 'lines')"],
    ['e4t.addLine is not a function', 'e4t.addLine is not a function'],
    ["Cannot read properties of null (reading 'secret4711abc')", "Cannot read properties of null (reading '{code}')"],
    [
      "Failed to execute 'append' on 'FormData': no such thing",
      "Failed to execute 'append' on 'FormData': no such thing",
    ],
  ])('an engine names code: %s', (message, template) =>
    expect(scrubMessage(message, { type: 'TypeError' })).toBe(template),
  );

  test('a parser quotes data, and its quotes hold quotes', () =>
    expect(
      scrubMessage('Unexpected token \'c\', "{"a": canary, "b": "x"}" is not valid JSON', {
        type: 'SyntaxError',
      }),
    ).not.toMatch(/canary|"x"/));

  test('limits that a refusal states stay; other numbers go', () => {
    const say = (message: string): string => scrubMessage(message, { limits: true });
    expect(say('A reference has at least 3 characters')).toBe('A reference has at least 3 characters');
    expect(say('An order may not exceed 15,000.00 EUR')).toBe('An order may not exceed 15,000.00 EUR');
    expect(say('Account 4711 holds 812 points')).toBe('Account {number} holds {number} points');
  });
});

test('labels keep their wording and their capitals, and lose numbers, ids and addresses', () => {
  expect(scrubLabel('  New   Order · Parts Desk ')).toBe('New Order · Parts Desk');
  expect(scrubLabel('Page 3 of 12')).toBe('Page {number} of {number}');
  expect(scrubLabel('Order HNG-0412 for q@canary.invalid')).toBe('Order {code} for {email}');
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
