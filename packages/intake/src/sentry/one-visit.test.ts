import { expect, test } from 'vitest';
import { decodeVisit, type Posted } from '../testing/visit.ts';
import { sentry } from './index.ts';

/** What several bodies and several parts of the SDK tell of one visit, without a count too many. */

const now = Date.UTC(2026, 10, 21, 12);
const seconds = now / 1_000 - 10;
const trace = 'dfc6aa5f9d76496881be46d9513c908b';
const replay = 'c'.repeat(32);
const url = 'https://shop.example/orders/77';

type Item = [type: string, payload: object | string];
const posted = (header: object, ...items: Item[]): Posted => ({
  ...{ at: now, path: '/api/1/envelope/', query: '', contentType: '', userAgent: '', origin: 'https://shop.example' },
  body: Buffer.from(
    [JSON.stringify(header), ...items.flatMap(([type, payload]) => [itemHead(type, payload), textOf(payload)])].join(
      '\n',
    ),
  ),
});
const textOf = (payload: object | string): string => (typeof payload === 'string' ? payload : JSON.stringify(payload));
const itemHead = (type: string, payload: object | string): string =>
  JSON.stringify({ type, length: Buffer.byteLength(textOf(payload)) });

const error = (breadcrumbs: object[], more: object = {}): Item => [
  'event',
  {
    event_id: '9ff48815c8f7498ab4e9c8d16a1a5d3c',
    timestamp: seconds + 4,
    exception: { values: [{ type: 'Error', value: 'no' }] },
    request: { url },
    contexts: { trace: { trace_id: trace } },
    breadcrumbs,
    ...more,
  },
];
const call = (id: string, start: number, end: number) => ({
  ...{ span_id: id, trace_id: trace, op: 'http.client', start_timestamp: start, timestamp: end },
  data: {
    'http.method': 'GET',
    url: 'https://shop.example/api/stock/7',
    'http.response.status_code': 404,
    type: 'xhr',
  },
});
const pageload = (...spans: object[]): Item => [
  'transaction',
  {
    ...{ transaction: '/orders/77', start_timestamp: seconds, timestamp: seconds + 3, request: { url }, spans },
    contexts: { trace: { op: 'pageload', trace_id: trace, span_id: 'a'.repeat(16), data: { 'url.full': url } } },
  },
];
const answered = (category: string, at: number, data: object = {}) => ({
  ...{ category, timestamp: at },
  data: { method: 'GET', url: '/api/stock/7', status_code: 404, ...data },
});
const segment = (number: number, events: object[]): Item => [
  'replay_recording',
  `{"segment_id":${number}}\n${JSON.stringify(events)}`,
];
const replayHead = (number: number): Item => [
  'replay_event',
  { replay_id: replay, segment_id: number, timestamp: seconds + 9, request: { url }, trace_ids: [trace] },
];
const told = (tag: string, at: number, payload: object) => ({ type: 5, timestamp: at, data: { tag, payload } });
const page = { type: 4, timestamp: (seconds + 1) * 1_000, data: { href: url, width: 800, height: 600 } };

test.each(['forth', 'back'])(
  'a call of a span and of a breadcrumb is one, and takes as long as the span says (%s)',
  (way) => {
    const bodies = [
      posted({ trace: { trace_id: trace } }, pageload(call('1'.repeat(16), seconds + 1, seconds + 1.4))),
      posted({}, error([answered('xhr', seconds + 1.401)])),
    ];
    const { of } = decodeVisit(sentry, way === 'forth' ? bodies : bodies.toReversed());
    expect(of('resource')).toMatchObject([{ type: 'xhr', path: '/api/stock/{integer}', status: 404, durationMs: 400 }]);
  },
);

test('a call whose span never came is told by the breadcrumb, which knows not how long it took', () => {
  const { of } = decodeVisit(sentry, [posted({}, error([answered('fetch', seconds + 2, { __span: 'f'.repeat(16) })]))]);
  expect(of('resource')).toHaveLength(1);
  expect(of('resource')[0]).not.toHaveProperty('durationMs');
});

