import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { tools } from '../../../../fixtures/corpus/captured.ts';
import type { Lifted } from '../foreign/index.ts';
import { rrweb } from './index.ts';

const now = Date.UTC(2026, 10, 21, 12);
const query = 'session=visit-0001&page=page-0001&seq=0';
const head = { path: '/rrweb', query, contentType: '', userAgent: '' };

const text = (id: number, textContent: string): object => ({ type: 3, id, textContent });
const node = (id: number, tagName: string, attributes: object, ...childNodes: object[]): object => ({
  type: 2,
  id,
  tagName,
  attributes,
  childNodes,
});
const button = node(4, 'button', { class: 'cta' }, node(5, 'span', {}, text(6, 'Place order 4711')));
const meta = (href: string, at = now - 9_000): object => ({
  type: 4,
  timestamp: at,
  data: { href, width: 800, height: 600 },
});
const snapshot = {
  type: 2,
  timestamp: now - 8_900,
  data: { node: { type: 0, id: 1, childNodes: [node(2, 'html', {}, node(3, 'body', {}, button))] }, initialOffset: {} },
};
const click = (id: number): object => ({
  type: 3,
  timestamp: now - 5_000,
  data: { source: 2, type: 2, id, x: 1, y: 2 },
});
const plugin = (name: string, payload: object): object => ({
  type: 6,
  timestamp: now - 4_000,
  data: { plugin: name, payload },
});
const packed = (event: object): string =>
  Buffer.from(deflateSync(JSON.stringify({ ...event, v: 'v1' }))).toString('latin1');

function decode(body: unknown, asked: object = {}): Lifted {
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const lifted = rrweb.decode(bytes, { ...head, ...asked }, { receivedAt: now, sample: false }, tools);
  if ('reason' in lifted) throw new Error(lifted.reason);
  return lifted;
}
const recordsOf = ({ batches }: Lifted) => batches.flatMap(({ records }) => records.map(({ record }) => record));
const events = [meta('https://shop.example/orders/77?token=x#top'), snapshot, click(6)];

describe('bodies', () => {
  test('of every form are the same', () => {
    const whole = decode(events);
    const forms = [
      { events },
      { events, session: 'another-one', page: 'another-page', seq: 7 },
      events.map(packed),
      events.map((event) => JSON.stringify(event)).join('\n'),
      `${events.map((event) => JSON.stringify(packed(event))).join('\r\n')}\n\n`,
    ];
    for (const form of forms) expect(decode(form)).toEqual(whole);
    expect(whole.segments).toMatchObject([{ session: 'visit-0001', page: 'page-0001', seq: 0, anchor: true }]);
  });

  test('may say beside their events what the query does not', () => {
    const beside = {
      session: 'visit-0002',
      page: 'p',
      seq: 3,
      release: '1.2',
      environment: 'test',
      visitor: 'mira@example.com',
    };
    const lifted = decode({ events, ...beside }, { query: '' });
    expect(lifted.segments).toMatchObject([{ session: 'visit-0002', seq: 3 }]);
    expect(lifted.batches[0]?.sender).toMatchObject({ release: '1.2', environment: 'test' });
    expect(JSON.stringify(lifted)).not.toContain('mira');
  });

  test('without a number are ordered by their time', () => {
    const asked = { query: 'session=visit-0001' };
    const later = { ...snapshot, timestamp: now - 1_000 };
    const [one, other] = [decode([snapshot], asked), decode([later], asked)].map(
      ({ segments }) => segments[0]?.seq ?? 0,
    );
    expect(one).toBeLessThan(other ?? 0);
  });

  test('keep their good events when others are none', () => {
    const lifted = decode([...events, 'not packed', 7, null, { type: 'x' }, { type: 3 }, '\u4e00']);
    expect(lifted.segments[0]?.events).toHaveLength(3);
    expect(lifted.aside).toEqual({ 'a packed event that cannot be unpacked': 2, 'an event that is none': 4 });
    expect(decode(`${JSON.stringify(snapshot)}\n{"type":\n${JSON.stringify(click(4))}`)).toMatchObject({
      aside: { 'a line that is no JSON': 1 },
      segments: [{ anchor: true }],
    });
  });

  test('name their session in the path as well', () => {
    const [batch] = decode(events, { path: '/rrweb/visit-0001', query: 'page=page-0001&seq=0' }).batches;
    expect(batch?.sender.session).toBe(decode(events).batches[0]?.sender.session);
    expect(rrweb.opens('/rrweb/visit-0001') && !rrweb.opens('/rrweb/a/b')).toBe(true);
  });

  test('that hold nothing, or name no session, are refused by name', () => {
    const refused = (body: string, asked = query) =>
      rrweb.decode(Buffer.from(body), { ...head, query: asked }, { receivedAt: now, sample: false }, tools);
    expect(refused('nothing')).toEqual({ reason: 'no part of it is JSON' });
    expect(refused('[]', '')).toEqual({ reason: 'neither the path, the query nor the body names a session' });
    expect(refused('[]')).toMatchObject({ batches: [], segments: [], aside: {} });
  });
});

