import { templatePath } from '@sightglass/privacy';
import { type Shape, wireRecord } from '@sightglass/wire';
import { expect, test } from 'vitest';
import { createKnownTexts } from '../privacy/known.ts';
import type { CallDraft } from '../scene/caught.ts';
import { createGuard } from '../scene/guard.ts';
import type { Scene } from '../scene/scene.ts';
import { createCalls } from './bodies.ts';
import { provenIn, withProven } from './proven.ts';
import { createSecrets } from './secrets.ts';
import { createSeen } from './seen.ts';

/** One session of an application: what is told of each of its calls. */
function session() {
  const known = createKnownTexts();
  const scene = { known, guard: createGuard(), moment: { signs: 0, forbidden: new Set() } } as unknown as Scene; // as much as calls need
  let id = 'one';
  const seen = createSeen(() => id, { get: () => null, set: () => undefined });
  known.prove = (parts, told) => withProven(told, provenIn(parts, told, seen));
  const calls = createCalls(scene, createSecrets(), seen);

  function call(line: string, status: number, answer?: unknown, body?: unknown): CallDraft {
    const [method = '', address = ''] = line.split(' ');
    const url = new URL(address, 'https://desk.example');
    const draft: CallDraft = {
      ...{ kind: 'resource', at: 1, id: '0123456789abcdef', type: 'fetch', method, host: '', durationMs: 1, status },
      path: templatePath(url.pathname, known),
    };
    const sent = body === undefined || body instanceof FormData ? body : JSON.stringify(body);
    calls.understand(draft, { url: url.href, params: url.searchParams, startedMs: 0, sent, answer });
    expect(wireRecord.safeParse(draft).error).toBeUndefined();
    return draft;
  }
  return {
    ...{ known, call, route: (path: string) => templatePath(path, known) },
    next: () => {
      id = 'two';
    },
  };
}

const at = (shape: Shape | undefined, ...path: string[]): Shape | undefined =>
  path.reduce<Shape | undefined>((inner, name) => (name === '[]' ? inner?.items : inner?.fields?.[name]), shape);
const orders = (...states: string[]) => ({
  items: states.map((state, n) => ({ orderId: 10_001 + n, state })),
  total: 90,
});

test('words of closed sets are told with the shape: states and roles as they are, kinds in small letters or capitals only', () => {
  const { call } = session();
  const { response } = call('GET /api/orders', 200, {
    items: [
      { orderState: 'inReview', kind: 'rush-order', note: 'soon', category: 'Quillon', state: 'Quillon Varga' },
      { orderState: 'Draft', kind: 'STANDARD', user_role: 'clerk', note: 'later', category: 'oak', status: 'x4711' },
    ],
    user: {
      roles: ['admin', 'buyer'],
      permissions: ['orders:read'],
      maritalStatus: 'divorced',
      address: { city: 'Linz', state: 'Upper', country: 'AT' },
    },
  });
  expect(at(response, 'items', '[]', 'orderState')?.values).toEqual(['Draft', 'inReview']);
  expect(at(response, 'items', '[]', 'kind')?.values).toEqual(['STANDARD', 'rush-order']);
  expect(at(response, 'items', '[]', 'user_role')?.values).toEqual(['clerk']);
  expect(at(response, 'items', '[]', 'category')?.values).toEqual(['oak']);
  expect(at(response, 'user', 'roles', '[]')?.values).toEqual(['admin', 'buyer']);
  expect(at(response, 'user', 'permissions', '[]')?.values).toEqual(['orders:read']);
  expect(at(response, 'user', 'address', 'country')?.values).toEqual(['AT']);
  expect(JSON.stringify(response)).not.toMatch(/Quillon|Varga|soon|later|4711|divorced|Upper|Linz/);
});

test('a state that somebody chose in a list is a word all the same', () => {
  const { call, known } = session();
  known.chosen('submitted');
  known.chosen('Quillon');
  expect(known.hide('Only a submitted order of Quillon')).toBe('Only a {text} order of {text}');
  call('GET /api/orders', 200, orders('submitted'));
  expect(known.hide('Only a submitted order of Quillon')).toBe('Only a submitted order of {text}');
});

