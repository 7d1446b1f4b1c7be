import { gzipSync } from 'node:zlib';
import { limits, parcelsAnswer, SightglassError } from '@sightglass/wire';
import { expect, test } from 'vitest';
import type { ReceiverParts } from './index.ts';
import { createRemembering, createServing, key, now, project } from './testing/on-a-port.ts';

const serve = createServing();
const session = '11111111-1111-4111-8111-111111111111';
const line = { kind: 'console', at: now, level: 'log', text: 'hello' };
const envelope = { v: 1, session, tab: '22222222-2222-4222-8222-222222222222', seq: 0, sentAt: now };
const batch = (records: unknown[] = [line], more: object = {}) =>
  JSON.stringify({
    ...envelope,
    first: 0,
    startedAt: now,
    sdk: { name: 'sightglass', version: '1' },
    records,
    ...more,
  });
const segment = (events: unknown[] = [[1, 0]], more: object = {}) =>
  JSON.stringify({
    ...envelope,
    ...{ format: 'sightglass/1', page: '33333333-3333-4333-8333-333333333333', from: now, until: now, anchor: true },
    ...{ events, ...more },
  });

type Parcel = [door: string, body: string | Buffer];
const join = (...parcels: Parcel[]): Buffer =>
  Buffer.concat([
    Buffer.from(`${JSON.stringify(parcels.map(([door, body]) => [door, Buffer.byteLength(body)]))}\n`),
    ...parcels.map(([, body]) => Buffer.from(body)),
  ]);

async function open(more: Partial<ReceiverParts> = {}) {
  const { receiver, entries, counted } = createRemembering(more);
  const { origin } = await serve(receiver);
  async function send(body: Buffer | string, headers: Record<string, string> = {}) {
    const given = typeof body === 'string' ? body : new Uint8Array(body);
    const answer = await fetch(`${origin}/v1/parcels?key=${key}`, { method: 'POST', body: given, headers });
    return { status: answer.status, json: JSON.parse(await answer.text()) };
  }
  return { entries, counted, send };
}

test('parcels of one request are judged as at their own doors, and stand in the journal as they came', async () => {
  const { send, entries, counted } = await open();
  const bodies = [gzipSync(batch([line, { kind: 'nonsense' }])), segment(), Buffer.from(batch([line], { seq: 1 }))];
  const [first = '', second = '', third = ''] = bodies;
  const { status, json } = await send(join(['records', first], ['segments', second], ['records', third]));
  expect(status).toBe(202);
  expect(parcelsAnswer.parse(json)).toEqual({
    accepted: 3,
    refused: [{ parcel: 0, index: 1, code: 'invalid_record', path: 'kind' }],
    watched: true,
    skewMs: 0,
  });
  expect(entries.map(({ door, encoding, body }) => [door, encoding, body.toString('latin1')])).toEqual([
    ['records', 'gzip', Buffer.from(first).toString('latin1')],
    ['segments', 'identity', second],
    ['records', 'identity', third.toString()],
  ]);
  expect(counted).toEqual([]);
});

test('a bad parcel costs that parcel, is named by its place and counted at its door', async () => {
  const { send, entries, counted } = await open();
  const bomb = gzipSync(Buffer.alloc(limits.maxRecordsUnpackedBytes + 1));
  const { status, json } = await send(
    join(['records', '{"v":'], ['records', batch()], ['segments', '[['], ['segments', ''], ['records', bomb]),
  );
  expect(status).toBe(202);
  expect(json).toMatchObject({ accepted: 1, watched: true });
  const codes = ['not_json', 'not_json', 'empty', 'unpacked_too_large'];
  expect(json.refused).toEqual([0, 2, 3, 4].map((parcel, at) => ({ parcel, code: codes[at], path: '' })));
  expect(entries).toHaveLength(1);
  const doors = ['records', 'segments', 'segments', 'records'];
  expect(counted).toEqual(codes.map((code, at) => `${project} ${doors[at]} ${code} 1`));
});

test('each parcel keeps to the bounds of its own door', async () => {
  const { send } = await open();
  const deep = `${'['.repeat(100)}${']'.repeat(100)}`;
  const { json } = await send(
    join(
      ['segments', segment([[1, 0, JSON.parse(deep)]])],
      ['records', batch([JSON.parse(deep)])],
      ['records', 'x'.repeat(limits.maxRecordsBodyBytes + 1)],
      ['records', segment()],
    ),
  );
  expect(json.accepted).toBe(1);
  expect(json.refused.map(({ parcel, code }: { parcel: number; code: string }) => [parcel, code])).toEqual([
    [1, 'too_deep'],
    [2, 'too_large'],
    [3, 'bad_envelope'],
  ]);
});

