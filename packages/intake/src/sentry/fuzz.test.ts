import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { test } from 'vitest';
import { holdDecoder } from '../testing/hold.ts';
import { sentry } from './index.ts';

const seed = Number(process.env.FUZZ_SEED ?? 20_261_121);
const now = Date.UTC(2026, 10, 21, 12);

const types = [
  'event',
  'transaction',
  'span',
  'log',
  'feedback',
  'client_report',
  'session',
  'replay_event',
  'profile',
  '',
];
const names = fc.constantFrom(
  ...[
    'timestamp',
    'event_id',
    'exception',
    'values',
    'type',
    'value',
    'stacktrace',
    'frames',
    'mechanism',
    'breadcrumbs',
  ],
  ...[
    'category',
    'message',
    'data',
    'contexts',
    'trace',
    'trace_id',
    'span_id',
    'start_timestamp',
    'items',
    'attributes',
  ],
  ...[
    'spans',
    'op',
    'measurements',
    'url.full',
    'sentry.op',
    'request',
    'url',
    'tags',
    'user',
    'id',
    '__proto__',
    'level',
  ],
);
const leaf = fc.oneof(
  ...[fc.string(), fc.double(), fc.boolean(), fc.constant(null), fc.constant(now / 1_000), fc.webUrl()],
  ...[
    fc.constantFrom(
      'pageload',
      'http.client',
      'ui.webvital.lcp',
      'ui.click',
      'fetch',
      'console',
      'navigation',
      '9'.repeat(400),
    ),
  ],
);
/** Any JSON, with the names that a decoder looks for in places where it does not expect them. */
const anything = fc.letrec((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    leaf,
    fc.array(tie('tree'), { maxLength: 6 }),
    fc.array(fc.tuple(names, tie('tree')), { maxLength: 8 }).map((fields) => Object.fromEntries(fields)),
  ),
})).tree;
const item = fc.record({ type: fc.constantFrom(...types), payload: anything });

test('items of any JSON are taken, refused or set aside, and never thrown at', () => {
  fc.assert(
    fc.property(anything, fc.array(item, { maxLength: 4 }), (header, items) => {
      const lines = items.flatMap(({ type, payload }) => [JSON.stringify({ type }), JSON.stringify(payload) ?? '']);
      holdDecoder(sentry, Buffer.from([JSON.stringify({ header }), ...lines].join('\n')), '', now);
    }),
    { seed, numRuns: 400 },
  );
});

const crumb = fc.record({ type: fc.constantFrom(3, 4, 5, 6, 2), timestamp: leaf, data: anything });

test('recordings of any events are a replay or set aside', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(crumb, anything), { maxLength: 12 }),
      anything,
      fc.boolean(),
      (events, head, packed) => {
        const json = Buffer.from(JSON.stringify(events));
        const data = packed ? deflateSync(json) : json;
        const payload = Buffer.concat([Buffer.from('{"segment_id":3}\n'), data]);
        const lines = `{}\n{"type":"replay_event"}\n${JSON.stringify(head)}\n{"type":"replay_recording","length":${payload.length}}\n`;
        holdDecoder(sentry, Buffer.concat([Buffer.from(lines), payload]), '', now);
      },
    ),
    { seed, numRuns: 300 },
  );
});

test('a recording that unpacks to more than a segment may hold is set aside', () => {
  const bomb = deflateSync(Buffer.alloc(80 * 1024 * 1024, 0x20));
  const payload = Buffer.concat([Buffer.from('{"segment_id":0}\n'), bomb]);
  const body = Buffer.concat([Buffer.from(`{}\n{"type":"replay_recording","length":${payload.length}}\n`), payload]);
  // 64 MB come out before it is known.
  holdDecoder(sentry, body, '', now, 5_000);
});