describe('events', () => {
  test('of older recorders play as new ones: in order, in whole milliseconds, log lines apart', () => {
    const log = { type: 3, timestamp: now - 3_000, data: { source: 11, level: 'warn', payload: ['"slow"', '12'] } };
    const lifted = decode([{ ...snapshot, timestamp: now - 8_900.4, delay: 3 }, log, meta('https://shop.example/a')]);
    expect(lifted.segments[0]?.events).toMatchObject([{ type: 4 }, { type: 2, timestamp: now - 8_900, delay: 3 }]);
    expect(recordsOf(lifted)).toContainEqual(
      expect.objectContaining({ kind: 'console', level: 'warn', text: 'slow {number}' }),
    );
  });

  test('that change a page are played once where a recorder tells the same change twice in a moment', () => {
    const change = (id: number) => ({
      ...{ type: 3, timestamp: now - 3_000 },
      data: { source: 0, texts: [], attributes: [], removes: [{ parentId: 1, id }], adds: [] },
    });
    const lifted = decode([meta('https://shop.example/a'), snapshot, change(2), change(2), change(3)]);
    expect(lifted.segments[0]?.events.slice(2)).toEqual([change(2), change(3)]);
  });

  test('tell the page and what was clicked, by the words on it', () => {
    const records = recordsOf(decode(events));
    expect(records).toMatchObject([
      { kind: 'view', cause: 'load', route: '/orders/{integer}', path: '/orders/{integer}' },
      { kind: 'action', type: 'click', role: 'button', name: 'Place order {number}', route: '/orders/{integer}' },
    ]);
    expect(JSON.stringify(decode(events).segments)).not.toContain('token');
  });

  test('of a later body have a route where the sender says its address', () => {
    const later = 'session=visit-0001&page=page-0001&seq=4';
    expect(recordsOf(decode([click(6)], { query: later }))[0]).not.toHaveProperty('route');
    const named = `${later}&url=${encodeURIComponent('https://shop.example/cart?x=1')}`;
    expect(recordsOf(decode([click(6)], { query: named }))).toMatchObject([
      { kind: 'action', route: '/cart', name: '' },
      { kind: 'view', route: '/cart', cause: 'push' },
    ]);
  });

  test('of a first body are at its other address from what was clicked first on, too', () => {
    const named = `${query}&url=${encodeURIComponent('https://shop.example/cart')}`;
    expect(recordsOf(decode(events, { query: named }))).toMatchObject([
      { kind: 'view', cause: 'load', route: '/orders/{integer}' },
      { kind: 'action', route: '/orders/{integer}', at: now - 5_000 },
      { kind: 'view', cause: 'push', route: '/cart', at: now - 4_999 },
    ]);
    const [, moved] = recordsOf(decode(events.slice(0, 2), { query: named }));
    expect(moved).toMatchObject({ kind: 'view', route: '/cart', at: now - 8_999 });
  });

  test('of the plugins for console and network are records, without a body or a value', () => {
    const requests = [
      {
        name: 'https://shop.example/api/orders/9?card=4111',
        initiatorType: 'fetch',
        method: 'POST',
        status: 422,
        duration: 31,
        requestBody: 'hunter2',
      },
      { name: 'https://shop.example/a.js', initiatorType: 'script', status: 200 },
    ];
    const lifted = decode([
      meta('https://shop.example/'),
      plugin('rrweb/console@1', { level: 'error', payload: ['"no stock for Mira Holt"', '{"id":7}'] }),
      plugin('rrweb/network@1', { requests }),
      plugin('rrweb/sequential-id@1', { id: 1 }),
      {
        type: 5,
        timestamp: now,
        data: {
          tag: 'error',
          payload: {
            name: 'TypeError',
            message: 'Order 9 is gone',
            stack: 'x\n    at pay (https://shop.example/a.js:1:2)',
          },
        },
      },
      {
        type: 5,
        timestamp: now,
        data: { tag: 'checkout', payload: { step: 2, email: 'mira@example.com', password: 'hunter2' } },
      },
    ]);
    expect(lifted.segments[0]?.events.map(({ type }) => type)).toEqual([4, 6]);
    const records = recordsOf(lifted);
    expect(records).toContainEqual(expect.objectContaining({ kind: 'console', text: 'no stock for {name} {object}' }));
    expect(records).toContainEqual(
      expect.objectContaining({
        kind: 'resource',
        host: '',
        path: '/api/orders/{integer}',
        status: 422,
        durationMs: 31,
      }),
    );
    expect(records).toContainEqual(
      expect.objectContaining({
        kind: 'error',
        message: 'Order {number} is gone',
        stack: [expect.objectContaining({ function: 'pay' })],
      }),
    );
    expect(records).toContainEqual(
      expect.objectContaining({ kind: 'custom', name: 'checkout', attributes: { step: 2, email: '{email}' } }),
    );
    expect(JSON.stringify(lifted)).not.toMatch(/hunter2|4111|mira@/);
  });
});