test('where not one parcel can be taken the sender hears the first cause, and each is counted', async () => {
  const isErased: ReceiverParts['isErased'] = (of, whose) => of === project && whose === session;
  const { send, entries, counted } = await open({ isErased });
  const { status, json } = await send(join(['segments', segment()], ['records', batch()]));
  expect([status, json.code]).toEqual([410, 'erased']);
  expect(counted.sort()).toEqual([`${project} records erased 1`, `${project} segments erased 1`]);
  expect(entries).toEqual([]);
});

test('O41: what an earlier page left over of an erased session is dropped, counted, and ends no recording', async () => {
  const isErased: ReceiverParts['isErased'] = (_, whose) => whose === session;
  const { send, entries, counted } = await open({ isErased });
  const long = now - 600_000;
  const old = { records: batch([{ ...line, at: long }]), segments: segment(undefined, { from: long, until: long }) };
  const other = batch([line], { session: '44444444-4444-4444-8444-444444444444' });
  const erased = (parcel: number) => ({ parcel, code: 'erased', path: '' });
  const alone = await send(join(['records', old.records], ['segments', old.segments]));
  expect(alone).toMatchObject({ status: 202, json: { accepted: 0, refused: [erased(0), erased(1)] } });
  const beside = await send(join(['segments', old.segments], ['records', other]));
  expect(beside).toMatchObject({ status: 202, json: { accepted: 1, refused: [erased(0)] } });
  expect(entries.map(({ body }) => body.toString())).toEqual([other]);
  // The page of the erased session itself hears it all the same.
  const fresh = await send(join(['records', old.records], ['records', batch()]));
  expect([fresh.status, fresh.json.code]).toEqual([410, 'erased']);
  expect(counted.sort()).toEqual([
    ...Array(3).fill(`${project} records erased 1`),
    ...Array(2).fill(`${project} segments erased 1`),
  ]);
});

test('a body that is no list of parcels is refused as a whole, and nothing of it is stored or repeated', async () => {
  const { send, entries } = await open();
  const whole = join(['records', batch()]);
  const bodies = [
    ...[batch(), 'secret\n', '[]\n', '[["secrets",2]]\n{}', '[["records",-1]]\n', `${'['.repeat(9_000)}\n`],
    ...[whole.subarray(0, -1), Buffer.concat([whole, Buffer.from(' ')]), '[["records",1e99]]\n', '\n', 'é\n'],
    join(...Array.from({ length: limits.maxParcels + 1 }, (): Parcel => ['records', batch()])),
  ];
  for (const body of bodies) {
    const { status, json } = await send(body);
    expect([status, json.code], String(body).slice(0, 40)).toEqual([400, 'bad_envelope']);
    expect(JSON.stringify(json)).not.toContain('secret');
  }
  expect((await send('')).json.code).toBe('empty');
  expect(entries).toEqual([]);
});

test('what is packed as a whole, as a proxy may do, is unpacked before it is taken apart', async () => {
  const { send, entries } = await open();
  const packed = gzipSync(join(['records', gzipSync(batch())], ['segments', segment()]));
  expect((await send(packed, { 'content-encoding': 'gzip' })).status).toBe(202);
  expect(entries.map(({ door, encoding }) => [door, encoding])).toEqual([
    ['records', 'gzip'],
    ['segments', 'identity'],
  ]);
});

test('each parcel counts as a request to the quota of its project', async () => {
  let time = now;
  const { send } = await open({ now: () => time, quota: { perSecond: 2, burst: 5 } });
  const three = join(['records', batch()], ['records', batch()], ['records', batch()]);
  expect((await send(three)).status).toBe(202);
  expect((await send(three)).json).toMatchObject({ code: 'over_quota', retryAfter: 1 });
  time += 2_000;
  expect((await send(three)).status).toBe(202);
});

test('where the journal takes nothing, nothing is acknowledged, and nothing that comes again is counted twice', async () => {
  let full = true;
  const append = async () => {
    if (full) throw new SightglassError('disk_full', undefined, { retryAfter: 7 });
    return 1;
  };
  const { send, counted } = await open({ journal: { append } });
  const body = join(['records', batch()], ['segments', '{'], ['segments', segment()]);
  expect(await send(body)).toMatchObject({ status: 503, json: { code: 'disk_full', retryAfter: 7 } });
  expect(counted).toEqual([`${project} records disk_full 1`]);
  full = false;
  expect((await send(body)).json).toMatchObject({ accepted: 2, refused: [{ parcel: 1, code: 'not_json' }] });
  expect(counted.slice(1)).toEqual([`${project} segments not_json 1`]);
});
