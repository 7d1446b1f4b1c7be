import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCaptured, tools } from '../../../../fixtures/corpus/captured.ts';
import { createReplayLifter, foreignFormats } from '../index.ts';

const { datadog } = foreignFormats;
const now = Date.UTC(2026, 10, 21, 12);
const session = '7ce85128-2ea9-4d81-b28f-e916b07d8c8d';
const view = '7203d788-0e59-4750-bc39-be776ee2a422';
const about = { receivedAt: now, sample: false };
const forward = (path: string) => `ddforward=${encodeURIComponent(path)}`;
const head = (query = forward('/api/v2/rum'), more = {}) => ({
  ...{ path: '/datadog', query, contentType: 'text/plain', userAgent: 'x' },
  ...more,
});
const utf8 = new TextEncoder();
const lines = (...events: object[]) => events.map((one) => `${JSON.stringify(one)}\n`).join('');
const event = (type: string, more: object = {}) => ({
  ...{ type, date: now, session: { id: session }, view: { id: view, url: 'https://shop.example/' } },
  ...more,
});
const replay = head(forward('/api/v2/replay'), { contentType: 'multipart/form-data; boundary=b' });
const packed = (records: unknown[]) =>
  Buffer.concat([
    Buffer.from('--b\r\nContent-Disposition: form-data; name="segment"; filename="x"\r\n\r\n'),
    deflateSync(JSON.stringify({ records, session: { id: session }, view: { id: view }, index_in_view: 0 })),
    Buffer.from('\r\n--b--\r\n'),
  ]);

const captured = ['shop-guest-1.0.0', 'shop-member-1.0.0', 'site-reader']
  .flatMap((visit) => readCaptured('datadog', visit))
  .slice(0, 60);
const v1 = readCaptured('datadog6', 'shop-guest-1.0.0');
const longMs = 1_000;
const splitUrl = (url: string) => {
  const [path = '', query = ''] = url.split(/\?(.*)/s);
  return { path, query };
};

/** @returns For how long this thread worked on it, in milliseconds: others may want the machine as well. */
function decodeWhatever(body: Uint8Array, given: ReturnType<typeof head>): number {
  const began = process.threadCpuUsage();
  const lifted = datadog.decode(body, given, about, tools);
  if (!('reason' in lifted))
    for (const { events } of lifted.segments) JSON.stringify(createReplayLifter().lift(0, events));
  return process.threadCpuUsage(began).user / 1_000;
}

test('bytes that were bent anywhere never throw, hang or touch a prototype', () => {
  const bent = fc.record({
    request: fc.constantFrom(...captured, ...v1),
    edits: fc.array(
      fc.record({ at: fc.nat(), bytes: fc.uint8Array({ minLength: 1, maxLength: 8 }), cut: fc.boolean() }),
      { minLength: 1, maxLength: 4 },
    ),
  });
  fc.assert(
    fc.property(bent, ({ request, edits }) => {
      let body = new Uint8Array(request.body);
      for (const { at, bytes, cut } of edits) {
        const from = at % body.length;
        if (cut) body = body.slice(0, Math.max(1, from));
        else body.set(bytes.subarray(0, body.length - from), from);
      }
      const { path, query } = splitUrl(request.url.replace(/^\/dd\/(proxy|fn)/, '/datadog'));
      expect(
        decodeWhatever(body, head(query, { path, contentType: request.headers['content-type'] ?? '' })),
      ).toBeLessThan(longMs);
      expect('polluted' in {}).toBe(false);
    }),
    { seed: 31, numRuns: 300 },
  );
});

const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(-1, 1e300, 2 ** 53, '__proto__', 'constructor', '', [[[]]]),
);
const change = fc.tuple(
  fc.integer({ min: 0, max: 15 }),
  fc.array(
    fc.oneof(
      odd,
      fc.array(
        fc.oneof(
          fc.integer({ min: -9, max: 9 }),
          fc.constantFrom('#document', '#text', 'DIV', '#shadow-root', 'svg>g', null),
          odd,
        ),
        { maxLength: 5 },
      ),
    ),
    { maxLength: 5 },
  ),
);
const record = fc.record({
  type: fc.integer({ min: 2, max: 12 }),
  format: fc.constantFrom(0, 1),
  timestamp: fc.constant(now),
  data: fc.oneof(
    odd,
    fc.array(
      change.map(([type, items]) => [type, ...items]),
      { maxLength: 6 },
    ),
    fc.record({
      source: fc.integer({ min: 0, max: 9 }),
      id: odd,
      node: odd,
      adds: odd,
      removes: odd,
      texts: odd,
      attributes: odd,
      positions: odd,
    }),
  ),
});

test('records and events of any content are taken or left, and never throw', () => {
  const anything = fc.oneof(
    fc.array(record, { maxLength: 12 }).map((records) => ({ replay: records })),
    fc
      .array(
        fc.oneof(
          odd,
          fc
            .record({
              type: fc.constantFrom(
                'view',
                'action',
                'resource',
                'error',
                'long_task',
                'vital',
                'view_update',
                'telemetry',
              ),
              date: odd,
              session: odd,
              view: odd,
              action: odd,
              resource: odd,
              error: odd,
              long_task: odd,
              vital: odd,
              usr: odd,
              context: odd,
              _dd: odd,
            })
            .map((given) => ({ ...event('x'), ...given, session: { id: session }, date: now })),
        ),
      )
      .map((events) => ({ events })),
  );
  fc.assert(
    fc.property(anything, (given) => {
      const took =
        'replay' in given
          ? decodeWhatever(packed(given.replay), replay)
          : decodeWhatever(utf8.encode(lines(...given.events.map((one) => Object(one)))), head());
      expect(took).toBeLessThan(longMs);
    }),
    { seed: 32, numRuns: 1_500 },
  );
});

test('texts that are made to be slow are not', () => {
  const hostile = [
    '{'.repeat(60_000),
    '"\''.repeat(30_000),
    'a@'.repeat(30_000),
    'Aa '.repeat(20_000),
    '/1'.repeat(30_000),
    '  at '.repeat(10_000),
    `${'x'.repeat(999)}\n`.repeat(50),
  ];
  for (const text of hostile) {
    const events = [
      event('error', { error: { id: view, message: text, stack: text, type: text, source: 'custom' } }),
      event('resource', { resource: { id: view, url: `https://a.example${text}?${text}`, type: 'fetch' } }),
      event('action', { action: { id: view, type: 'click', target: { name: text } } }),
    ];
    expect(decodeWhatever(utf8.encode(lines(...events)), head())).toBeLessThan(longMs);
  }
});
