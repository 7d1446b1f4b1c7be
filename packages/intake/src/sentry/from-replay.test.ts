import { expect, test } from 'vitest';
import {
  decode,
  envelope,
  recording,
  recordsOf,
  replayHead,
  seconds,
  snapshot,
  told,
  trace,
} from '../testing/envelope.ts';

test('a replay plays as it was, and tells its breadcrumbs as records, and of bodies their shapes', () => {
  const events = [
    snapshot,
    told('breadcrumb', {
      timestamp: seconds,
      category: 'ui.click',
      message: 'button',
      data: { node: { tagName: 'button', textContent: 'Save', attributes: {} } },
    }),
    told('breadcrumb', {
      timestamp: seconds,
      category: 'ui.slowClickDetected',
      message: 'button',
      data: { endReason: 'timeout', clickCount: 4, node: { tagName: 'button', textContent: 'Save', attributes: {} } },
    }),
    told('performanceSpan', {
      op: 'resource.fetch',
      description: '/api/orders/9',
      startTimestamp: seconds,
      endTimestamp: seconds + 0.25,
      data: {
        method: 'PUT',
        statusCode: 409,
        request: { body: 'hunter2' },
        response: { size: 40, body: { code: 'OUT_OF_STOCK', message: 'hunter2' } },
      },
    }),
    told('performanceSpan', {
      op: 'resource.xhr',
      description: '/api/orders?page=2',
      startTimestamp: seconds + 1,
      endTimestamp: seconds + 1.1,
      data: {
        method: 'POST',
        statusCode: 200,
        request: { body: { filter: 'hunter2', password: 'hunter2' } },
        response: { body: '{"items":[{"orderId":4711,"state":"draft","note":"hunter2"}],"total":12}' },
      },
    }),
    told('performanceSpan', {
      op: 'resource.fetch',
      description: '/api/orders',
      startTimestamp: seconds + 2,
      endTimestamp: seconds + 2.1,
      data: {
        method: 'POST',
        statusCode: 200,
        request: { body: { note: 'hunter2', lines: [{ partNo: 'HNG-1', quantity: 3 }] } },
        response: { body: '{"orderId":4711,"note":"hunt', _meta: { warnings: ['MAYBE_JSON_TRUNCATED'] } },
      },
    }),
  ];
  const lifted = decode(envelope({}, replayHead(), recording(events)));
  expect(lifted.segments).toMatchObject([{ session: trace, tab: trace, seq: 0, anchor: true, events: [snapshot] }]);
  const records = recordsOf(lifted);
  expect(records).toContainEqual(
    expect.objectContaining({
      kind: 'action',
      role: 'button',
      name: 'Save',
      frustrations: ['rage', 'dead'],
      route: '/orders',
    }),
  );
  expect(records).toContainEqual(
    expect.objectContaining({
      kind: 'resource',
      path: '/api/orders/{integer}',
      status: 409,
      durationMs: 250,
      errorCode: 'OUT_OF_STOCK',
    }),
  );
  const [list, made] = records.filter((one) => one.kind === 'resource').slice(1);
  expect(list).toMatchObject({
    requestLeftOut: 'secret',
    response: { fields: { items: { count: 1, items: { fields: { state: { values: ['draft'] } } } }, total: {} } },
  });
  expect(made).toMatchObject({ request: { fields: { lines: { items: { fields: { quantity: {} } } } } } });
  expect(made).not.toHaveProperty('response');
  expect(JSON.stringify(lifted)).not.toContain('hunter2');
});

test('a replay without tracing tells views and vitals; with tracing its spans do', () => {
  const events = [
    snapshot,
    told('performanceSpan', {
      op: 'navigation.navigate',
      description: 'https://shop.example/orders?q=x',
      startTimestamp: seconds - 1,
      data: { duration: 300 },
    }),
    told('performanceSpan', { op: 'paint', description: 'first-contentful-paint', startTimestamp: seconds - 0.5 }),
    told('performanceSpan', {
      op: 'web-vital',
      description: 'largest-contentful-paint',
      startTimestamp: seconds,
      data: { value: 2600 },
    }),
  ];
  const alone = recordsOf(decode(envelope({}, replayHead(), recording(events))));
  expect(alone).toContainEqual(expect.objectContaining({ kind: 'view', path: '/orders', cause: 'load', loadMs: 300 }));
  expect(alone).toContainEqual(expect.objectContaining({ name: 'LCP', value: 2600, rating: 'needs-improvement' }));
  expect(alone).toContainEqual(expect.objectContaining({ name: 'FCP', value: 500, rating: 'good' }));
  const traced = replayHead({ sdk: { integrations: ['BrowserTracing'] } });
  expect(recordsOf(decode(envelope({}, traced, recording(events)))).map(({ kind }) => kind)).toEqual(['view']);
});

test('a replay keeps its number where nothing moved', () => {
  const lifted = decode(envelope({}, replayHead(), recording([told('breadcrumb', { category: 'console' })], 6)));
  expect(lifted.segments).toMatchObject([{ seq: 6, anchor: false, events: [{ type: 5 }] }]);
});
