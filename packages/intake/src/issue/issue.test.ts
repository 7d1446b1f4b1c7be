import type { ErrorRecord, ResourceRecord } from '@sightglass/wire';
import { describe, expect, test } from 'vitest';
import { callFingerprint, fingerprintOf, groupingOf, messageTemplate, type ReadFrame } from './index.ts';

const thrown = (more: Partial<ErrorRecord> = {}): ErrorRecord => ({
  ...{ kind: 'error', at: 0, source: 'uncaught', handled: false, type: 'TypeError' },
  message: "Cannot read properties of undefined (reading 'total')",
  stack: [
    { function: 'Qe', host: '', file: '/assets/index-BxY12_aZ.js', line: 1, column: 4711 },
    { function: 'xt', host: '', file: '/assets/index-BxY12_aZ.js', line: 1, column: 99 },
  ],
  ...more,
});
const frame = (more: Partial<ReadFrame> = {}): ReadFrame => ({
  ...{ file: 'src/cart/total.ts', function: 'sumOf', owner: 'product', text: '  return cart.total + tax;' },
  ...more,
});
const key = (error: ErrorRecord, ...frames: (ReadFrame | undefined)[]) => groupingOf(error, frames).key;

describe('the raw fingerprint', () => {
  test('is as fine as what a map could tell apart: place, release, message', () => {
    const elsewhere = thrown().stack.map((one) => ({ ...one, column: 12 }));
    const prints = [
      fingerprintOf(thrown(), '1.0.0'),
      fingerprintOf(thrown(), '1.0.1'),
      fingerprintOf(thrown({ stack: elsewhere }), '1.0.0'),
      fingerprintOf(thrown({ message: 'Other' }), '1.0.0'),
    ];
    expect(new Set(prints).size).toBe(4);
  });

  test('is one whatever differs from time to time, and for an error without a stack whatever the release', () => {
    const told = (message: string) => fingerprintOf(thrown({ type: 'Error', message }), '1');
    expect(told('Order 17 of 3.5 kg is gone')).toBe(told('Order 2 of 12 kg is gone'));
    expect(fingerprintOf(thrown({ stack: [] }), '1')).toBe(fingerprintOf(thrown({ stack: [] }), '2'));
  });

  test('tells errors apart by the number that their library gives them, and by the status that a server answered with', () => {
    const said = [
      ...['Minified React error #418; visit {url}', 'Minified React error #423; visit {url}'],
      ...['NG0100: Expression has changed', 'NG0201: Expression has changed'],
      ...['https://svelte.dev/e/effect_orphan', 'https://svelte.dev/e/hydration_mismatch'],
      ...['Request failed with status code 404', 'Request failed with status code 500'],
      ...['HTTP error! Status: 404', 'HTTP error! Status: 500'],
    ];
    expect(new Set(said.map((message) => fingerprintOf(thrown({ type: 'Error', message }), '1'))).size).toBe(10);
    expect(messageTemplate('After HTTP 503: 17 of 40 at https://a.example/e/1')).toBe(
      'After HTTP 503: {number} of {number} at {url}',
    );
  });

  test('of a call is its method, template and status; what succeeded or was given up has none', () => {
    const call = (more: Partial<ResourceRecord>): ResourceRecord =>
      ({ kind: 'resource', type: 'fetch', method: 'GET', host: '', path: '/api/{id}', status: 500, ...more }) as never; // what counts here
    expect(callFingerprint(call({}))).not.toBe(callFingerprint(call({ status: 502 })));
    expect(callFingerprint(call({}))).toBe(callFingerprint(call({ durationMs: 7 })));
    expect(callFingerprint(call({ status: 200 }))).toBe('');
    expect(callFingerprint(call({ status: 0, failure: 'abort' }))).toBe('');
    expect(callFingerprint(call({ status: 0, failure: 'network' }))).not.toBe('');
    expect(callFingerprint(call({ type: 'image', status: 404 }))).toBe('');
  });
});

describe('the grouping key', () => {
  test('goes by the topmost frame of the product; libraries above it do not count', () => {
    const library = frame({ file: 'node_modules/axios/index.js', function: 'request', owner: 'third-party', text: '' });
    expect(key(thrown(), library, frame())).toBe(key(thrown(), frame()));
    expect(groupingOf(thrown(), [library, frame()]).place).toBe('src/cart/total.ts in sumOf');
  });

  test('is one in every engine: of what engines say by themselves the line counts, and not their words', () => {
    const words = [
      "Cannot read properties of undefined (reading 'total')",
      'can\'t access property "total", cart is undefined',
      "undefined is not an object (evaluating 'cart.total')",
      'cart is undefined',
    ];
    expect(new Set(words.map((message) => key(thrown({ message }), frame()))).size).toBe(1);
    expect(key(thrown(), frame({ text: 'other.total' }))).not.toBe(key(thrown(), frame()));
  });

  test('of what the application says the words count, and not the line', () => {
    const said = thrown({ type: 'Error', message: 'The cart is full' });
    expect(key(said, frame({ text: 'throw a' }))).toBe(key(said, frame({ text: 'throw  b' })));
    expect(key(thrown({ type: 'Error', message: 'The cart is empty' }), frame())).not.toBe(key(said, frame()));
  });

  test('without maps is the raw one, also where a frame without a map lies beside a library', () => {
    const library = frame({ owner: 'third-party' });
    expect(key(thrown(), undefined, undefined)).toBe(key(thrown()));
    expect(key(thrown(), undefined, library)).toBe(key(thrown()));
    expect(key(thrown(), library)).not.toBe(key(thrown()));
  });
});

test('a message becomes a template, whatever was put into it', () => {
  expect(messageTemplate('Uncaught (in promise) Order 7 of 2026-11-21T15:00:00Z for ann@example.com')).toBe(
    'Order {number} of {date} for {email}',
  );
  expect(messageTemplate('GET https://a.example/b?c=1 failed\n    at f (https://a.example/b.js:1:2)')).toBe(
    'GET {url} failed',
  );
  const once = messageTemplate('id 1f4a9c2e77 and 0c0e1e7e-1111-4222-8333-444455556666');
  expect(once).toBe('id {hex} and {uuid}');
  expect(messageTemplate(once)).toBe(once);
});
