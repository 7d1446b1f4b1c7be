import { expect, test } from 'vitest';
import { decode, envelope, recording, recordsOf, replayHead, seconds, told, trace } from '../testing/envelope.ts';

test('older SDKs tell calls with the status as a tag, and a page by its transaction’s name', () => {
  const transaction = {
    event_id: 'd'.repeat(32),
    transaction: '/cart',
    transaction_info: { source: 'url' },
    request: { url: 'https://shop.example/checkout' },
    start_timestamp: seconds - 2,
    timestamp: seconds,
    contexts: { trace: { op: 'pageload', trace_id: trace, span_id: 'a'.repeat(16), status: 'ok' } },
    measurements: { lcp: { value: 1200, unit: 'millisecond' }, cls: { value: 0.3 } },
    spans: [
      {
        op: 'http.client',
        description: 'GET /api/cart',
        data: { type: 'xhr', method: 'GET', url: '/api/cart?id=7' },
        tags: { 'http.status_code': '200' },
        status: 'ok',
        span_id: 'b'.repeat(16),
        trace_id: trace,
        start_timestamp: seconds - 1,
        timestamp: seconds - 0.9,
      },
      {
        op: 'ui.long-task',
        description: 'Main UI thread blocked',
        span_id: 'c'.repeat(16),
        trace_id: trace,
        start_timestamp: seconds - 1,
        timestamp: seconds - 0.88,
      },
      {
        op: 'resource.beacon',
        description: '/api/left',
        span_id: 'f'.repeat(16),
        trace_id: trace,
        start_timestamp: seconds - 1,
        timestamp: seconds - 0.9,
      },
      {
        op: 'resource.css',
        description: '/assets/a.css',
        span_id: 'e'.repeat(16),
        trace_id: trace,
        start_timestamp: seconds - 1,
        timestamp: seconds - 0.9,
      },
    ],
  };
  const click = {
    ...transaction,
    contexts: { trace: { ...transaction.contexts.trace, op: 'ui.action.click' } },
    spans: [],
  };
  const records = recordsOf(
    decode(envelope({}, [{ type: 'transaction' }, transaction], [{ type: 'transaction' }, click])),
  );
  expect(records.filter(({ kind }) => kind === 'custom')).toEqual([]);
  expect(records).toContainEqual(expect.objectContaining({ kind: 'view', path: '/cart', cause: 'load' }));
  expect(records).toContainEqual(
    expect.objectContaining({ type: 'xhr', path: '/api/cart', status: 200, host: '', query: { id: 'integer' } }),
  );
  expect(records).toContainEqual(
    expect.objectContaining({ kind: 'longtask', type: 'longtask', durationMs: 120, blockingMs: 70 }),
  );
  expect(records).toContainEqual(expect.objectContaining({ type: 'style', path: '/assets/a.css' }));
  expect(records).toContainEqual(expect.objectContaining({ type: 'beacon', method: 'POST', path: '/api/left' }));
  expect(records).toContainEqual(expect.objectContaining({ name: 'CLS', value: 0.3, rating: 'poor', route: '/cart' }));
});

test('older SDKs name a navigation by what it left, and in a replay by its path alone', () => {
  const transaction = {
    transaction: '/cart',
    transaction_info: { source: 'url' },
    request: { url: 'https://shop.example/orders/77' },
    start_timestamp: seconds - 2,
    timestamp: seconds,
    contexts: { trace: { op: 'navigation', trace_id: trace, span_id: 'a'.repeat(16) } },
  };
  const push = { op: 'navigation.push', description: '/orders/77', startTimestamp: seconds - 2 };
  const lifted = decode(
    envelope(
      { trace: { replay_id: trace } },
      [{ type: 'transaction' }, transaction],
      replayHead(),
      recording([told('performanceSpan', push)]),
    ),
  );
  const views = lifted.batches.flatMap(({ records }) =>
    records.flatMap(({ record }) => (record.kind === 'view' ? [record] : [])),
  );
  expect(views.map(({ path }) => path)).toEqual(['/orders/{integer}', '/orders/{integer}']);
  expect(new Set(views.map(({ view }) => view)).size).toBe(1);
});
