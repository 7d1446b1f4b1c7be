import { describe, expect, test } from 'vitest';
import { tools } from '../../../../fixtures/corpus/captured.ts';
import type { Lifted } from '../foreign/index.ts';
import { sentry } from './index.ts';

const now = Date.UTC(2026, 10, 21, 12);
const seconds = now / 1_000 - 10;
const trace = 'dfc6aa5f9d76496881be46d9513c908b';
const head = { path: '/api/1/envelope/', query: '', contentType: '', userAgent: '', origin: 'https://shop.example' };

type Part = [header: object, payload: object | string | Uint8Array];
/** An envelope as the SDK writes it: a length where the payload is bytes. */
function envelope(header: object, ...items: Part[]): Uint8Array {
  const parts = items.flatMap(([itemHeader, payload]) => {
    const isBytes = payload instanceof Uint8Array;
    const bytes = isBytes ? payload : Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload));
    const line = JSON.stringify(isBytes ? { ...itemHeader, length: bytes.length } : itemHeader);
    return [Buffer.from(`\n${line}\n`), bytes];
  });
  return Buffer.concat([Buffer.from(JSON.stringify(header)), ...parts]);
}
function decode(body: Uint8Array): Lifted {
  const lifted = sentry.decode(body, head, { receivedAt: now, sample: false }, tools);
  if ('reason' in lifted) throw new Error(lifted.reason);
  return lifted;
}
const recordsOf = ({ batches }: Lifted) => batches.flatMap(({ records }) => records.map(({ record }) => record));
const event = (more: object = {}): Part => [
  { type: 'event' },
  {
    event_id: '9ff48815c8f7498ab4e9c8d16a1a5d3c',
    timestamp: seconds,
    exception: { values: [{ type: 'Error', value: 'no', mechanism: { type: 'generic', handled: true } }] },
    request: { url: 'https://shop.example/orders/77?token=secret' },
    contexts: { trace: { trace_id: trace } },
    ...more,
  },
];
const recording = (events: object[], segment = 0): Part => [
  { type: 'replay_recording' },
  Buffer.from(`{"segment_id":${segment}}\n${JSON.stringify(events)}`),
];
const replayHead = (more: object = {}): Part => [
  { type: 'replay_event' },
  { replay_id: trace, segment_id: 0, request: { url: 'https://shop.example/orders' }, ...more },
];
const told = (tag: string, payload: object): object => ({ type: 5, timestamp: now - 5_000, data: { tag, payload } });
const snapshot = { type: 2, timestamp: now - 6_000, data: { node: { type: 0, id: 1, childNodes: [] } } };

describe('the door', () => {
  const asked = (path: string, query = '', headers: Record<string, string> = {}) => ({
    path,
    query,
    header: (name: string) => headers[name],
  });
  const key = 'c0ffee00c0ffee00c0ffee00c0ffee00';

  test('stands where a DSN points, under any prefix, and where a tunnel may', () => {
    for (const path of [
      '/api/1/envelope/',
      '/api/42/envelope',
      '/sentry/api/1/envelope/',
      '/sentry-tunnel',
      '/a/sentry-tunnel',
    ])
      expect(sentry.opens(path), path).toBe(true);
    for (const path of ['/api/envelope', '/api/sessions', '/v1/records', '/api/1/envelope/x', `/${'a/'.repeat(5_000)}`])
      expect(sentry.opens(path), path).toBe(false);
  });

  test('takes the key from the query, from either header, or from the DSN in the body', () => {
    expect(sentry.keyOf(asked('/', `sentry_version=7&sentry_key=${key}`))).toBe(key);
    const header = `Sentry sentry_version=7, sentry_client=x/1, sentry_key=${key}`;
    expect(sentry.keyOf(asked('/', '', { 'x-sentry-auth': header }))).toBe(key);
    expect(sentry.keyOf(asked('/', '', { authorization: header }))).toBe(key);
    expect(sentry.keyOf(asked('/'))).toBeUndefined();
    for (const dsn of [`https://${key}@in.example/1`, `http://sgk_${key}:old-secret@in.example:8080/prefix/1`])
      expect(sentry.keyInBody?.(envelope({ dsn }, event()), tools)).toMatch(key);
    for (const body of ['', '\n', '{}', 'no json', '{"dsn":7}', '{"dsn":"https://in.example/1"}'])
      expect(sentry.keyInBody?.(Buffer.from(body), tools)).toBeUndefined();
  });

  test('answers nothing that the SDK would not read, and never stops a recording for what passes', () => {
    expect(sentry.answer(asked('/'), new Uint8Array())).toEqual({ status: 200, text: '' });
    const busy = sentry.answerRefusal?.({ code: 'backlog', status: 503, retryAfter: 7 });
    expect(busy?.status).toBe(200);
    expect(busy?.headers['x-sentry-rate-limits']).toMatch(/^7:error;transaction;span;/);
    expect(busy?.headers['x-sentry-rate-limits']).not.toContain('replay');
    const unknown = sentry.answerRefusal?.({ code: 'key_unknown', status: 401, retryAfter: undefined });
    expect(unknown).toMatchObject({ status: 401, text: '' });
  });
});

