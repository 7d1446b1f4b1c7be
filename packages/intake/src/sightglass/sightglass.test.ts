import { limits } from '@sightglass/wire';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeRecords, decodeSegment, openParcels } from '../index.ts';

const now = Date.UTC(2026, 10, 21, 12);
const day = 24 * 3_600_000;
const about = { receivedAt: now, sample: false };
const envelope = {
  v: 1,
  session: '11111111-1111-4111-8111-111111111111',
  tab: '22222222-2222-4222-8222-222222222222',
  seq: 3,
  first: 40,
  sentAt: now,
  startedAt: now - 60_000,
  sdk: { name: 'sightglass', version: '0.1.0' },
};
const line = (more: object = {}) => ({ kind: 'console', at: now - 1_000, level: 'log', text: 'hello', ...more });
const decode = (records: unknown[], more: object = {}, where: object = about) => {
  const decoded = decodeRecords({ ...envelope, ...more, records }, { ...about, ...where });
  if ('code' in decoded) throw new Error(JSON.stringify(decoded));
  return decoded;
};

test('M3: one bad record costs that record, and is told by index, code and path', () => {
  const records = Array.from({ length: 100 }, () => line());
  const decoded = decode([...records.slice(0, 50), { ...line(), level: 'shout' }, ...records.slice(50)]);
  expect(decoded.records).toHaveLength(100);
  expect(decoded.refused).toEqual([{ index: 50, code: 'invalid_record', path: 'level' }]);
  expect(decoded.records.map(({ number }) => number).slice(48, 52)).toEqual([88, 89, 91, 92]);
});

test('M3: whatever stands in place of a record is refused, never thrown at', () => {
  const decoded = decode([null, 7, 'text', [], {}, { kind: 'nonsense' }, { kind: 'view' }]);
  expect(decoded.records).toEqual([]);
  expect(decoded.refused.map(({ code }) => code)).toEqual(Array(7).fill('invalid_record'));
});

test('what a call relates to arrives as it was told', () => {
  const call = {
    ...{
      kind: 'resource',
      at: now - 1_000,
      id: '0123456789abcdef',
      type: 'fetch',
      method: 'POST',
      host: '',
      durationMs: 9,
    },
    ...{
      path: '/api/categories/{slug}/orders/{integer}/submit',
      status: 422,
      query: { sort: 'word=price', state: 'word=draft|sent' },
    },
    response: {
      types: ['object'],
      fields: {
        state: { types: ['string'], format: 'word', length: 4, values: ['AWAITING_MANUAL_REVIEW', 'draft'] },
        items: { types: ['array'], length: 11, count: 25, items: { types: ['object'], fields: {} } },
      },
    },
    errorFields: [{ field: 'lines[].quantity', rule: 'maximum', message: 'Order at most 200' }],
    proven: [{ segment: 2, from: 'slug' }],
    changes: [
      {
        at: '$',
        field: 'state',
        from: 'draft',
        to: 'sent',
        by: { method: 'POST', path: '/api/orders/{integer}/submit' },
      },
    ],
    filled: [{ at: 'deliveryAddress.street', form: 'New order', field: 'street' }],
  };
  expect(decode([call]).records[0]?.record).toEqual(call);
});

test('what a batch says of all its records goes through the second net as well; the name of a release stays one', () => {
  const told = (more: object) => {
    const { release, environment, role } = decode([line()], more).envelope;
    return [release, environment, role];
  };
  const mail = 'quillon@ostrander.example';
  expect(told({ release: `of ${mail}`, environment: `demo ${mail}`, role: 'DE89370400440532013000' })).toEqual([
    'of {email}',
    'demo {email}',
    '{iban}',
  ]);
  for (const release of [
    'web@1.4.0-rc.main',
    '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b',
    '4111111111111111',
    'aB3dE5fG7hJ9kL1mN3pQ5r',
  ])
    expect(told({ release, environment: 'staging-eu', role: 'clerk' })).toEqual([release, 'staging-eu', 'clerk']);
});

