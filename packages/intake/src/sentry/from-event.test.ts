import { expect, test } from 'vitest';
import { decode, envelope, event, recordsOf, seconds, trace } from '../testing/envelope.ts';

test('an error has its causes, its stack from the top, and nothing of anybody', () => {
  const frames = [
    { filename: 'https://shop.example/assets/app.js?v=3', function: '?', lineno: 9, colno: 1 },
    { filename: 'https://cdn.example/lib.js', function: 'load', lineno: 1, colno: 20 },
  ];
  const values = [
    {
      ...{ type: 'NetworkError', value: 'no answer for mira@example.com' },
      stacktrace: { frames: frames.slice(0, 1) },
    },
    {
      type: 'TypeError',
      value: 'Order 4711 is gone',
      stacktrace: { frames },
      mechanism: { type: 'auto.browser.global_handlers.onunhandledrejection', handled: false },
    },
  ];
  const user = {
    id: 'mira@example.com',
    email: 'mira@example.com',
    ip_address: '203.0.113.7',
    role: 'not a role: <b>',
  };
  const built = 'F13E2F2A-9F0E-4B57-8A9C-000000000001';
  const images = [
    { type: 'sourcemap', code_file: 'https://shop.example/assets/app.js?v=3', debug_id: built },
    { type: 'sourcemap', code_file: 'https://cdn.example/lib.js', debug_id: 'mira@example.com' },
  ];
  const lifted = decode(envelope({}, event({ exception: { values }, user, debug_meta: { images } })));
  const top = { host: '', file: '/assets/app.js', line: 9, debugId: built.toLowerCase() };
  expect(recordsOf(lifted)).toMatchObject([
    {
      source: 'rejection',
      handled: false,
      message: 'Order {number} is gone',
      route: '/orders/{integer}',
      stack: [{ function: 'load', host: 'cdn.example', file: '/lib.js', line: 1, column: 20 }, top],
      causes: [{ type: 'NetworkError', message: 'no answer for {email}', stack: [top] }],
    },
    { kind: 'user', visitor: lifted.batches[0]?.sender.visitor },
  ]);
  expect(lifted.batches[0]?.sender).toMatchObject({
    session: trace,
    visitor: expect.stringMatching(/^u-[0-9a-f]{16}$/),
  });
  expect(JSON.stringify(lifted)).not.toMatch(/mira|203\.0|secret/);
});

test('an error of a worker says what was thrown there, as one that was thrown here', () => {
  const values = [
    { type: 'Error', value: 'Uncaught TypeError: No cart', mechanism: { type: 'onerror', handled: false } },
  ];
  expect(recordsOf(decode(envelope({}, event({ exception: { values } }))))).toMatchObject([
    { type: 'TypeError', message: 'No cart' },
  ]);
});

const breadcrumbs = [
  { timestamp: seconds - 9, category: 'ui.click', message: 'form > button[title="Pay 300"]' },
  { timestamp: seconds - 8, category: 'navigation', data: { from: '/cart', to: '/orders/77' } },
  {
    timestamp: seconds - 7,
    category: 'fetch',
    data: { method: 'POST', url: '/api/orders?card=4111', status_code: 422 },
  },
  { timestamp: seconds - 6, category: 'console', level: 'warning', message: 'slow for Mira Holt' },
  {
    timestamp: seconds - 5,
    category: 'auth',
    message: 'signed in',
    data: { password: 'x', user: 'mira@example.com', tries: 2 },
  },
  { timestamp: seconds - 4, category: 'sentry.event', message: 'Error: no' },
];