describe('an envelope', () => {
  test('may have blank lines, no last newline, empty items and a length that counts bytes', () => {
    const text = 'Größe 😀 fehlt';
    const payload = Buffer.from(JSON.stringify({ event_id: 'a'.repeat(32), timestamp: seconds, message: text }));
    const body = Buffer.concat([
      envelope({}, [{ type: 'session' }, ''], [{ type: 'event' }, payload]),
      Buffer.from('\r\n\n{"type":"session"}\r\n{}\r\n'),
    ]);
    const lifted = decode(body);
    expect(lifted).toMatchObject({ aside: {}, apart: { session: 2 } });
    expect(recordsOf(lifted)).toMatchObject([{ kind: 'console', level: 'info' }]);
  });

  test('keeps the good items before and after a bad one', () => {
    const lifted = decode(
      envelope(
        {},
        event(),
        [{ type: 'event' }, 'no json'],
        [{ type: 'novelty' }, {}],
        event({ event_id: 'b'.repeat(32) }),
      ),
    );
    expect(recordsOf(lifted)).toHaveLength(2);
    expect(lifted.aside).toEqual({ 'an item that is no JSON object': 1, 'an item of an unknown type': 1 });
  });

  test('that is cut short keeps what came before', () => {
    const whole = envelope({}, event(), [{ type: 'event' }, Buffer.from(JSON.stringify(event()[1]))]);
    expect(decode(whole.subarray(0, whole.length - 9))).toMatchObject({ aside: { 'an item that is cut short': 1 } });
    expect(sentry.decode(Buffer.from('nothing'), head, { receivedAt: now, sample: false }, tools)).toHaveProperty(
      'reason',
    );
  });

  test('sets apart what is no part of a visit, and says what the SDK threw away itself', () => {
    const report = {
      discarded_events: [{ reason: 'ratelimit_backoff', category: 'error', quantity: 3 }, { reason: 7 }],
    };
    const lifted = decode(
      envelope(
        {},
        [{ type: 'profile' }, '{}'],
        [{ type: 'attachment' }, Buffer.from([0, 10, 1])],
        [{ type: 'client_report' }, report],
      ),
    );
    expect(lifted.apart).toEqual({
      profile: 1,
      attachment: 1,
      client_report: 1,
      sdk_discarded_error_ratelimit_backoff: 3,
    });
    expect(lifted.aside).toEqual({});
  });
});

