import { describe, expect, test } from 'vitest';
import { fieldPath, nothingKnown as nothing, scrubLabel, scrubMessage, templatePath } from './index.ts';

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
    ['/people/quillon@2x.canary.invalid', '/people/{email}'],
    ['/people/quillon@10.0.0.7', '/people/{email}'],
    ['/people/quillon@canary.com', '/people/{email}'],
    ['/reset/eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIx.x-y_z', '/reset/{token}'],
    ['/share/dQwXgWcQabTzPqLmNvRs', '/share/{token}'],
    ['/join/k3jdsf9a', '/join/{code}'],
    ['/wiki/Ada%20Lovelace', '/wiki/{token}'],
    ['/files/scan_4417812.pdf', '/files/{code}.pdf'],
    ['/a;jsessionid=8F3A/b', '/a/b'],
    ['/share/aBcdEfGhij7', '/share/{code}'],
    ['/people/anna_marie87', '/people/{code}'],
    ['/%E0%A4%A', '/{code}'],
  ])('%s → %s', (path, template) => expect(templatePath(path, nothing)).toBe(template));

  test.each([
    '/',
    '/api/v1/parts/low-stock',
    '/api/users/me',
    '/orders/new',
    '/oauth2/i18n',
    '/createNewOrderFromTemplate',
    '/addressLine1/address_line_2/shippingAddress2',
    '/über-uns',
    '/icons/logo@2x.png',
    '/npm/bootstrap@5.3.0/dist/css/bootstrap.css',
    '/chart.js@4',
    '/orders/{integer}',
  ])('%s stays', (path) => expect(templatePath(path, nothing)).toBe(path));

  test('a script keeps its name, by which its map is found; a picture does not', () => {
    expect(templatePath('/assets/index-DiwrgTda81.js', nothing, true)).toBe('/assets/index-DiwrgTda81.js');
    expect(templatePath('/uploads/8817263.png', nothing, true)).toBe('/uploads/{integer}.png');
  });
});

test.each([
  ['lines[0][quantity]', 'lines[].quantity'],
  ['#/lines/0/quantity', 'lines[].quantity'],
  ['answers[]', 'answers[]'],
  // As forms of WordPress, APEX, ASP.NET and JSF call theirs.
  ['question_12', 'question_12'],
  ['input_3_1', 'input_3_1'],
  ['P101_USERNAME', 'P101_USERNAME'],
  ['ctl00$MainContent$txtName', 'ctl00$MainContent$txtName'],
  ['j_idt12:form:name', 'j_idt12.form.name'],
  ['quantity_10023', '{code}'],
  ['xK3Lm9Qr2ZtB7wP1', '{code}'],
  ['ada_87@canary.invalid', '{email}'],
])('a field keeps the small number that tells it from the next, and no other: %s → %s', (name, told) =>
  expect(fieldPath(name, nothing)).toBe(told),
);

test('a field is data where somebody typed what it is called', () =>
  expect(fieldPath('ada_87', { ...nothing, isData: (word) => word === 'ada_87' })).toBe('{code}'));

