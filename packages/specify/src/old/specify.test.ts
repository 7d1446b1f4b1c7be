import { points, type Statement, specification } from '@sightglass/wire';
import { describe, expect, test } from 'vitest';
import { toMarkdown } from '../export/markdown.ts';
import { about, call, error, facts, moment, screen, seen } from '../testing/facts.ts';
import { specifyFromFacts as specify } from './specify.ts';

const pointOf = (number: number, given: Parameters<typeof facts>[0]) => {
  const found = specify(facts(given), about).points.find(({ point }) => point === number);
  if (found === undefined) throw new Error('All nine points are there');
  return found;
};
const first = (number: number, given: Parameters<typeof facts>[0]): Statement => {
  const [statement] = pointOf(number, given).statements;
  if (statement === undefined) throw new Error('Nothing was stated');
  return statement;
};

test('there are always nine points, and what is not shown says why and what would show it', () => {
  const nothing = specify(facts({ basis: { sessions: 0, visitors: 0, releases: [] } }), about);
  expect(specification.parse(nothing)).toEqual(nothing);
  expect(nothing.points.map(({ title }) => title)).toEqual(points.map(({ title }) => title));
  expect(nothing.points.every(({ shown, statements }) => !shown && statements.length === 0)).toBe(true);
  expect(nothing.points[6]?.reason).toBe(
    'No session lies in this time range. What would show it: a fetch or XHR of the application.',
  );
  expect(nothing.points[2]?.reason).toMatch(/does not infer this point yet.*objects\.$/);
});

test('what is said follows the schema of the wire, and the same facts say the same', () => {
  const given = facts({
    screens: [screen()],
    calls: [call({ responses: [{ types: ['object'], fields: {} }] })],
    errors: [error()],
  });
  const said = specify(given, about);
  expect(specification.parse(said)).toEqual(said);
  expect(specify(structuredClone(given), about)).toEqual(said);
});

describe('screens', () => {
  test('are told with their variables named, and what leads there', () => {
    const fact = screen({
      titles: [1, 2, 3].map((number) => ({ value: `Order ${number} · Parts Desk`, times: 1 })),
      controls: [{ role: 'button', name: 'Submit', actions: 9, frustrated: 1, visitors: 3 }],
      enteredFrom: [{ route: '/orders', views: 9 }],
    });
    expect(first(2, { screens: [fact] })).toMatchObject({
      key: 'screen /orders/{}',
      route: '/orders/{orderId}',
      title: 'Order {text} · Parts Desk',
      text: 'The screen /orders/{orderId}, titled “Order {text} · Parts Desk”, was visited 9 times; people act on “Submit”; entered from /orders.',
      tier: 'firm',
      support: { sessions: 5, visitors: 3, against: 0 },
      evidence: [moment()],
    });
  });

  test('do not tell what only one of several visitors acted on, nor a title that only one saw', () => {
    const one = { role: 'button', name: 'Delete Ann Smith', actions: 40, frustrated: 0, visitors: 1 };
    const titles = [
      { value: 'Ann Smith · Desk', times: 1 },
      { value: 'Bob Jones · Desk', times: 1 },
    ];
    expect(JSON.stringify(first(2, { screens: [screen({ controls: [one], titles })] }))).not.toMatch(/Ann|Smith|Bob/);
  });

  test('that one visitor alone saw are suspected, however often', () =>
    expect(first(2, { screens: [screen({ seen: seen({ visitors: 1, sessions: 50 }) })] })).toMatchObject({
      tier: 'suspected',
      confidence: 1,
    }));

  test('without a session to open are no statement', () => {
    const point = pointOf(2, { screens: [screen({ seen: seen({ sample: [] }) })] });
    expect(point).toMatchObject({ shown: false, leftOut: 1, statements: [] });
    expect(point.reason).toContain('can still be opened');
  });
});