test('the same call twice in a moment is two, whoever tells of them', () => {
  const starts = [seconds + 1, seconds + 1.004];
  const spans = starts.map((start, index) => call(`${index}`.repeat(16), start, start + 0.2));
  const seen = starts.map((start) =>
    told('performanceSpan', now, {
      ...{ op: 'resource.xhr', startTimestamp: start + 0.001, endTimestamp: start + 0.2, description: '/api/stock/7' },
      data: { method: 'GET', statusCode: 404 },
    }),
  );
  const { of, sessions } = decodeVisit(sentry, [
    posted({ trace: { trace_id: trace, replay_id: replay } }, pageload(...spans)),
    posted({}, replayHead(0), segment(0, [page, ...seen])),
  ]);
  expect(sessions).toEqual([replay]);
  expect(of('resource')).toHaveLength(2);
});

test.each([
  ['begun', 0.06, 0],
  ['answered', 0, 0.06],
  ['begun long before, and answered', 0.206, 0.033],
])('a call that a busy page tells of late to one of them, where it was %s, is one', (_, begunLate, answeredLate) => {
  const span = call('1'.repeat(16), seconds + 1 + begunLate, seconds + 1.4);
  const seen = told('performanceSpan', now, {
    ...{ op: 'resource.xhr', startTimestamp: seconds + 1, endTimestamp: seconds + 1.4 + answeredLate },
    ...{ description: '/api/stock/7', data: { method: 'GET', statusCode: 404 } },
  });
  const bodies = [
    posted({ trace: { trace_id: trace, replay_id: replay } }, pageload(span)),
    posted({}, replayHead(0), segment(0, [page, seen])),
  ];
  for (const way of [bodies, bodies.toReversed()]) expect(decodeVisit(sentry, way).of('resource')).toHaveLength(1);
});

test('what one of them tells of a call alone is not told of the next one by the other', () => {
  const seen = told('performanceSpan', now, {
    ...{ op: 'resource.xhr', startTimestamp: seconds + 1, endTimestamp: seconds + 1.05 },
    ...{ description: '/api/stock/7', data: { method: 'GET', statusCode: 404 } },
  });
  const bodies = [
    posted(
      { trace: { trace_id: trace, replay_id: replay } },
      pageload(call('1'.repeat(16), seconds + 1.3, seconds + 1.35)),
    ),
    posted({}, replayHead(0), segment(0, [page, seen])),
  ];
  for (const way of [bodies, bodies.toReversed()]) expect(decodeVisit(sentry, way).of('resource')).toHaveLength(2);
});

const navigation = (id: string, start: number, more: object = {}, data: object = {}): Item => [
  'transaction',
  {
    ...{ transaction: '/orders', start_timestamp: start, timestamp: start + 1, request: { url }, ...more },
    contexts: { trace: { op: 'navigation', trace_id: id.repeat(32), span_id: id.repeat(16), data } },
  },
];
const push = (start: number, description: string): object =>
  told('performanceSpan', now, { op: 'navigation.push', description, startTimestamp: start });

test.each(['forth', 'back'])('away and back within a moment are three screens, told by two (%s)', (way) => {
  const went: [number, string][] = [
    [1, '/first'],
    [1.08, '/second'],
    [1.2, '/first'],
  ];
  const bodies = [
    ...went.map(([at, to], index) =>
      posted(
        { trace: { trace_id: trace, replay_id: replay } },
        navigation(`${index}`, seconds + at, {}, { 'url.full': `https://shop.example${to}` }),
      ),
    ),
    posted(
      {},
      replayHead(0),
      segment(
        0,
        went.map(([at, to]) => push(seconds + at + 0.03, to)),
      ),
    ),
  ];
  const { of } = decodeVisit(sentry, way === 'forth' ? bodies : bodies.toReversed());
  expect(of('view').map(({ route }) => route)).toEqual(['/first', '/second', '/first']);
});