test('no word is told that the person typed, and none of a secret', () => {
  const { call, known } = session();
  known.typed('Quillon');
  const { response } = call('GET /api/people', 200, { role: 'Quillon', status: 'active', passwordState: 'weak' });
  expect(JSON.stringify(response)).not.toMatch(/Quillon|weak/);
  expect(at(response, 'status')?.values).toEqual(['active']);
});

test('parameters that sort or filter by a closed set are told with their words, others by what they look like', () => {
  const { call } = session();
  const { query } = call(
    'GET /api/parts?sort=-price&state=draft&state=sent&q=oak&name=quillon&orderBy=createdAt',
    200,
    {},
  );
  expect(query).toEqual({
    sort: 'word=-price',
    state: 'word=draft|sent',
    q: 'word',
    name: 'word',
    orderBy: 'word=createdAt',
  });
  // Of what is about somebody's health, that it was sorted.
  const { query: own } = call('GET /api/patients?status=terminal&kind=oncology&view=dying&sort=lastName', 200, {});
  expect(own).toEqual({ status: 'word', kind: 'word', view: 'word', sort: 'word=lastName' });
});

test('the state of who signs in elsewhere is a secret, in an address and in a body; that of a thing is told beside it', () => {
  const { call } = session();
  const { query } = call('GET /callback?state=wistfulkestrel&code=umbralfinch', 200, {});
  expect(query).toEqual({ state: 'secret', code: 'word' });
  const body = { grant_type: 'authorization_code', state: 'wistfulkestrel', order: { client_id: 'a', state: 'draft' } };
  const { request } = call('POST /callback', 200, {}, body);
  expect(JSON.stringify(request)).not.toMatch('kestrel');
  expect(at(request, 'order', 'state')?.values).toEqual(['draft']);
});

test('first and last names of an answer are known together, in either order, and names that it keys its values by', () => {
  const { call, known } = session();
  call('GET /api/people', 200, {
    items: [{ lastName: 'Lovelace', id: 7, firstName: 'Ada' }],
    hours: { 'Grace H.': 3 },
  });
  const said = ['Message ADA LOVELACE', 'Lovelace, Ada', 'Show Grace H.', 'Ada', 'Open items'];
  expect(said.map(known.hide)).toEqual(['Message {text}', '{text}', 'Show {text}.', 'Ada', 'Open items']);
});

test('the number of things in an answer is told where the answer is a page of them', () => {
  const { call } = session();
  const rows = Array.from({ length: 25 }, (_, id) => ({ id, lines: [{ quantity: 1 }] }));
  const counts = (draft: CallDraft) => [...JSON.stringify(draft.response).matchAll(/"count":(\d+)/g)].map(([, n]) => n);
  expect(counts(call('GET /api/orders?page=2', 200, rows))).toEqual(['25']);
  expect(counts(call('GET /api/orders', 200, { items: rows, nextCursor: 'x', columns: [{ a: 1 }] }))).toEqual(['25']);
  expect(counts(call('POST /api/search', 200, { data: { results: rows } }, { q: 'oak', limit: 25 }))).toEqual(['25']);
  expect(counts(call('GET /api/orders/7', 200, { id: 7, lines: rows }))).toEqual([]);
});

test('a part of a path is data where it stood in an answer under a name that fits, its own answer included', () => {
  const { call, route } = session();
  expect(call('GET /api/categories/oak', 404, { error: { code: 'NOT_FOUND' } }).path).toBe('/api/categories/oak');
  call('GET /api/categories', 200, [{ slug: 'oak', title: 'Oak' }, { slug: 'walnut-veneer' }, { slug: 'new' }]);
  const oak = call('GET /api/categories/oak', 200, { parts: [] });
  expect([oak.path, oak.proven]).toEqual(['/api/categories/{slug}', [{ segment: 2, from: 'slug' }]]);
  expect(call('GET /api/categories/birch', 200, { slug: 'birch' }).path).toBe('/api/categories/{slug}');
  expect(call('GET /api/shop/items/walnut-veneer/stock', 200, {}).path).toBe('/api/shop/items/{slug}/stock');
  expect([route('/categories/oak'), route('/oak'), route('/settings/oak'), route('/categories/new')]).toEqual([
    ...['/categories/{slug}', '/oak', '/settings/oak', '/categories/new'],
  ]);
});

