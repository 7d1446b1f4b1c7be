import { points, type Statement, specification } from '@sightglass/wire';
import { describe, expect, test } from 'vitest';
import { specify } from './specify.ts';
import { type Step, specifyVisits, visit } from './testing/visits.ts';

const visits = (steps: readonly Step[], count = 3) =>
  Array.from({ length: count }, (_, number) => visit(number, steps));
const read = (steps: readonly Step[], count = 3) => specifyVisits(visits(steps, count));
function pointOf(number: number, steps: readonly Step[], count = 3) {
  const found = read(steps, count).points.find(({ point }) => point === number);
  if (found === undefined) throw new Error('All nine points are there');
  return found;
}
function stated(number: number, key: string, steps: readonly Step[], count = 3): Statement {
  const found = pointOf(number, steps, count).statements.find((one) => one.key === key);
  if (found === undefined) throw new Error(`Not stated: ${key}`);
  return found;
}
const orders: Step[] = [
  { screen: '/orders', title: 'Orders' },
  { call: 'GET /api/orders', answer: { items: [{ orderId: 4, note: 'sentence' }], page: 1 } },
  { act: 'Order 4711', role: 'link' },
  { screen: '/orders/{integer}', title: 'Order' },
  { call: 'GET /api/orders/{integer}', answer: { orderId: 4, note: null } },
  { act: 'Submit' },
  { call: 'POST /api/orders/{integer}/submit', status: 422, more: { errorCode: 'EMPTY', errorMessage: 'No lines' } },
];

test('there are always nine points, and what is not shown says why and what would show it', () => {
  const nothing = specifyVisits([]);
  expect(specification.parse(nothing)).toEqual(nothing);
  expect(nothing.points.map(({ title }) => title)).toEqual(points.map(({ title }) => title));
  expect(nothing.points.every(({ shown, statements }) => !shown && statements.length === 0)).toBe(true);
  expect(nothing.points[6]?.reason).toBe(
    'No session lies in this time range. What would show it: a fetch or XHR of the application.',
  );
  const { project, span, basis } = nothing;
  const asked = specify([], { project, span, basis, release: '9.9', environment: 'staging' });
  expect(asked.points[6]?.reason).toMatch(/^No session of release 9\.9 in staging lies in this time range\./);
});

test('what is said follows the schema of the wire, and the same sessions in any order say the same', () => {
  const said = read(orders);
  expect(specification.parse(said)).toEqual(said);
  expect(specifyVisits(visits(orders).toReversed())).toEqual(said);
  const keys = said.points.flatMap(({ statements }) => statements.map(({ key }) => key));
  expect(new Set(keys).size).toBe(keys.length);
});

describe('screens', () => {
  test('are told with their variables named, what people act on, and what leads there', () => {
    expect(stated(2, 'screen /orders/{}', orders)).toMatchObject({
      route: '/orders/{orderId}',
      title: 'Order',
      controls: [{ role: 'button', name: 'Submit', actions: 3, frustrated: 0 }],
      enteredFrom: [{ route: '/orders', views: 3 }],
      tier: 'firm',
      support: { sessions: 3, visitors: 3, against: 0 },
    });
    expect(stated(2, 'link /orders /orders/{}', orders)).toMatchObject({
      times: 3,
      controls: [{ role: 'link', name: 'Order 4711', times: 3 }],
    });
  });

  test('that were passed through are redirects, and going back is no link', () => {
    const { statements } = pointOf(2, [
      { screen: '/' },
      { act: 'Enter', role: 'link' },
      { screen: '/hall', ms: 20 },
      { screen: '/desk' },
      { act: 'Back' },
      { screen: '/', cause: 'pop' },
    ]);
    expect(statements.map(({ key }) => key).sort()).toEqual(['link / /desk', 'screen /', 'screen /desk']);
  });

  test('do not tell what one of several visitors alone acted on, nor a title that only one saw', () => {
    const sessions = ['Ann Smith', 'Bob Jones', 'Cy Young'].map((name, number) =>
      visit(number, [{ screen: '/people', title: `${name} · Desk` }, { act: `Delete ${name}` }]),
    );
    const [, screens] = specifyVisits(sessions).points;
    expect(screens?.statements).toHaveLength(1);
    expect(JSON.stringify(screens)).not.toMatch(/Ann|Smith|Bob|Cy/);
  });

  test('that one visitor alone saw are suspected', () =>
    expect(stated(2, 'screen /orders', orders, 1)).toMatchObject({ tier: 'suspected' }));
});