test('no refusal repeats a value', () => {
  const secret = 'hunter2-secret';
  const bad = [line({ level: secret }), line({ at: secret }), { kind: secret }, secret];
  expect(JSON.stringify(decode(bad).refused)).not.toContain(secret);
  expect(JSON.stringify(decodeRecords({ ...envelope, session: secret.repeat(9), records: [] }, about))).not.toContain(
    secret,
  );
});

test('M12: ids that are no ids spoil the envelope, and the field is named', () => {
  for (const session of ['../../etc/passwd', 'x'.repeat(10_000), "a'; DROP", 'a\nb-cdefgh', ''])
    expect(decodeRecords({ ...envelope, session, records: [] }, about)).toMatchObject({
      code: 'bad_envelope',
      issues: [{ path: 'session' }],
    });
});

test('an envelope of another version, without records, or counting past 32 bits is refused', () => {
  for (const broken of [
    { ...envelope, v: 2, records: [] },
    envelope,
    { ...envelope, first: 2 ** 40, records: [] },
    null,
    [],
  ])
    expect(decodeRecords(broken, about)).toMatchObject({ code: 'bad_envelope' });
});

test('M11: a text that is too long is cut with a mark and counted', () => {
  const decoded = decode([line({ text: 'a'.repeat(50_000) }), line({ text: '😀'.repeat(5_000) })]);
  expect(decoded.notes.truncated).toBe(2);
  for (const { record } of decoded.records) {
    const text = 'text' in record ? record.text : '';
    expect(text?.length).toBeLessThanOrEqual(limits.maxTextChars);
    expect(text?.endsWith('…') && text.isWellFormed()).toBe(true);
  }
});

test('M11: a stack that is too deep keeps its top', () => {
  const stack = Array.from({ length: 400 }, (_, index) => ({ function: `f${index}`, host: '', file: '/a.js' }));
  const [error] = decode([
    { kind: 'error', at: now, source: 'uncaught', handled: false, type: 'Error', message: 'no', stack },
  ]).records;
  expect(error?.record).toMatchObject({
    stack: expect.objectContaining({ length: limits.maxStackFrames, 0: stack[0] }),
  });
});

test('a number that cannot be costs itself or the item that is nothing without it, and is counted; what is no number is refused as ever', () => {
  const view = { kind: 'view', at: now, view: 'abcdefgh', version: 1, path: '/', title: '', cause: 'load' };
  const call = {
    kind: 'resource',
    at: now,
    id: 'abcdefgh',
    type: 'fetch',
    method: 'GET',
    host: '',
    path: '/',
    status: 200,
  };
  const frame = { kind: 'longtask', at: now, type: 'long-animation-frame', durationMs: 90, blockingMs: 40 };
  const script = { invoker: 'click', function: 'f', host: '', file: '/a.js', durationMs: 80 };
  const vital = { kind: 'vital', at: now, id: 'v', name: 'LCP', value: 900, rating: 'good', navigation: 'navigate' };
  const shape = { types: ['object'], fields: { n: { types: ['number'], magnitude: 2 } } };
  // JSON has `null` for what is no number (NaN) and for what is without end.
  for (const odd of [-5, 1e18, null, Number.POSITIVE_INFINITY]) {
    const decoded = decode([
      { ...view, durationMs: odd, loadMs: -1 },
      { ...call, durationMs: odd, firstByteMs: -1, responseBytes: 0.5, response: shape },
      { ...frame, scripts: [{ ...script, durationMs: odd }, script, { ...script, durationMs: odd }] },
      { ...vital, parts: { timeToFirstByte: Number.POSITIVE_INFINITY, loadDelay: 3 } },
    ]);
    expect(decoded.refused).toEqual([]);
    expect(decoded.records.map(({ record }) => record)).toEqual([
      view,
      { ...call, response: shape },
      { ...frame, scripts: [script] },
      { ...vital, parts: { loadDelay: 3 } },
    ]);
    expect(decoded.notes).toEqual({ truncated: 0, clamped: 0, unmeasured: 8 });
  }
  const nothing = [
    { ...vital, value: -1 },
    { ...frame, durationMs: null, scripts: [] },
    { ...view, durationMs: '5' },
    { ...view, at: '5' },
    { ...frame, scripts: [{ ...script, durationMs: undefined }] },
  ];
  expect(decode(nothing).refused.map(({ path }) => path)).toEqual([
    'value',
    'durationMs',
    'durationMs',
    'at',
    'scripts.0.durationMs',
  ]);
});

