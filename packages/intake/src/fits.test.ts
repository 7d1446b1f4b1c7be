import { recordKinds, type WireRecord, wireRecord } from '@sightglass/wire';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileFits } from './fits.ts';
import { decodeRecords, judgeRecords } from './index.ts';

const id = '44444444-4444-4444-8444-444444444444';
const at = 1_763_700_000_000;
const common = { at, view: id, route: '/orders/{integer}' };
/** One of each kind, with every optional field that it can have. */
const samples: WireRecord[] = [
  {
    ...{ ...common, kind: 'session', userAgent: 'x', language: 'en', timeZone: 'UTC', entryPath: '/', replay: true },
    ...{
      viewport: { width: 1, height: 2 },
      screen: { width: 1, height: 2, pixelRatio: 1.5 },
      referrerHost: 'a.example',
    },
  },
  {
    ...{ ...common, kind: 'view', version: 1, path: '/', title: 't', cause: 'push', from: '/a' },
    ...{ loadMs: null, durationMs: 4.5 },
  },
  {
    ...{
      ...common,
      kind: 'action',
      id,
      version: 0,
      type: 'click',
      role: 'button',
      name: 'Go',
      target: 'a',
      within: 'b',
    },
    frustrations: ['rage'],
  },
  {
    ...{ ...common, kind: 'resource', id, type: 'fetch', method: 'GET', host: '', path: '/api', status: 500 },
    ...{
      query: { q: 'word' },
      failure: 'network',
      durationMs: 3,
      firstByteMs: null,
      requestBytes: 1,
      responseBytes: null,
    },
    ...{ mime: 'a/b', errorCode: 'E', errorCodeAt: 'code', errorMessage: 'no', action: id, requestLeftOut: 'secret' },
    ...{ headers: { 'content-type': 'a/b', 'x-ratelimit-limit': '9', etag: 'present' }, headersLeftOut: 2 },
    request: { types: ['array'], length: 4, items: { types: ['string'], format: 'uuid' }, truncated: true },
    response: { types: ['object'], fields: { a: { types: ['integer', 'null'], magnitude: 3, optional: true } } },
  },
  {
    ...{ ...common, kind: 'error', source: 'uncaught', handled: false, type: 'E', message: 'm', action: id },
    ...{ stack: [{ function: 'f', host: '', file: '/a', line: 1, column: 2 }], causes: [{ type: 'E', message: 'm' }] },
  },
  {
    ...{ ...common, kind: 'longtask', type: 'longtask', durationMs: 60, blockingMs: 10 },
    scripts: [{ invoker: 'i', function: 'f', host: '', file: '/a', durationMs: 1 }],
  },
  {
    ...{ ...common, kind: 'vital', id: 'v', name: 'LCP', value: 1.5, rating: 'good', navigation: 'navigate' },
    ...{ target: 'main', parts: { a: 1 } },
  },
  { ...common, kind: 'console', level: 'warn', text: 'x' },
  {
    ...{ ...common, kind: 'form', event: 'refused', name: 'f', refusals: [{ field: 'a', message: 'b' }], action: id },
    fields: [{ name: 'a', type: 'text', required: true, maxLength: 5, pattern: '[a-z]', options: 3 }],
  },
  { ...common, kind: 'state', subject: 's', from: 'a', to: 'b' },
  { ...common, kind: 'user', visitor: null, role: 'buyer', traits: { a: 1, b: 'c', d: null, e: true } },
  { ...common, kind: 'context', attributes: { a: 'b' } },
  { ...common, kind: 'custom', name: 'n', attributes: {} },
];

const odd = fc.oneof(
  fc.constantFrom(
    undefined,
    null,
    '',
    0,
    -1,
    1.5,
    2 ** 53,
    Number.POSITIVE_INFINITY,
    Number.NaN,
    true,
    [],
    {},
    'x'.repeat(257),
    'x'.repeat(2_049),
  ),
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(...samples),
  fc.constant(Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`k${index}`, { types: ['null'] }]))),
);
/** A sample with something odd in one place of it. */
const bent = fc
  .tuple(fc.constantFrom(...samples), fc.array(fc.nat(), { maxLength: 5 }), odd, fc.boolean())
  .map(([sample, way, value, drop]) => {
    const whole = { held: structuredClone(sample) as unknown };
    let holder: Record<string, unknown> = whole;
    let key = 'held';
    for (const step of way) {
      const next = holder[key];
      if (typeof next !== 'object' || next === null || Object.keys(next).length === 0) break;
      holder = next as Record<string, unknown>; // an object or an array, which has keys as well
      key = Object.keys(next)[step % Object.keys(next).length] ?? key;
    }
    if (drop) delete holder[key];
    else holder[key] = value;
    return whole.held;
  });

const fits = compileFits(wireRecord);

test('there is a sample of every kind, and all of them fit', () => {
  expect(samples.map(({ kind }) => kind).sort()).toEqual([...recordKinds].sort());
  for (const sample of samples)
    expect([wireRecord.safeParse(sample).success, fits(sample)], sample.kind).toEqual([true, true]);
});

test('it says of every value what the schema says', () => {
  fc.assert(
    fc.property(bent, (value) => {
      expect(fits(value)).toBe(wireRecord.safeParse(value).success);
    }),
    { seed: 8, numRuns: 5_000 },
  );
});

test('the door and the digest judge every batch alike', () => {
  const envelope = {
    ...{ v: 1, session: id, tab: id, seq: 0, first: 0, sentAt: at, startedAt: at, sdk: { name: 's', version: '1' } },
  };
  fc.assert(
    fc.property(fc.array(bent, { maxLength: 6 }), fc.boolean(), (records, sample) => {
      const about = { receivedAt: at, sample };
      // Cutting what is too long happens in place: each gets its own.
      const judged = judgeRecords(structuredClone({ ...envelope, records }), about);
      const decoded = decodeRecords(structuredClone({ ...envelope, records }), about);
      if ('code' in judged || 'code' in decoded) expect(judged).toEqual(decoded);
      else
        expect(judged).toEqual({ accepted: decoded.records.length, refused: decoded.refused, skewMs: decoded.skewMs });
    }),
    { seed: 9, numRuns: 1_000 },
  );
});
