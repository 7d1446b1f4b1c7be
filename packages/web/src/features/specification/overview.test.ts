import type { Statement, StatementOf } from '@sightglass/wire';
import { describe, expect, test } from 'vitest';
import { branchesOf } from './branches.ts';
import { glanceOf } from './gist.ts';
import { decoded } from './reading.tsx';
import { relationsOf } from './relations.ts';
import { roundedPath } from './rounded-path.ts';
import { sayingsOf } from './says.ts';
import { mapOf } from './screen-map.ts';

const base = {
  point: 2,
  text: 'Said.',
  support: { sessions: 3, visitors: 2, observations: 9, against: 0, first: 1, last: 20, releases: ['1.0.0'] },
  confidence: 0.9,
  tier: 'firm' as const,
  evidence: [{ type: 'moment' as const, session: 's', at: 1, release: '1.0.0', note: '' }],
};
const screen = (route: string, more: Partial<StatementOf<'screen'>> = {}): StatementOf<'screen'> => ({
  ...{ ...base, key: `screen ${route}`, kind: 'screen', route, title: '', views: 4, controls: [], enteredFrom: [] },
  ...more,
});
const link = (from: string, to: string): StatementOf<'link'> => ({
  ...{ ...base, key: `link ${from} ${to}`, kind: 'link', from, to, times: 8 },
  controls: [{ role: 'link', name: 'Orders', times: 8 }],
});

describe('what a point says first', () => {
  const way = (from: string, to: string, times: number): StatementOf<'transition'> => ({
    ...{
      ...base,
      key: `transition order ${from} ${to}`,
      point: 4,
      kind: 'transition',
      entity: 'order',
      field: 'state',
    },
    ...{ from, to, by: null, roles: [], times },
  });
  const state = (name: string, initial = false): StatementOf<'state'> => ({
    ...{ ...base, key: `state order ${name}`, point: 4, kind: 'state', entity: 'order', field: 'state', name, initial },
    final: false,
  });

  test('of states the way that most go, and then the others', () => {
    const ways = [
      way('draft', 'cancelled', 2),
      way('draft', 'sent', 9),
      way('sent', 'draft', 9),
      way('sent', 'paid', 3),
    ];
    const said = sayingsOf(4, [state('cancelled'), state('draft', true), state('sent'), state('paid'), ...ways]);
    expect(said.map(({ text }) => text)).toEqual(['draft → sent → paid', 'cancelled']);
  });

  test('of screens those that are visited most, and what is suspected only where nothing is stated', () => {
    const seldom = screen('/admin', { tier: 'suspected', views: 99 });
    expect(sayingsOf(2, [screen('/'), screen('/orders', { views: 9 }), seldom]).map(({ text }) => text)).toEqual([
      '/orders',
      '/',
    ]);
    expect(sayingsOf(2, [seldom]).map(({ text }) => text)).toEqual(['/admin']);
    expect(sayingsOf(2, [])).toEqual([]);
  });
});

describe('at a glance', () => {
  const statements: Statement[] = [screen('/'), screen('/orders', { tier: 'suspected' }), link('/', '/orders')];
  const change = { key: 'screen /', kind: 'screen', severity: 'breaking' as const, text: '', details: [] };
  const seen = { sessions: 1, seen: 1, visitors: 1, seenBy: 1 };
  const item = { ...change, from: null, to: null, exposure: { from: seen, to: seen }, consequences: [] };

  test('a point says what it holds, how much of it is sure, and when it was seen last', () =>
    expect(glanceOf(2, statements, undefined)).toEqual({
      ...{
        says: [{ text: '/', code: true }],
        holds: '2 screens, 1 way between them',
        stated: 2,
        suspected: 1,
        seenAt: 20,
        changes: null,
      },
    }));

  test('what nobody tried is no change of it', () =>
    expect(
      glanceOf(2, statements, {
        items: [
          { ...item, point: 2, change: 'removed', breaking: true },
          { ...item, point: 2, change: 'not exercised', breaking: false },
          { ...item, point: 7, change: 'removed', breaking: true },
        ],
      }).changes,
    ).toEqual({ count: 1, breaking: 1 }));

  test('what only the code says was not seen', () =>
    expect(glanceOf(2, [screen('/', { support: { ...base.support, sessions: 0 } })], undefined).seenAt).toBeNull());
});

test('the map has the ways that were seen without a control too, each once, and says what it leaves out', () => {
  const entered = screen('/orders', { enteredFrom: [{ route: '/', views: 2 }] });
  const admin = screen('/admin', {
    enteredFrom: [
      { route: '/', views: 2 },
      { route: '', views: 1 },
    ],
  });
  const { nodes, edges, leftOut } = mapOf([screen('/'), entered, admin], [link('/', '/orders')]);
  expect(nodes.map(({ id }) => id)).toEqual(['/', '/orders', '/admin']);
  expect(edges.map(({ from, to, dashed = false }) => ({ from, to, dashed }))).toEqual([
    { from: '/', to: '/orders', dashed: false },
    { from: '/', to: '/admin', dashed: true },
  ]);
  expect(leftOut).toBe(0);
  const many = Array.from({ length: 300 }, (_, at) => screen(`/${at}`, { views: at }));
  expect(mapOf(many, [])).toMatchObject({ leftOut: 260, edges: [] });
});

test('entities that name each other are told once, with the fields that do', () => {
  const fields = [
    { entity: 'order', name: 'createdBy', ref: 'user' },
    { entity: 'order', name: 'decision.by', ref: 'user' },
    { entity: 'order', name: 'vat', ref: 'rate' },
  ];
  expect(relationsOf(fields, new Set(['order', 'user']))).toEqual([
    { from: 'order', to: 'user', by: ['createdBy', 'decision.by'] },
  ]);
});

test('the tree leads to parts, and not to each of their details', () =>
  expect(branchesOf([screen('/orders'), link('/', '/orders')])).toEqual([
    { anchor: 's:screen_/orders', label: '/orders', code: true },
  ]));

test('corners are rounded by half of their shorter side at most', () => {
  expect(roundedPath([], 8)).toBe('');
  const bent = [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
    { x: 10, y: 4 },
  ];
  expect(roundedPath(bent, 8)).toBe('M 0 0 L 5 0 Q 10 0 10 2 L 10 4');
});

test('a fragment that no address would have is read as it is', () => {
  expect(decoded('#s%3Acall_GET_%2Fapi')).toBe('s:call_GET_/api');
  expect(decoded('#100%')).toBe('100%');
  expect(decoded('')).toBeNull();
});