describe('calls', () => {
  test('are told with what can come back', () => {
    const fact = call({
      method: 'POST',
      path: '/api/orders/{integer}/submit',
      statuses: [
        { status: 200, calls: 7 },
        { status: 422, calls: 2 },
      ],
      screens: [{ route: '/orders/{integer}', calls: 9 }],
    });
    expect(first(7, { calls: [fact] })).toMatchObject({
      key: 'call POST /api/orders/{}/submit',
      path: '/api/orders/{orderId}/submit',
      text: 'POST /api/orders/{orderId}/submit was called 9 times and answers 200 (7 times) and 422 (2 times), three in four within 120 ms; made from /orders/{orderId}.',
    });
  });

  test('say of a body that it was left out, and not that it was not seen', () => {
    const body = { types: ['object' as const], fields: {} };
    expect(first(7, { calls: [call({ requestsLeftOut: 3 })] })).toMatchObject({
      request: null,
      requestLeftOut: 'secret',
    });
    expect(first(7, { calls: [call({ requests: [body] })] })).not.toHaveProperty('requestLeftOut');
    const point = specify(facts({ calls: [call({ requestsLeftOut: 1 })] }), about);
    expect(toMarkdown(point)).toContain('request left out: it carries a secret');
  });

  test('of other hosts are not claimed for the application; they are counted and named', () => {
    const point = pointOf(7, { calls: [call({ host: 'stats.example' })] });
    expect(point).toMatchObject({ shown: false, leftOut: 1 });
    expect(point.reason).toContain('1 calls to other hosts (stats.example)');
  });

  test.each(['/static/app.js', '/img/logo.svg', '/fonts/a.woff2', '/assets/i18n/en.json'])(
    '%s is a file and no call',
    (path) => expect(pointOf(7, { calls: [call({ path })] })).toMatchObject({ shown: false, leftOut: 1 }),
  );

  test.each(['/healthz', '/health', '/api/ping', '/readyz'])('%s is a probe and no call', (path) => {
    const point = pointOf(7, { calls: [call({ path })] });
    expect(point).toMatchObject({ shown: false, leftOut: 1 });
    expect(point.reason).toContain('1 probes');
  });

  test.each(['/api/health-records', '/api/orders/ping-pong', '/api/locales'])('%s is a call', (path) =>
    expect(pointOf(7, { calls: [call({ path })] }).shown).toBe(true),
  );

  test('a file by its media type is no call, but something posted is, whatever its name', () => {
    expect(pointOf(7, { calls: [call({ path: '/avatar', mime: 'image/png' })] }).shown).toBe(false);
    expect(pointOf(7, { calls: [call({ path: '/render.png', method: 'POST' })] }).shown).toBe(true);
  });

  test('that nobody answered are not claimed to exist', () =>
    expect(pointOf(7, { calls: [call({ statuses: [{ status: 0, calls: 9 }] })] }).shown).toBe(false));

  test('that were only ever refused are believed less', () => {
    const refused = call({ statuses: [{ status: 404, calls: 2 }], seen: seen({ sessions: 2, visitors: 2 }) });
    expect(first(7, { calls: [refused] })).toMatchObject({ confidence: 0.51, tier: 'likely' });
    expect(first(7, { calls: [call({ seen: seen({ sessions: 2, visitors: 2 }) })] })).toMatchObject({
      confidence: 0.84,
      tier: 'firm',
    });
  });
});

describe('errors', () => {
  test('of answers are told with code, status, message and who raises them', () =>
    expect(first(8, { errors: [error({ messages: [{ value: 'At most {n} lines', times: 9 }] })] })).toMatchObject({
      key: 'error 422 ORDER_TOO_LARGE',
      text: 'ORDER_TOO_LARGE is answered with 422 by POST /api/orders: “At most {n} lines”.',
    }));

  test('are raised by a call once, whatever its ids look like', () => {
    const raisedBy = ['{integer}', '{code}'].map((id) => ({ subject: `GET /api/orders/${id}`, times: 2 }));
    expect(first(8, { errors: [error({ raisedBy })] })).toMatchObject({
      raisedBy: [{ subject: 'GET /api/orders/{orderId}', times: 4 }],
    });
  });

  test('without a code are told by their status', () =>
    expect(first(8, { errors: [error({ code: '', status: 500 })] }).text).toBe(
      'HTTP 500 is answered by POST /api/orders.',
    ));

  const thrown = {
    origin: 'thrown' as const,
    status: null,
    sources: ['uncaught'],
    raisedBy: [{ subject: '/orders/{}', times: 1 }],
  };
  test('of a type of its own are part of the application', () =>
    expect(first(8, { errors: [error({ ...thrown, code: 'OrderLockedError' })] }).text).toBe(
      'OrderLockedError is thrown on /orders/{orderId}.',
    ));

  test.each(['TypeError', 'Error', 'AxiosError', 'ChunkLoadError', 'AbortError', 'DOMException', ''])(
    'a script error such as %j is an issue and not in the catalogue',
    (code) => {
      const point = pointOf(8, { errors: [error({ ...thrown, code })] });
      expect(point).toMatchObject({ shown: false, leftOut: 1 });
      expect(point.reason).toContain('which stand under Issues');
    },
  );

  test('of other hosts are not the application’s', () =>
    expect(pointOf(8, { errors: [error({ host: 'pay.example' })] })).toMatchObject({ shown: false, leftOut: 1 }));
});