test('for a time that is none the receipt stands, as for one in the future', () => {
  const decoded = decode([line({ at: null })]);
  expect(decoded.records.map(({ record }) => record)).toEqual([line({ at: now })]);
  expect(decoded.notes).toEqual({ truncated: 0, clamped: 1, unmeasured: 0 });
  const fast = { receivedAt: now, sentAt: now + 30 * day };
  expect(decode([line({ at: null })], fast, { receivedAt: now }).records[0]?.record.at).toBe(now);
  expect(decode([line({ at: -1 }), line({ at: undefined })]).refused.map(({ path }) => path)).toEqual(['at', 'at']);
});

test('M13: attributes past their number are left out and told as _other', () => {
  const attributes = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`a${index}`, index]));
  const decoded = decode([{ kind: 'context', at: now, attributes }]);
  const kept = decoded.records[0]?.record as { attributes: Record<string, unknown> };
  expect(Object.keys(kept.attributes)).toHaveLength(limits.maxAttributes);
  expect(kept.attributes._other).toBe(10_000 - limits.maxAttributes + 1);
  expect(decoded.notes.truncated).toBe(1);
});

test('M13: a long text in an attribute is cut, too', () => {
  const decoded = decode([{ kind: 'custom', at: now, name: 'x', attributes: { note: 'n'.repeat(9_000) } }]);
  expect(decoded.notes.truncated).toBe(1);
});

test('M9: numbers that are none in JSON never become Infinity', () => {
  const vital = {
    kind: 'vital',
    at: now,
    id: 'v1-12345',
    name: 'LCP',
    value: 1,
    rating: 'good',
    navigation: 'navigate',
  };
  const decoded = decode([JSON.parse(JSON.stringify(vital).replace('"value":1', '"value":1e999')), vital]);
  expect(decoded.refused).toEqual([{ index: 0, code: 'invalid_record', path: 'value' }]);
});

test('C42: a clock that is a year off is put right by when it sent', () => {
  for (const skew of [365 * day, -365 * day, 5 * 60_000]) {
    const decoded = decode([line({ at: now + skew - 5_000 })], { sentAt: now + skew });
    expect(decoded.records[0]?.record.at).toBe(now - 5_000);
  }
});

test('C45: a skew within a minute is the network, and is left alone', () => {
  expect(decode([line({ at: now - 30_000 })], { sentAt: now - 20_000 }).records[0]?.record.at).toBe(now - 30_000);
});

test('C42, M10: a time in the future becomes the receipt; one from before the late window is refused', () => {
  const decoded = decode([
    line({ at: now + 3 * 3_600_000 }),
    line({ at: 0 }),
    line({ at: now - 6 * day }),
    line({ at: -1 }),
    line({ at: 8.64e15 }),
  ]);
  expect(decoded.records.map(({ record }) => record.at)).toEqual([now, now - 6 * day]);
  expect(decoded.notes.clamped).toBe(1);
  expect(decoded.refused).toEqual([
    { index: 1, code: 'too_late', path: 'at' },
    { index: 3, code: 'invalid_record', path: 'at' },
    { index: 4, code: 'invalid_record', path: 'at' },
  ]);
});

test('sample data may be ninety days old, and its clock is taken as it was', () => {
  const at = now - 80 * day;
  const decoded = decode([line({ at }), line({ at: now - 91 * day })], { sentAt: at }, { sample: true });
  expect(decoded.records.map(({ record }) => record.at)).toEqual([at]);
  expect(decoded.refused).toHaveLength(1);
});

