import { expect, test } from 'vitest';
import { decodeVisit } from '../testing/visit.ts';
import { rrweb } from './index.ts';

/** rrweb says once what stands in a page and where it is; clicks come in later bodies. */

const now = Date.UTC(2026, 10, 21, 12);
const start = now - 60_000;
const node = (id: number, tagName: string, attributes: object, ...childNodes: object[]) => ({
  ...{ type: 2, id, tagName, attributes },
  childNodes,
});
const words = (id: number, textContent: string) => ({ type: 3, id, textContent });
const page = (at: number, href: string, ...controls: object[]) => [
  { type: 4, timestamp: at, data: { href, width: 800, height: 600 } },
  { type: 2, timestamp: at + 1, data: { node: { type: 0, id: 1, childNodes: [node(2, 'body', {}, ...controls)] } } },
];
const added = (at: number, ...nodes: [parentId: number, node: object][]) => ({
  ...{ type: 3, timestamp: at },
  data: { source: 0, adds: nodes.map(([parentId, one]) => ({ parentId, nextId: null, node: one })) },
});
const click = (at: number, id: number) => ({ type: 3, timestamp: at, data: { source: 2, type: 2, id } });
const network = (at: number, ...requests: object[]) => ({
  ...{ type: 6, timestamp: at },
  data: { plugin: 'rrweb/network@1', payload: { requests } },
});

const visit = (...bodies: { events: object[]; query?: string }[]) =>
  decodeVisit(
    rrweb,
    bodies.map(({ events, query = '' }, seq) => ({
      ...{ at: now, path: '/rrweb/visit-0001', query: `page=page-0001&seq=${seq}${query}` },
      ...{ origin: 'https://shop.example', userAgent: '', contentType: '' },
      body: Buffer.from(JSON.stringify(events)),
    })),
  );
const icon = node(4, 'button', {}, node(5, 'span', {}, words(6, 'Place order 4711')));

test('a click has the words and the screen that earlier bodies brought', () => {
  const { of } = visit(
    { events: page(start, 'https://shop.example/orders/77', icon) },
    { events: [added(start + 1_000, [2, node(8, 'a', {})], [8, words(9, 'Back to the cart')])] },
    { events: [click(start + 2_000, 5), click(start + 3_000, 9), click(start + 4_000, 99)] },
  );
  const where = { route: '/orders/{integer}', view: of('view')[0]?.view };
  expect(of('action')).toMatchObject([
    { role: 'button', name: 'Place order {number}', target: 'button', ...where },
    { role: 'link', name: 'Back to the cart', ...where },
    { role: '', name: '', ...where },
  ]);
});

test('of a page that was told whole again only what stands there now is known', () => {
  const { of } = visit(
    { events: page(start, 'https://shop.example/', icon) },
    { events: page(start + 1_000, 'https://shop.example/cart', node(5, 'a', {}, words(6, 'Check out'))) },
    { events: [click(start + 2_000, 5), click(start + 3_000, 4)] },
  );
  expect(of('action').map(({ role, name, route }) => [role, name, route])).toEqual([
    ['link', 'Check out', '/cart'],
    ['', '', '/cart'],
  ]);
});

test('an address that the sender names is a screen, from when it first did', () => {
  const address = (path: string) => `&url=${encodeURIComponent(`https://shop.example${path}`)}`;
  const { of } = visit(
    { events: page(start, 'https://shop.example/'), query: address('/') },
    { events: [click(start + 2_000, 2)], query: address('/orders/77') },
    { events: [click(start + 3_000, 2)], query: address('/orders/77') },
  );
  expect(of('view')).toMatchObject([
    { route: '/', cause: 'load', at: start },
    { route: '/orders/{integer}', cause: 'push', from: '/', at: start + 2_001 },
  ]);
  // What was clicked first was still where the page stood before: the address is said when the body is sent.
  expect(of('action').map(({ route }) => route)).toEqual(['/', '/orders/{integer}']);
});

test('an address to which the page came back is a screen once more', () => {
  const address = (path: string) => `&url=${encodeURIComponent(`https://shop.example${path}`)}`;
  const { of } = visit(
    { events: page(start, 'https://shop.example/'), query: address('/') },
    { events: [click(start + 2_000, 2)], query: address('/cart') },
    { events: [click(start + 3_000, 2)], query: address('/') },
    { events: [click(start + 4_000, 2)], query: address('/') },
    { events: page(start + 5_000, 'https://shop.example/'), query: address('/') },
  );
  expect(of('view').map(({ route }) => route)).toEqual(['/', '/cart', '/']);
  expect(of('view')[2]).toMatchObject({ cause: 'push', from: '/cart' });
  expect(of('action').at(-1)).toMatchObject({ view: of('view')[2]?.view });
});

test('what carries the events is no call of the page; one that was refused has the code that it was told', () => {
  const { of } = visit({
    events: [
      ...page(start, 'https://shop.example/'),
      network(
        start + 5_000,
        {
          name: `https://watch.example/rrweb/visit-0001?key=sgk_${'a'.repeat(32)}&seq=1`,
          initiatorType: 'fetch',
          status: 202,
        },
        {
          ...{
            name: 'https://shop.example/api/orders',
            initiatorType: 'fetch',
            method: 'POST',
            status: 422,
            duration: 40,
          },
          responseHeaders: { 'content-type': 'application/json; charset=utf-8' },
          responseBody: '{"code":"ORDER_TOO_LARGE","message":"too many for Mira Holt"}',
        },
        { name: 'https://shop.example/api/cart', initiatorType: 'fetch', status: 200 },
      ),
    ],
  });
  expect(of('resource')).toMatchObject([
    { path: '/api/orders', at: start + 4_960, errorCode: 'ORDER_TOO_LARGE', mime: 'application/json', durationMs: 40 },
    { path: '/api/cart' },
  ]);
  expect(of('resource')[1]).not.toHaveProperty('durationMs');
  expect(JSON.stringify(of('resource'))).not.toContain('Mira');
});