describe('calls', () => {
  test('are told with what is sent, what can come back and who is told so', () => {
    const key = 'call POST /api/orders/{}/submit';
    expect(stated(7, key, orders)).toMatchObject({
      path: '/api/orders/{orderId}/submit',
      failed: 3,
      statuses: [{ status: 422, calls: 3 }],
      screens: [{ route: '/orders/{orderId}', calls: 3 }],
    });
    expect(stated(7, 'status POST /api/orders/{}/submit 422', orders)).toMatchObject({ codes: ['EMPTY'], calls: 3 });
    expect(stated(7, 'responseField GET /api/orders 200 items[].note', orders)).toMatchObject({
      type: 'string',
      nullable: true,
    });
  });

  test('say of a body that it was left out, and do not guess it', () => {
    const secret: Step[] = [{ call: 'POST /api/session', more: { requestLeftOut: 'secret' } }];
    const point = pointOf(7, secret);
    expect(point.statements[0]).toMatchObject({ kind: 'call', request: null, requestLeftOut: 'secret' });
    expect(point.statements.filter(({ kind }) => kind === 'requestField')).toEqual([]);
    expect(point.leftOut).toBe(1);
  });

  test('to other hosts are not claimed for the application', () => {
    const point = pointOf(7, [{ call: 'GET /collect', more: { host: 'stats.example' } }]);
    expect(point).toMatchObject({
      shown: false,
      leftOut: 1,
      leftOutFor: [{ reason: 'calls to other hosts', times: 1 }],
    });
    expect(point.reason).toContain('calls to other hosts');
  });

  test.each([
    '/static/app.js',
    '/img/logo.svg',
    '/assets/i18n/en.json',
    '/_next/data/build/en.json',
    '/healthz',
    '/api/ping',
  ])('%s is a file or a probe, and no call', (path) =>
    expect(pointOf(7, [{ call: `GET ${path}` }])).toMatchObject({ shown: false, leftOut: 1 }),
  );

  test('that report on the page itself and get no answer are no calls; a call of that name that answers is one', () => {
    expect(pointOf(7, [{ call: 'POST /telemetry', status: 204, send: { n: 1 } }]).reason).toContain('telemetry');
    expect(pointOf(7, [{ call: 'POST /api/ingest', answer: { id: 'uuid' } }]).shown).toBe(true);
  });

  test.each(['/api/health-records', '/api/orders/ping-pong', '/api/locales'])('%s is a call', (path) =>
    expect(pointOf(7, [{ call: `GET ${path}` }]).shown).toBe(true),
  );

  test('a file by its media type is no call', () =>
    expect(pointOf(7, [{ call: 'GET /avatar', more: { mime: 'image/png' } }]).shown).toBe(false));

  test('that nobody answered are not claimed to exist; those only ever refused are believed less', () => {
    expect(pointOf(7, [{ call: 'GET /api/orders', status: 0 }]).shown).toBe(false);
    const refused: Step[] = [{ call: 'GET /api/orders', status: 404 }];
    expect(stated(7, 'call GET /api/orders', refused, 2)).toMatchObject({ confidence: 0.51, tier: 'likely' });
    expect(stated(7, 'call GET /api/orders/{}', orders, 2)).toMatchObject({ confidence: 0.84, tier: 'firm' });
  });
});

describe('errors', () => {
  test('are told with code, status, message and the calls that raise them', () =>
    expect(stated(8, 'error EMPTY', orders)).toMatchObject({
      code: 'EMPTY',
      status: 422,
      message: 'No lines',
      raisedBy: [{ subject: 'POST /api/orders/{orderId}/submit', times: 3 }],
      text: 'EMPTY is answered with 422 by POST /api/orders/{orderId}/submit: “No lines”.',
    }));

  test('without a code go by their message; a number in it that changes is left open, one that does not is a limit', () => {
    const sessions = [1, 2, 3].map((number) =>
      visit(number, [
        { call: 'POST /api/seats', status: 409, more: { errorMessage: `You have ${number} seats already` } },
        { call: 'POST /api/seats', status: 409, more: { errorMessage: 'A room holds at most 30 seats' } },
      ]),
    );
    const told = specifyVisits(sessions).points[7]?.statements.map((one) => one.kind === 'error' && one.message);
    expect(told?.sort()).toEqual(['A room holds at most 30 seats', 'You have {number} seats already']);
  });

  test('that a script threw stand under Issues', () => {
    const thrown = visits([{ screen: '/' }]).map((session) => ({
      ...session,
      records: [
        ...session.records,
        {
          ...{ kind: 'error' as const, at: session.records[0]?.at ?? 0, source: 'uncaught' as const, handled: false },
          ...{ type: 'TypeError', message: 'x is undefined', stack: [] },
        },
      ],
    }));
    const point = specifyVisits(thrown).points[7];
    expect(point).toMatchObject({ shown: false, leftOut: 1 });
    expect(point?.reason).toContain('Issues');
  });
});