describe('messages become templates', () => {
  test.each([
    ['Order 10023 could not be saved', 'Order {number} could not be saved'],
    ['No user quillon@canary.invalid', 'No user {email}'],
    ['JSON Parse error: Invalid Date in a Symbol of Quillon', 'JSON Parse error: Invalid Date in a Symbol of {name}'],
    ['Failed to load https://a.example/x?token=abc', 'Failed to load {url}'],
    ['Part "Oiled hinge" is gone', 'Part {text} is gone'],
    ["Field 'city' can't be empty", "Field {text} can't be empty"],
    ['token eyJhbGciOiJIUzI1NiJ9.abc.def expired', 'token {token} expired'],
    ['Signed with wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', 'Signed with {token}'],
    ['No part HNG-0412 in /api/parts/HNG-0412', 'No part {code} in /api/parts/{code}'],
    ['took 381ms at 12:30, 1,204.50 EUR', 'took {number}ms at {date}, {number} EUR'],
    ['Order belongs to Quillon Varga-Ostrander now', 'Order belongs to {name} now'],
    ['Quillon Varga may not do this', '{name} may not do this'],
    ['The last admin can not lose the role', 'The last admin can not lose the role'],
    ['Network Error', 'Network Error'],
    ['That part is no longer made. Please choose another', 'That part is no longer made. Please choose another'],
    ['{"user":"quillon","age":41} was refused', '{text} was refused'],
    ['sign-in of user=quillon, tries=3, mode={}', 'sign-in of user={text}, tries={number}, mode={}'],
    ['password: hunter2', 'password: {text}'],
    ['password=>kestrel, pw: kestrel', 'password=>{text}, pw: {text}'],
    ['set-cookie: sid=kestrel', 'set-cookie: sid={text}'],
    ['wrong { apiKey: kestrel, plan: gold }', 'wrong { apiKey: {text}, plan: gold }'],
    ['password: must be longer', 'password: must be longer'],
    ['URL constructor: kestrel hollow is not a valid URL.', 'URL constructor: {text} is not a valid URL.'],
    [
      'Headers.append: kestrel hollow is an invalid header value.',
      'Headers.append: {text} is an invalid header value.',
    ],
    ['invalid time zone: kestrel hollow', 'invalid time zone: {text}'],
    ['invalid currency code in NumberFormat(): kestrel', 'invalid currency code in NumberFormat(): {text}'],
    [
      "Cannot use 'in' operator to search for 'id' in kestrel hollow",
      'Cannot use {text} operator to search for {text} in {text}',
    ],
    [
      "Cannot use 'in' operator to search for 'id' in undefined",
      'Cannot use {text} operator to search for {text} in undefined',
    ],
    ['Iterator value kestrel hollow is not an entry object', 'Iterator value {text} is not an entry object'],
    ['Cannot convert kestrel hollow to a BigInt', 'Cannot convert {text} to a BigInt'],
    ['Value kestrel hollow out of range for options', 'Value {text} out of range for options'],
    ['Failed to parse URL from http://kestrel hollow:x/', 'Failed to parse URL from {text}'],
    ['Syntax error, unrecognized expression: #kestrel hollow', 'Syntax error, unrecognized expression: {text}'],
    ['Die Akte von Rogier van der Weyden fehlt', 'Die Akte von {name} van der {name} fehlt'],
    ['no slot with Dr. Brandauer or Mrs. Quist', 'no slot with {name}. {name} or {name}. {name}'],
    ['That is all. Retry, Prof. Quist: Done', 'That is all. Retry, {name}. {name}: Done'],
    ['the order of Ada McKenzie is with DeLuca', 'the order of {name} is with {name}'],
    ['a DetailView in MapView has no LayoutShift', 'a DetailView in MapView has no LayoutShift'],
    ['„kestrel“, »kestrel«, ‚kestrel‘, ”kestrel”, 「kestrel」', '{text}, {text}, {text}, {text}, {text}'],
    ['<m:name>kestrel hollow</m:name> came', '<m:name>{text}</m:name> came'],
    [
      "Access to 'https://a.example/x' is blocked: no 'X' header is present",
      'Access to {text} is blocked: no {text} header is present',
    ],
    // Such a number is a status where a library says that a call failed, and nowhere else.
    ['order "brass": 451 left', 'order {text}: {number} left'],
  ])('%s → %s', (message, template) => expect(scrubMessage(message, nothing)).toBe(template));

  test.each([
    ["Cannot read properties of undefined (reading 'lines')", "Cannot read properties of undefined (reading 'lines')"],
    ['e4t.addLine is not a function', 'e4t.addLine is not a function'],
    [
      'can\'t access property "lines", order.parts is undefined',
      'can\'t access property "lines", order.parts is undefined',
    ],
    [
      "undefined is not an object (evaluating 'order.parts.lines')",
      "undefined is not an object (evaluating 'order.parts.lines')",
    ],
    ["null is not an object (evaluating 'own['a b'].x')", "null is not an object (evaluating 'own[{text}].x')"],
    ["Cannot read properties of null (reading 'secret4711abc')", "Cannot read properties of null (reading '{code}')"],
    [
      "Failed to execute 'append' on 'FormData': no such thing",
      "Failed to execute 'append' on 'FormData': no such thing",
    ],
    ["undefined is not a function (near '...items.map...')", "undefined is not a function (near '...items.map...')"],
  ])('an engine names code: %s', (message, template) =>
    expect(scrubMessage(message, nothing, { type: 'TypeError' })).toBe(template),
  );

  test.each([
    ['NotFoundError', "Failed to execute 'removeChild' on 'Node': The node to be removed is not a child of this node."],
    ['SecurityError', "Failed to read the 'localStorage' property from 'Window': Access is denied for this document."],
    ['TypeError', "Failed to construct 'URL': Invalid URL"],
    ['TypeError', 'The Internet connection appears to be offline.'],
    ['AxiosError', 'Request failed with status code 404'],
    ['Error', 'HTTP 502 Bad Gateway'],
    ['Error', 'HTTP error! Status: 404'],
    // Angular and ofetch, whose address is a placeholder by itself.
    ['HttpErrorResponse', 'Http failure response for /api/orders: 404 Not Found'],
    ['FetchError', '[GET] {text}: 503 Service Unavailable', '[GET] "/api/orders/7": 503 Service Unavailable'],
    ['Error', 'HTTP 409 Conflict'],
    ['Error', 'Too Many Requests'],
    ['Error', 'Unprocessable Entity'],
    ['Error', 'Payload Too Large'],
    ['Error', 'Method Not Allowed'],
    ['Error', 'Unsupported Media Type'],
    ['Error', 'Minified React error #418; what it says is left out'],
    ['Error', 'NG0201: No provider for HttpClient!'],
    ['Error', 'https://svelte.dev/e/effect_update_depth_exceeded'],
    ['Error', '[Vue warn]: Failed to resolve component: router-view'],
  ])(
    'what an error of the browser, of a library or of a server is known by stays: %s: %s',
    (type, told, message = told) => expect(scrubMessage(message, nothing, { type })).toBe(told),
  );

  test('a parser says which sign it came upon, which tells a page of HTML from JSON, and nothing of what follows', () =>
    expect(
      scrubMessage(`Unexpected token '<', "<!DOCTYPE "... is not valid JSON`, nothing, { type: 'SyntaxError' }),
    ).toBe("Unexpected token '<', {text}... is not valid JSON"));

  test('a parser quotes data, and its quotes hold quotes', () =>
    expect(
      scrubMessage('Unexpected token \'c\', "{"a": canary, "b": "x"}" is not valid JSON', nothing, {
        type: 'SyntaxError',
      }),
    ).not.toMatch(/canary|"x"/));

  test('limits that a refusal states stay; other numbers go', () => {
    const say = (message: string): string => scrubMessage(message, nothing, { ofRefusal: true });
    expect(say('A reference has at least 3 characters')).toBe('A reference has at least 3 characters');
    expect(say('An order may not exceed 15,000.00 EUR')).toBe('An order may not exceed 15,000.00 EUR');
    for (const rule of [
      'A reference has at most 40 characters',
      'The earliest date is in 2 days',
      'Too many wrong sign-ins, try again in 15 minutes',
      'A price is at least 1 cent',
      'A postcode has 5 digits',
      'is too long (maximum is 40 characters)',
      'must be greater than or equal to 1',
      'must be <= 40',
      'Too big: expected string to have <=40 characters',
      'String must contain at least 3 character(s)',
      'Files up to 5MB',
      'Mindestens 3',
      'Values are between 1 and 5',
    ])
      expect(say(rule)).toBe(rule);
    expect(say('The two nearest valid values are 85250 and 85251')).toBe(
      'The two nearest valid values are {number} and {number}',
    );
    expect(say('Order 10023 of 21 November for 12.50 EUR')).not.toMatch(/10023|21|12/);
    expect(say('Account 4711 holds 812 points')).toBe('Account {number} holds {number} points');
  });
});