test.each(['forth', 'back'])('spans of a page on a machine that slept are told by the other clock (%s)', (way) => {
  // Spans are counted by a clock that stood still for an hour; breadcrumbs and, in SDK 7, Replay by one that did not.
  const [slept, at] = [3_600, seconds + 1];
  const seen = told('performanceSpan', now, {
    ...{ op: 'resource.xhr', startTimestamp: at + 0.2, endTimestamp: at + 0.5, description: '/api/stock/7' },
    data: { method: 'GET', statusCode: 404 },
  });
  const spans = [call('1'.repeat(16), at + 0.2 - slept, at + 0.5 - slept)].map((span) => ({
    ...span,
    data: { ...span.data, url: '/api/stock/7', 'http.request.response_start': at + 0.4 - slept },
  }));
  const breadcrumbs = [
    { category: 'navigation', timestamp: at - 0.01, data: { from: '/orders', to: '/orders/77' } },
    answered('xhr', at + 0.501),
  ];
  const bodies = [
    posted(
      { trace: { trace_id: trace, replay_id: replay } },
      navigation('1', at - slept, { spans, breadcrumbs, request: { url: 'https://shop.example/elsewhere' } }),
    ),
    posted({}, replayHead(0), segment(0, [push(at + 0.02, '/orders/77'), seen])),
  ];
  const { of } = decodeVisit(sentry, way === 'forth' ? bodies : bodies.toReversed());
  expect(of('view')).toMatchObject([{ route: '/orders/{integer}', at: at * 1_000 + 1 }]);
  expect(of('resource')).toMatchObject([{ at: at * 1_000 + 201, durationMs: 300, firstByteMs: 200 }]);
});

test('a parameter that one of them filters is no other call; one that no answer came to is told by breadcrumbs alone', () => {
  const address = 'https://shop.example/api/stock/7?page=2&token=';
  const span = call('1'.repeat(16), seconds + 1, seconds + 1.4);
  const filtered = { ...span, data: { ...span.data, url: `${address}[Filtered]` } };
  const seen = told('performanceSpan', now, {
    ...{ op: 'resource.xhr', startTimestamp: seconds + 1, endTimestamp: seconds + 1.4, description: `${address}x` },
    data: { method: 'GET', statusCode: 404 },
  });
  const unanswered = { category: 'fetch', timestamp: seconds + 2, data: { method: 'PUT', url: '/api/away' } };
  const crumbs = [answered('xhr', seconds + 1.4, { url: `${address}x` }), unanswered];
  const { of } = decodeVisit(sentry, [
    posted({ trace: { trace_id: trace, replay_id: replay } }, pageload(filtered)),
    posted({}, replayHead(0), segment(0, [page, seen])),
    posted({ trace: { replay_id: replay } }, error(crumbs)),
  ]);
  expect(of('resource').map(({ method, path, status }) => `${method} ${path} ${status}`)).toEqual([
    'GET /api/stock/{integer} 404',
    'PUT /api/away 0',
  ]);
});

test.each(['forth', 'back'])('a navigation that the next one cut short is told once, where it went to (%s)', (way) => {
  // Over the edge of a second, and 40 ms apart, as on a busy page.
  const [cutAt, at] = [seconds + 0.98, seconds + 1.99];
  const went = (timestamp: number, to: string) => ({ category: 'navigation', timestamp, data: { from: '/cart', to } });
  const breadcrumbs = [went(cutAt - 0.03, '/settings?tab=1'), went(at - 0.01, '/orders/77')];
  const navigation = (id: string, start: number): Item => [
    'transaction',
    {
      ...{ transaction: '/cart', start_timestamp: start, timestamp: start + 1, request: { url }, breadcrumbs },
      contexts: { trace: { op: 'navigation', trace_id: id.repeat(32), span_id: id.repeat(16) } },
    },
  ];
  const push = (start: number, description: string) =>
    told('performanceSpan', now, { op: 'navigation.push', description, startTimestamp: start });
  const header = { trace: { trace_id: trace, replay_id: replay } };
  const bodies = [
    posted(header, navigation('1', cutAt)),
    posted(header, navigation('2', at)),
    posted({}, replayHead(0), segment(0, [page, push(cutAt + 0.04, '/settings?tab=1'), push(at + 0.04, '/orders/77')])),
  ];
  const { of } = decodeVisit(sentry, way === 'forth' ? bodies : bodies.toReversed());
  expect(of('view').map(({ route }) => route)).toEqual(['/settings', '/orders/{integer}']);
});

test('what was told before an error began the replay is of the same session as the replay', () => {
  const { sessions, of, segments } = decodeVisit(sentry, [
    posted({ trace: { trace_id: trace } }, pageload()),
    posted({}, error([], { tags: { replayId: replay } })),
    posted({}, replayHead(0), segment(0, [page])),
    posted(
      { trace: { trace_id: 'e'.repeat(32), replay_id: replay } },
      error([], { event_id: 'b'.repeat(32), contexts: {} }),
    ),
  ]);
  expect(sessions).toEqual([trace]);
  expect(of('view')).toHaveLength(1);
  expect(of('error')).toHaveLength(2);
  expect(segments).toMatchObject([{ session: trace, tab: trace, page: replay }]);
});

