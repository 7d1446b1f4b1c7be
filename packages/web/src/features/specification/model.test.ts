import type { CallStatement, ScreenStatement, Specification } from '@sightglass/wire';
import { expect, test } from 'vitest';
import { chaptersOf, pathPieces } from './model.ts';

const base = {
  support: { sessions: 3, visitors: 2, observations: 9, against: 0, first: 1, last: 2, releases: ['1.0.0'] },
  confidence: 0.9,
  evidence: [{ type: 'moment' as const, session: 's', at: 1, release: '1.0.0', note: 'Submit' }],
};
const orders: ScreenStatement = {
  ...base,
  key: 'screen /orders',
  point: 2,
  text: 'People visit /orders.',
  tier: 'firm',
  kind: 'screen',
  route: '/orders',
  title: 'Orders',
  views: 12,
  controls: [{ role: 'button', name: 'Submit', actions: 4, frustrated: 0 }],
  enteredFrom: [],
};
const submit: CallStatement = {
  ...base,
  key: 'call POST /api/orders',
  point: 7,
  text: 'POST /api/orders answers 201 or 422.',
  tier: 'suspected',
  kind: 'call',
  method: 'POST',
  host: '',
  path: '/api/orders',
  calls: 4,
  p75Ms: 80,
  failed: 1,
  statuses: [{ status: 422, calls: 1 }],
  query: [],
  request: null,
  response: null,
  screens: [{ route: '/orders/new', calls: 4 }],
};

const specification: Specification = {
  v: 1,
  project: { id: 'p_000000000000', name: 'Parts Desk' },
  span: { from: 1, until: 2 },
  environment: null,
  release: null,
  basis: { sessions: 3, visitors: 2, releases: ['1.0.0'] },
  points: [
    { point: 2, title: 'Screens and routes', shown: true, reason: null, statements: [orders], leftOut: 0 },
    { point: 7, title: 'Calls', shown: true, reason: null, statements: [submit], leftOut: 2 },
  ],
};

const everything = { find: '', show: null, changed: null };

test('all nine points stand in their order, and those that the answer leaves out are not shown, with what would show them', () => {
  const chapters = chaptersOf(specification, everything);
  expect(chapters.map(({ point }) => point)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(chapters[4]).toMatchObject({ shown: false, shownBy: 'A form with constraints, or a refusal.' });
});

test('what is suspected never stands among what is stated', () => {
  const calls = chaptersOf(specification, everything)[6];
  expect(calls).toMatchObject({ stated: [], suspected: [submit], total: 1, leftOut: 2 });
});

test('the filter finds controls, status codes and screens, and needs every word', () => {
  const found = (words: string) =>
    chaptersOf(specification, { ...everything, find: words }).flatMap(({ stated, suspected }) =>
      [...stated, ...suspected].map(({ key }) => key),
    );
  expect(found('submit button')).toEqual([orders.key]);
  expect(found('422')).toEqual([submit.key]);
  expect(found('ORDERS new')).toEqual([submit.key]);
  expect(found('orders nowhere')).toEqual([]);
});

test('what stands for a value in a path is told from what is written', () =>
  expect(pathPieces('/orders/{orderId}/lines')).toEqual([
    { text: '/orders/', variable: false },
    { text: '{orderId}', variable: true },
    { text: '/lines', variable: false },
  ]));