test('labels keep their wording and their capitals, and lose numbers, ids and addresses', () => {
  expect(scrubLabel('  New   Order · Parts Desk ', nothing)).toBe('New Order · Parts Desk');
  expect(scrubLabel('Page 3 of 12', nothing)).toBe('Page {number} of {number}');
  // As buttons of editors and sizes of paper are called.
  expect(scrubLabel('H2 on A4, seat 12A in B22', nothing)).toBe('H2 on A4, seat {code} in {code}');
  const everybodys = 'HTML5, MP3 in 5G or 4K, B2B, 2FA, GPT-4o, UTF-8, COVID-19';
  expect(scrubLabel(everybodys, nothing)).toBe(everybodys);
  const joined = '2-Step sign-in, 3-column layout, 2-Faktor-Prüfung';
  expect(scrubLabel(joined, nothing)).toBe(joined);
  expect(scrubLabel('1080p in 2XL, 500KB of 10MB', nothing)).toBe('{number}p in {number}XL, {number}KB of {number}MB');
  expect(scrubLabel('To SW10 9FB or E1 6AN, key PROJ-42', nothing)).toBe('To {code} {code} or E1 {code}, key {code}');
  // Where no blanks stand between words, a number is one by itself.
  expect(scrubLabel('カートに入れる (3点)', nothing)).toBe('カートに入れる ({number}点)');
  expect(scrubLabel('注文HNG-0412は11月26日', nothing)).toBe('注文{code}は{number}月{number}日');
  expect(scrubLabel('Order HNG-0412 for q@canary.invalid', nothing)).toBe('Order {code} for {email}');
});