test('an error brings what led to it, each once, however many errors tell it', () => {
  const second = { event_id: 'b'.repeat(32), breadcrumbs, timestamp: seconds + 1 };
  const lifted = decode(envelope({}, event({ breadcrumbs }), event(second)));
  const ids = lifted.batches.flatMap(({ records }) =>
    records.map(({ record, told: { id } }) => `${record.kind} ${id}`),
  );
  expect(new Set(ids).size).toBe(4 + 2);
  const records = recordsOf(lifted);
  expect(records).toContainEqual(
    expect.objectContaining({ kind: 'action', type: 'click', role: 'button', name: 'Pay {number}', route: '/cart' }),
  );
  expect(records).toContainEqual(
    expect.objectContaining({ kind: 'resource', host: '', path: '/api/orders', status: 422, method: 'POST' }),
  );
  expect(records).toContainEqual(
    expect.objectContaining({
      kind: 'custom',
      name: 'auth',
      attributes: { user: '{email}', tries: 2, message: 'signed in' },
    }),
  );
  expect(JSON.stringify(records)).not.toMatch(/4111|Mira|mira/);
});

test('an error with a replay leaves its breadcrumbs to the replay', () => {
  const lifted = decode(envelope({}, event({ breadcrumbs, tags: { replayId: 'c'.repeat(32) } })));
  expect(recordsOf(lifted).map(({ kind }) => kind)).toEqual(['error']);
  expect(lifted.batches[0]?.sender.session).toBe('c'.repeat(32));
});

test('an error that escaped from a listener is uncaught, though SDK 7 called it handled', () => {
  const values = [{ type: 'TypeError', value: 'no', mechanism: { type: 'instrument', handled: true } }];
  expect(recordsOf(decode(envelope({}, event({ exception: { values } }))))).toMatchObject([
    { source: 'uncaught', handled: false },
  ]);
});

test('an error that tells of a refused call is that call, on no page of its own', () => {
  const values = [
    {
      type: 'Error',
      value: 'HTTP Client Error with status code: 422',
      mechanism: { type: 'auto.http.client.fetch', handled: false },
    },
  ];
  const failed = {
    exception: { values },
    request: { url: 'https://shop.example/api/orders/77?card=4111', method: 'POST', cookies: { sid: 'secret' } },
    contexts: { trace: { trace_id: trace }, response: { status_code: 422 } },
  };
  const alone = decode(envelope({}, event(failed)));
  const call = { kind: 'resource', method: 'POST', path: '/api/orders/{integer}', status: 422, type: 'fetch' };
  expect(recordsOf(alone)).toMatchObject([call]);
  expect(JSON.stringify(alone)).not.toMatch(/4111|secret/);
  const data = { method: 'POST', url: '/api/orders/77?card=4111', status_code: 422 };
  const told = decode(
    envelope({}, event({ ...failed, breadcrumbs: [{ timestamp: seconds - 0.05, category: 'fetch', data }] })),
  );
  const ids = told.batches.flatMap(({ records }) => records.map((one) => one.told.id));
  expect(new Set(ids).size).toBe(1);
});

test('an error and a message are told apart, also where the message brings the stack from which it was sent', () => {
  const values = [{ value: 'Order 4711 is odd', mechanism: { type: 'generic', handled: true, synthetic: true } }];
  const message = { message: 'Order 4711 is odd', exception: { values } };
  const said = recordsOf(decode(envelope({}, event({ ...message, level: 'warning' }))));
  expect(said).toMatchObject([{ kind: 'console', level: 'warn', text: 'Order {number} is odd' }]);
  const wrong = recordsOf(decode(envelope({}, event({ ...message, level: 'error' }))));
  expect(wrong).toMatchObject([{ kind: 'error', type: 'Message', message: 'Order {number} is odd' }]);
});

test('a line of the console that a replay or logs tell as well is told by them', () => {
  const line = { message: 'careful', level: 'warning', logger: 'console', exception: undefined };
  const kinds = (more: object): string[] =>
    recordsOf(decode(envelope({}, event({ ...line, ...more })))).map(({ kind }) => kind);
  expect(kinds({})).toEqual(['console']);
  expect(kinds({ tags: { replayId: 'c'.repeat(32) } })).toEqual([]);
  expect(kinds({ sdk: { integrations: ['BrowserTracing', 'ConsoleLogs'] } })).toEqual([]);
  expect(kinds({ level: 'error', tags: { replayId: 'c'.repeat(32) } })).toEqual(['error']);
});