test('a placeholder is told with the name of the value in its place, where one fits', () => {
  const { call } = session();
  call('GET /api/orders', 200, orders('draft'));
  call('GET /api/parts', 200, [{ partNo: 'HNG-0412', supplierId: 3, stock: 7 }]);
  expect(call('PATCH /api/orders/10001/lines/HNG-0412', 204).proven).toEqual([
    { segment: 2, from: 'orderId' },
    { segment: 4, from: 'partNo' },
  ]);
  expect(call('GET /api/suppliers/3', 200, {}).proven).toEqual([{ segment: 2, from: 'supplierId' }]);
  expect(call('GET /api/warehouses/3', 200, {}).proven).toBeUndefined();
  expect(call('GET /api/reports/2026-09/spend', 200, { month: '2026-09' }).proven).toEqual([
    { segment: 2, from: 'month' },
  ]);
});

test('a change of state is told with the call that made it; who changed stays here', () => {
  const { call } = session();
  call('GET /api/orders', 200, orders('draft', 'sent'));
  const by = { method: 'POST', path: '/api/orders/{integer}/submit' };
  expect(call('POST /api/orders/10001/submit', 200, { state: 'sent' }).changes).toEqual([
    { at: '$', field: 'state', from: 'draft', to: 'sent', by },
  ]);
  call('POST /api/orders/10001/approve', 204);
  expect(call('GET /api/orders', 200, orders('approved', 'shipped')).changes).toEqual([
    {
      at: '$.items[]',
      field: 'state',
      from: 'sent',
      to: 'approved',
      by: { ...by, path: '/api/orders/{integer}/approve' },
    },
    { at: '$.items[]', field: 'state', from: 'sent', to: 'shipped' },
  ]);
  expect(call('GET /api/orders/10001', 200, { orderId: 10_001, state: 'approved' }).changes).toBeUndefined();
});

test('a POST that only asks has changed nothing', () => {
  const { call } = session();
  call('GET /api/orders', 200, orders('draft', 'sent'));
  expect(call('POST /api/orders/search', 200, orders('sent', 'sent'), { state: 'sent' }).changes).toEqual([
    { at: '$.items[]', field: 'state', from: 'draft', to: 'sent' },
  ]);
  const query = 'query Order { order(id: 10001) { state } }';
  const answered = { data: { order: { orderId: 10_001, state: 'approved' } } };
  expect(call('POST /graphql', 200, answered, { query }).changes).toEqual([
    { at: '$.data.order', field: 'state', from: 'sent', to: 'approved' },
  ]);
  const mutation = { query: 'mutation Ship { ship(id: 10001) { state } }' };
  answered.data.order.state = 'shipped';
  expect(call('POST /graphql', 200, answered, mutation).changes?.[0]?.by).toEqual({
    method: 'POST',
    path: '/graphql#Ship',
  });
});

test('what a POST answers with for the first time it has made; what it only speaks of it has not', () => {
  const { call, next } = session();
  const made = call('POST /api/orders', 201, { orderId: 7, state: 'draft' });
  expect(made.changes).toEqual([{ at: '$', field: 'state', to: 'draft', by: { method: 'POST', path: '/api/orders' } }]);
  expect(call('POST /api/orders/8/submit', 200, { orderId: 8, state: 'sent' }).changes).toBeUndefined();
  expect(call('POST /api/session', 200, { user: { id: 1, status: 'active' } }).changes).toBeUndefined();
  expect(call('POST /api/orders/search', 200, orders('draft')).changes).toBeUndefined();
  expect(call('POST /api/tickets', 200, { ticket: { id: 1, status: 'open' } }).changes).toHaveLength(1);
  next();
  expect(call('GET /api/orders/7', 200, { orderId: 7, state: 'gone' }).changes).toBeUndefined();
});

