import { beforeAll, expect, test } from 'vitest';
import { getVisitor } from '../index.ts';
import { act, engineForTests, fail, noon, project, visit } from '../testing/engine.ts';

const { columns, store } = engineForTests();
const dayMs = 24 * 3_600_000;
const ann = { visitor: 'ann', role: 'admin', browser: 'Firefox', os: 'Linux', device: 'desktop' };
const walk = (session: string, start: number, routes: string[]) =>
  routes.map((route, at) => visit({ ...ann, session, at: start + at * 1_000, number: at, route, view: `v${at}` }));

beforeAll(async () => {
  await store([
    ...walk('first', noon - 3 * dayMs, ['/', '/orders', '/orders/{integer}']),
    ...walk('second', noon, ['/orders', '/orders/{integer}', '/orders/{integer}', '/']),
    {
      session: 'first',
      at: noon - 3 * dayMs,
      kind: 'user',
      visitor: 'ann',
      attributes: { plan: 'free', team: 'north' },
    },
    { session: 'second', at: noon, kind: 'user', visitor: 'ann', attributes: { plan: 'gold' } },
    act({ ...ann, session: 'second', at: noon + 5_000, name: 'Pay', record_id: 'a', frustrations: ['rage'] }),
    fail({ ...ann, session: 'second', at: noon + 6_000, text: 'no' }),
    visit({ session: 'of another', visitor: 'bert', route: '/orders' }),
  ]);
});

test('a visitor is told over all visits: devices, what the application said, screens and the ways between them', async () => {
  expect(await getVisitor(columns(), project, 'ann')).toEqual({
    ...{ visitor: 'ann', sessions: 2, first: noon - 3 * dayMs, last: noon + 6_000, durationMs: 8_000 },
    ...{ errors: 1, frustrations: 1, roles: ['admin'], releases: [], countries: [] },
    devices: [{ device: 'desktop', browser: 'Firefox', os: 'Linux', sessions: 2, last: noon + 6_000 }],
    traits: { plan: 'gold', team: 'north' },
    screens: [
      { route: '/orders/{integer}', views: 3, sessions: 2 },
      { route: '/', views: 2, sessions: 2 },
      { route: '/orders', views: 2, sessions: 2 },
    ],
    ways: [
      { from: '/orders', to: '/orders/{integer}', times: 2 },
      { from: '/', to: '/orders', times: 1 },
      { from: '/orders/{integer}', to: '/', times: 1 },
    ],
  });
});

test('nobody of that name is not found, nor is somebody of another project', async () => {
  await expect(getVisitor(columns(), project, 'nobody')).rejects.toMatchObject({ code: 'not_found' });
  await expect(getVisitor(columns(), 'p_000000000002', 'ann')).rejects.toMatchObject({ code: 'not_found' });
});
