import { expect, test } from 'vitest';
import { decodeVisit } from '../testing/visit.ts';
import { datadog } from './index.ts';

const now = Date.UTC(2026, 10, 21, 12);
const session = '7ce85128-2ea9-4d81-b28f-e916b07d8c8d';
const view = { id: '7203d788-0e59-4750-bc39-be776ee2a422', url: 'https://shop.example/orders/77' };
const of = (track: 'rum' | 'logs', ...events: object[]) =>
  decodeVisit(datadog, [
    {
      ...{ at: now, path: '/datadog', query: `ddforward=${encodeURIComponent(`/api/v2/${track}?ddsource=browser`)}` },
      ...{ origin: 'https://shop.example', userAgent: '', contentType: 'text/plain' },
      body: Buffer.from(
        events.map((one) => JSON.stringify({ date: now - 5_000, session: { id: session }, view, ...one })).join('\n'),
      ),
    },
  ]);
const log = (origin: string, message: string, more: object = {}) => ({ status: 'error', origin, message, ...more });

test('a log of a call that failed is that call, and no error', () => {
  const http = { method: 'POST', status_code: 502, url: 'https://shop.example/api/pay/7?card=4111' };
  const told = of(
    'logs',
    log('network', 'XHR error POST https://shop.example/api/pay/7', { http, error: { stack: 'Mira' } }),
  );
  expect(told.of('error')).toEqual([]);
  expect(told.of('resource')).toMatchObject([
    { type: 'xhr', method: 'POST', path: '/api/pay/{integer}', query: { card: 'integer' }, status: 502 },
  ]);
  expect(told.of('resource')[0]).not.toHaveProperty('durationMs');
  // A page's first lines do not name the RUM SDK that stands beside yet.
  const [early, later] = [log('network', 'Fetch error', { http }), log('source', 'x', { application_id: 'a' })];
  expect(of('logs', early, later).of('resource')).toEqual([]);
});

test('what was written to the console or thrown is the same, whichever major and whichever of the two SDKs tells it', () => {
  const thrown = {
    kind: 'TypeError',
    message: 'no hinge',
    stack: 'TypeError: no hinge\n  at f @ https://shop.example/a.js:1:2',
  };
  const older = of(
    'logs',
    log('console', 'console error: no hinge 7', { error: {} }),
    log('source', 'no hinge', { error: thrown }),
  );
  expect(older.of('error')).toMatchObject([
    { source: 'uncaught', handled: false, type: 'TypeError', message: 'no hinge' },
  ]);
  const written = {
    error: { source: 'console', message: 'console error: no hinge 7', handling: 'handled' },
    type: 'error',
  };
  const spoken = log('console', 'no hinge 7', { error: { message: 'no hinge 7', handling: 'handled' } });
  for (const told of [of('rum', written), of('logs', spoken)])
    expect(told.of('error')).toMatchObject([
      { source: 'console', handled: true, type: 'console.error', message: 'no hinge {number}' },
    ]);
  expect(older.of('console').map(({ text }) => text)).toContain('no hinge {number}');
});

test('times that the application took are told once, however many updates of the view repeat them', () => {
  const told = (version: number, timings: object) => ({
    ...{ type: 'view', _dd: { document_version: version } },
    view: { ...view, custom_timings: timings },
  });
  const custom = of('rum', told(1, { hero: 120e6 }), told(2, { hero: 120e6, 'order 77': 900e6 })).of('custom');
  expect(custom).toMatchObject([
    { name: 'hero', at: now - 4_880, attributes: { type: 'timing', durationMs: 120 } },
    { name: 'order {number}', attributes: { durationMs: 900 } },
  ]);
});

test('what the SDK asks for itself is no call of the page, and it need not record profiles', () => {
  const forward = encodeURIComponent('/api/v2/profiling/quota?session_id=x');
  const url = `https://watch.example/datadog?key=sgk_${'a'.repeat(32)}?ddforward=${forward}&ddforwardSubdomain=quota`;
  const call = (id: string, to: string) => ({
    type: 'resource',
    resource: { id, type: 'fetch', method: 'GET', url: to, status_code: 200 },
  });
  const told = of('rum', call('11111111-1', url), call('22222222-2', 'https://shop.example/api/cart'));
  expect(told.of('resource').map(({ path }) => path)).toEqual(['/api/cart']);
  expect(told.apart).toEqual({ 'own-request': 1 });
  const asked = { path: '/datadog', query: new URL(url).search.slice(1), header: () => undefined };
  expect(JSON.parse(datadog.answerGet?.(asked)?.text ?? '')).toMatchObject({
    data: { attributes: { admitted: false } },
  });
  expect(datadog.answerGet?.({ ...asked, query: '' })).toBeUndefined();
});