test.each([
  [
    'ours',
    { error: { code: 'X', fields: [{ field: 'lines[0].quantity', rule: 'maximum', message: 'Order at most 200' }] } },
  ],
  [
    'RFC 9457',
    { type: 'about:blank', errors: [{ pointer: '#/lines/0/quantity', code: 'maximum', detail: 'Order at most 200' }] },
  ],
  ['zod', { issues: [{ path: ['lines', 0, 'quantity'], code: 'maximum', message: 'Order at most 200' }] }],
  ['FastAPI', { detail: [{ loc: ['body', 'lines', 0, 'quantity'], type: 'maximum', msg: 'Order at most 200' }] }],
  [
    'class-validator',
    {
      message: [
        {
          property: 'lines',
          children: [
            { property: '0', children: [{ property: 'quantity', constraints: { maximum: 'Order at most 200' } }] },
          ],
        },
      ],
    },
  ],
])('fields that %s refuses are told with rule and message', (_, body) =>
  expect(session().call('POST /api/orders', 422, body).errorFields).toEqual([
    { field: 'lines[].quantity', rule: 'maximum', message: 'Order at most 200' },
  ]),
);

test('fields of a hash and of sentences are told too, without what was typed', () => {
  const { call, known } = session();
  known.typed('Quillon Varga');
  const message = '“Quillon Varga” is too long (maximum is 40 characters)';
  expect(call('POST /api/people', 422, { name: [message], 'q@canary.invalid': ['is taken'] }).errorFields).toEqual([
    { field: 'name', message: '{text} is too long (maximum is 40 characters)' },
    { field: '{email}', message: 'is taken' },
  ]);
  const told = ['age must not be less than 18', 'quillon@canary.invalid must be unique', 'Something else'];
  expect(call('POST /api/people', 400, { statusCode: 400, message: told }).errorFields).toEqual([
    { field: 'age', message: 'age must not be less than 18' },
  ]);
  expect(call('POST /api/people', 409, { error: { code: 'TAKEN', message: 'Is taken' } }).errorFields).toBeUndefined();
});

test('calls by name: what one asks for is no change, things are of the kind that it names, and a number refuses as a word does', () => {
  const { call, known } = session();
  const rpc = (name: string, answer: object, params: object = {}) =>
    call('POST /rpc', 200, answer, { jsonrpc: '2.0', id: 1, method: name, params });
  const stay = (status: string) => ({ ok: true, result: { stayNo: 7_001, berthId: 'N-17', status } });
  expect(rpc('berths.get', { ok: true, result: { berthId: 'N-17', status: 'free' } })).toMatchObject({ reads: true });
  expect(rpc('stays.get', stay('requested')).changes).toBeUndefined();
  const confirmed = rpc('stays.confirm', stay('confirmed'), { stayNo: 7_001 });
  expect(confirmed.reads).toBeUndefined();
  expect(confirmed.changes).toEqual([
    expect.objectContaining({ from: 'requested', to: 'confirmed', by: { method: 'POST', path: '/rpc#stays.confirm' } }),
  ]);
  known.answered('A stay is at most 14 nights');
  expect(rpc('stays.create', { ok: false, code: 1_204, text: 'A stay is at most 14 nights' })).toMatchObject({
    errorCode: '1204',
    errorMessage: 'A stay is at most 14 nights',
  });
  expect(call('POST /api/stays', 200, { code: 0, msg: 'done', data: { stayNo: 1 } }).errorCode).toBeUndefined();
  expect(call('POST /api/stays', 200, { code: 40_012, msg: 'No room is left' })).toMatchObject({ errorCode: '40012' });
});

test('a list that holds as many as there are is no page', () => {
  const { call } = session();
  const rows = [1, 2, 3, 4, 5, 6].map((stayNo) => ({ stayNo }));
  expect(at(call('GET /api/stays', 200, { rows, total: 6 }).response, 'rows')?.count).toBeUndefined();
  expect(at(call('GET /api/stays', 200, { rows, total: 60 }).response, 'rows')?.count).toBe(6);
});

test('of a form of more fields than anybody fills in the first are looked at, and the page does not wait for the others', () => {
  const { call } = session();
  const form = new FormData();
  for (let field = 0; field < 50_000; field++) form.append(`row${field}`, field < 2_000 ? 'short' : 'l'.repeat(600));
  const { request } = call('POST /api/rows', 200, undefined, form);
  expect(at(request, '{token}')).toMatchObject({ format: 'word', length: 4 });
});