describe('an error', () => {
  test('has its causes, its stack from the top, and nothing of anybody', () => {
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

  test('of a worker says what was thrown there, as one that was thrown here', () => {
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

  test('brings what led to it, each once, however many errors tell it', () => {
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

  test('with a replay leaves its breadcrumbs to the replay', () => {
    const lifted = decode(envelope({}, event({ breadcrumbs, tags: { replayId: 'c'.repeat(32) } })));
    expect(recordsOf(lifted).map(({ kind }) => kind)).toEqual(['error']);
    expect(lifted.batches[0]?.sender.session).toBe('c'.repeat(32));
  });
});

describe('a replay', () => {
  test('plays as it was, and tells its breadcrumbs as records, and of bodies their shapes', () => {
    const events = [
      snapshot,
      told('breadcrumb', {
        timestamp: seconds,
        category: 'ui.click',
        message: 'button',
        data: { node: { tagName: 'button', textContent: 'Save', attributes: {} } },
      }),
      told('breadcrumb', {
        timestamp: seconds,
        category: 'ui.slowClickDetected',
        message: 'button',
        data: { endReason: 'timeout', clickCount: 4, node: { tagName: 'button', textContent: 'Save', attributes: {} } },
      }),
      told('performanceSpan', {
        op: 'resource.fetch',
        description: '/api/orders/9',
        startTimestamp: seconds,
        endTimestamp: seconds + 0.25,
        data: {
          method: 'PUT',
          statusCode: 409,
          request: { body: 'hunter2' },
          response: { size: 40, body: { code: 'OUT_OF_STOCK', message: 'hunter2' } },
        },
      }),
      told('performanceSpan', {
        op: 'resource.xhr',
        description: '/api/orders?page=2',
        startTimestamp: seconds + 1,
        endTimestamp: seconds + 1.1,
        data: {
          method: 'POST',
          statusCode: 200,
          request: { body: { filter: 'hunter2', password: 'hunter2' } },
          response: { body: '{"items":[{"orderId":4711,"state":"draft","note":"hunter2"}],"total":12}' },
        },
      }),
      told('performanceSpan', {
        op: 'resource.fetch',
        description: '/api/orders',
        startTimestamp: seconds + 2,
        endTimestamp: seconds + 2.1,
        data: {
          method: 'POST',
          statusCode: 200,
          request: { body: { note: 'hunter2', lines: [{ partNo: 'HNG-1', quantity: 3 }] } },
          response: { body: '{"orderId":4711,"note":"hunt', _meta: { warnings: ['MAYBE_JSON_TRUNCATED'] } },
        },
      }),
    ];
    const lifted = decode(envelope({}, replayHead(), recording(events)));
    expect(lifted.segments).toMatchObject([{ session: trace, tab: trace, seq: 0, anchor: true, events: [snapshot] }]);
    const records = recordsOf(lifted);
    expect(records).toContainEqual(
      expect.objectContaining({
        kind: 'action',
        role: 'button',
        name: 'Save',
        frustrations: ['rage', 'dead'],
        route: '/orders',
      }),
    );
    expect(records).toContainEqual(
      expect.objectContaining({
        kind: 'resource',
        path: '/api/orders/{integer}',
        status: 409,
        durationMs: 250,
        errorCode: 'OUT_OF_STOCK',
      }),
    );
    const [list, made] = records.filter((one) => one.kind === 'resource').slice(1);
    expect(list).toMatchObject({
      requestLeftOut: 'secret',
      response: { fields: { items: { count: 1, items: { fields: { state: { values: ['draft'] } } } }, total: {} } },
    });
    expect(made).toMatchObject({ request: { fields: { lines: { items: { fields: { quantity: {} } } } } } });
    expect(made).not.toHaveProperty('response');
    expect(JSON.stringify(lifted)).not.toContain('hunter2');
  });

  test('without tracing tells views and vitals; with tracing its spans do', () => {
    const events = [
      snapshot,
      told('performanceSpan', {
        op: 'navigation.navigate',
        description: 'https://shop.example/orders?q=x',
        startTimestamp: seconds - 1,
        data: { duration: 300 },
      }),
      told('performanceSpan', { op: 'paint', description: 'first-contentful-paint', startTimestamp: seconds - 0.5 }),
      told('performanceSpan', {
        op: 'web-vital',
        description: 'largest-contentful-paint',
        startTimestamp: seconds,
        data: { value: 2600 },
      }),
    ];
    const alone = recordsOf(decode(envelope({}, replayHead(), recording(events))));
    expect(alone).toContainEqual(
      expect.objectContaining({ kind: 'view', path: '/orders', cause: 'load', loadMs: 300 }),
    );
    expect(alone).toContainEqual(expect.objectContaining({ name: 'LCP', value: 2600, rating: 'needs-improvement' }));
    expect(alone).toContainEqual(expect.objectContaining({ name: 'FCP', value: 500, rating: 'good' }));
    const traced = replayHead({ sdk: { integrations: ['BrowserTracing'] } });
    expect(recordsOf(decode(envelope({}, traced, recording(events)))).map(({ kind }) => kind)).toEqual(['view']);
  });

  test('keeps its number where nothing moved', () => {
    const lifted = decode(envelope({}, replayHead(), recording([told('breadcrumb', { category: 'console' })], 6)));
    expect(lifted.segments).toMatchObject([{ seq: 6, anchor: false, events: [{ type: 5 }] }]);
  });
});

describe('older SDKs', () => {
  test('tell calls with the status as a tag, and a page by its transaction’s name', () => {
    const transaction = {
      event_id: 'd'.repeat(32),
      transaction: '/cart',
      transaction_info: { source: 'url' },
      request: { url: 'https://shop.example/checkout' },
      start_timestamp: seconds - 2,
      timestamp: seconds,
      contexts: { trace: { op: 'pageload', trace_id: trace, span_id: 'a'.repeat(16), status: 'ok' } },
      measurements: { lcp: { value: 1200, unit: 'millisecond' }, cls: { value: 0.3 } },
      spans: [
        {
          op: 'http.client',
          description: 'GET /api/cart',
          data: { type: 'xhr', method: 'GET', url: '/api/cart?id=7' },
          tags: { 'http.status_code': '200' },
          status: 'ok',
          span_id: 'b'.repeat(16),
          trace_id: trace,
          start_timestamp: seconds - 1,
          timestamp: seconds - 0.9,
        },
        {
          op: 'ui.long-task',
          description: 'Main UI thread blocked',
          span_id: 'c'.repeat(16),
          trace_id: trace,
          start_timestamp: seconds - 1,
          timestamp: seconds - 0.88,
        },
        {
          op: 'resource.css',
          description: '/assets/a.css',
          span_id: 'e'.repeat(16),
          trace_id: trace,
          start_timestamp: seconds - 1,
          timestamp: seconds - 0.9,
        },
      ],
    };
    const records = recordsOf(decode(envelope({}, [{ type: 'transaction' }, transaction])));
    expect(records).toContainEqual(expect.objectContaining({ kind: 'view', path: '/cart', cause: 'load' }));
    expect(records).toContainEqual(
      expect.objectContaining({ type: 'xhr', path: '/api/cart', status: 200, host: '', query: { id: 'integer' } }),
    );
    expect(records).toContainEqual(
      expect.objectContaining({ kind: 'longtask', type: 'longtask', durationMs: 120, blockingMs: 70 }),
    );
    expect(records).toContainEqual(expect.objectContaining({ type: 'style', path: '/assets/a.css' }));
    expect(records).toContainEqual(
      expect.objectContaining({ name: 'CLS', value: 0.3, rating: 'poor', route: '/cart' }),
    );
  });

  test('name a navigation by what it left, and in a replay by its path alone', () => {
    const transaction = {
      transaction: '/cart',
      transaction_info: { source: 'url' },
      request: { url: 'https://shop.example/orders/77' },
      start_timestamp: seconds - 2,
      timestamp: seconds,
      contexts: { trace: { op: 'navigation', trace_id: trace, span_id: 'a'.repeat(16) } },
    };
    const push = { op: 'navigation.push', description: '/orders/77', startTimestamp: seconds - 2 };
    const lifted = decode(
      envelope(
        { trace: { replay_id: trace } },
        [{ type: 'transaction' }, transaction],
        replayHead(),
        recording([told('performanceSpan', push)]),
      ),
    );
    const views = lifted.batches.flatMap(({ records }) =>
      records.flatMap(({ record }) => (record.kind === 'view' ? [record] : [])),
    );
    expect(views.map(({ path }) => path)).toEqual(['/orders/{integer}', '/orders/{integer}']);
    expect(new Set(views.map(({ view }) => view)).size).toBe(1);
  });
});