const segment = (events: unknown[], more: object = {}) => ({
  v: 1,
  format: 'rrweb/2',
  session: envelope.session,
  tab: envelope.tab,
  page: '33333333-3333-4333-8333-333333333333',
  seq: 0,
  from: now - 2_000,
  until: now,
  anchor: true,
  sentAt: now,
  events,
  ...more,
});
const event = (more: object = {}) => ({ type: 3, timestamp: now - 1_000, data: { source: 99, odd: true }, ...more });

test('M14: events of kinds that nobody knows are kept as they came; what is no event is refused', () => {
  const decoded = decodeSegment(segment([event({ delay: 3 }), 'no', { type: 'x' }]), about);
  expect(decoded).toMatchObject({
    segment: { events: [event({ delay: 3 })] },
    refused: [
      { index: 1, code: 'invalid_event' },
      { index: 2, code: 'invalid_event', path: 'type' },
    ],
  });
});

test('a segment and its events are moved together by the skew', () => {
  const skew = 30 * day;
  const decoded = decodeSegment(
    segment([event({ timestamp: now + skew })], { from: now + skew, until: now + skew, sentAt: now + skew }),
    about,
  );
  expect(decoded).toMatchObject({ segment: { from: now, until: now, events: [{ timestamp: now }] } });
});

test('M14: of our own format, operations of unknown kinds are kept as they came; what is no operation is refused', () => {
  const good = [
    [0, 0, 1, {}, []],
    [200, 7.5, { odd: true }],
    [1, 9],
  ];
  const bad = [null, {}, [], [-1, 0], [1.5, 0], [256, 0], [3, -1], [3, '0'], [3, null], ['3', 0]];
  const decoded = decodeSegment(segment([...good, ...bad], { format: 'sightglass/1' }), about);
  expect(decoded).toMatchObject({ segment: { format: 'sightglass/1', events: good } });
  expect('refused' in decoded && decoded.refused.map(({ index }) => index)).toEqual(bad.map((_, at) => at + 3));
});

test('of our own format, only the envelope is moved by the skew', () => {
  const skew = 30 * day;
  const moved = { format: 'sightglass/1', from: now + skew, until: now + skew, sentAt: now + skew };
  const decoded = decodeSegment(segment([[8, 12, 800, 600]], moved), about);
  expect(decoded).toMatchObject({ segment: { from: now, until: now, events: [[8, 12, 800, 600]] } });
});

test('a segment without a valid event, or too old, is refused whole', () => {
  expect(decodeSegment(segment([]), about)).toMatchObject({ code: 'bad_envelope' });
  expect(decodeSegment(segment(['x']), about)).toMatchObject({ code: 'bad_envelope' });
  expect(decodeSegment(segment([[-1, 0]], { format: 'sightglass/1' }), about)).toMatchObject({ code: 'bad_envelope' });
  expect(decodeSegment(segment([event()], { from: 0, until: 1 }), about)).toMatchObject({ code: 'too_late' });
});

test('parcels come apart as they were joined, whatever they hold, and no other bytes come apart at all', () => {
  const parcels = fc.array(fc.tuple(fc.constantFrom('records', 'segments'), fc.uint8Array()), { minLength: 1 });
  fc.assert(
    fc.property(parcels, fc.uint8Array({ minLength: 1 }), (given, more) => {
      const head = new TextEncoder().encode(`${JSON.stringify(given.map(([door, { length }]) => [door, length]))}\n`);
      const bytes = Uint8Array.from([head, ...given.map(([, body]) => body)].flatMap((part) => [...part]));
      expect(openParcels(bytes)).toEqual(given.map(([door, body]) => ({ door, body })));
      expect(openParcels(Uint8Array.of(...bytes, ...more))).toMatchObject({ code: 'bad_envelope' });
      expect(openParcels(bytes.subarray(0, Math.max(0, bytes.length - more.length - 1)))).toMatchObject({
        code: 'bad_envelope',
      });
      expect(openParcels(more)).toMatchObject({ code: 'bad_envelope' });
    }),
    { seed: 9 },
  );
});