test('without tracing and Replay the breadcrumbs of errors tell the screens, each once', () => {
  const crumbs = [
    { category: 'ui.click', timestamp: seconds + 1, message: 'button' },
    { category: 'navigation', timestamp: seconds + 2, data: { from: '/cart', to: '/orders/77' } },
  ];
  const alone = { breadcrumbs: crumbs, sdk: { integrations: ['GlobalHandlers', 'Breadcrumbs'] } };
  const again = { ...alone, event_id: 'b'.repeat(32), timestamp: seconds + 5 };
  const { of } = decodeVisit(sentry, [posted({}, error([], alone)), posted({}, error([], again))]);
  const views = of('view');
  expect(views).toMatchObject([
    { cause: 'load', route: '/cart', at: (seconds + 1) * 1_000 },
    { cause: 'push', route: '/orders/{integer}', from: '/cart', at: (seconds + 2) * 1_000 },
  ]);
  expect(of('action')).toMatchObject([{ route: '/cart', view: views[0]?.view }]);
  const traced = { ...alone, sdk: { integrations: ['BrowserTracing'] } };
  expect(decodeVisit(sentry, [posted({}, error([], traced))]).of('view')).toEqual([]);
});

test('a click that a later segment says was in vain is on the screen where it was', () => {
  const clickedAt = seconds + 3;
  const click = { timestamp: clickedAt, message: 'button.deaf' };
  const { of } = decodeVisit(sentry, [
    posted({}, replayHead(0), segment(0, [page, told('breadcrumb', now, { ...click, category: 'ui.click' })])),
    posted(
      {},
      replayHead(1),
      segment(1, [
        told('breadcrumb', now, { ...click, category: 'ui.multiClick', data: { clickCount: 4 } }),
        told('breadcrumb', now, { timestamp: seconds + 8, category: 'ui.focus' }),
      ]),
    ),
  ]);
  expect(of('action')).toMatchObject([{ frustrations: ['rage'], route: '/orders/{integer}' }]);
});

test('a click on what an earlier segment brought has the words that stood there', () => {
  const button = { type: 2, id: 8, tagName: 'button', attributes: { id: 'pay' }, childNodes: [] };
  const added = {
    ...{ type: 3, timestamp: (seconds + 2) * 1_000 },
    data: {
      source: 0,
      adds: [
        { parentId: 2, nextId: null, node: button },
        { parentId: 8, nextId: null, node: { type: 3, id: 9, textContent: 'Pay 300' } },
      ],
    },
  };
  const node = { id: 8, tagName: 'button', textContent: '', attributes: { id: 'pay' } };
  const click = { category: 'ui.click', timestamp: seconds + 3, message: 'button#pay', data: { nodeId: 8, node } };
  const { of } = decodeVisit(sentry, [
    posted({}, replayHead(0), segment(0, [page, added])),
    posted({}, replayHead(1), segment(1, [told('breadcrumb', now, click)])),
  ]);
  expect(of('action')).toMatchObject([{ role: 'button', name: 'Pay {number}' }]);
});

test('a click that is said to be in vain when the page has gone on is on the screen where it was', () => {
  const click = { timestamp: seconds + 3, message: 'button.deaf' };
  const push = { op: 'navigation.push', description: '/away', startTimestamp: seconds + 5 };
  const { of } = decodeVisit(sentry, [
    posted({}, replayHead(0), segment(0, [page, told('breadcrumb', now, { ...click, category: 'ui.click' })])),
    posted({}, replayHead(1), segment(1, [told('performanceSpan', now, push)])),
    posted(
      {},
      replayHead(2),
      segment(2, [told('breadcrumb', now, { ...click, category: 'ui.slowClickDetected', data: { clickCount: 4 } })]),
    ),
  ]);
  expect(of('action')).toMatchObject([{ frustrations: ['rage'], route: '/orders/{integer}' }]);
});

test('as many calls as a page may make in a moment are as many here', () => {
  const spans = Array.from({ length: 900 }, (_, index) => {
    const start = seconds + Math.floor(index / 3) / 100;
    return call(index.toString(16).padStart(16, '0'), start, start + 0.001);
  });
  const { of } = decodeVisit(sentry, [posted({ trace: { trace_id: trace } }, pageload(...spans))]);
  expect(of('resource').length).toBeGreaterThanOrEqual(900 * 0.98);
});
