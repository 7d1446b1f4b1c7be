import { request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { intakeAnswer, limits, SightglassError } from '@sightglass/wire';
import { expect, test, vi } from 'vitest';
import { createCountryReader } from './index.ts';
import { batch, createOpening, line, segment, segments } from './testing/doors.ts';
import { key, now, project, revoked } from './testing/on-a-port.ts';

const open = createOpening();

test('M3: what is good is acknowledged, what is bad is named, and the journal has the body as it came', async () => {
  const { send, entries } = await open();
  const body = gzipSync(batch([line, { kind: 'nonsense' }, line]));
  const { status, json } = await send(body, { 'content-encoding': 'gzip', 'user-agent': 'Firefox' });
  expect(status).toBe(202);
  expect(intakeAnswer.parse(json)).toEqual({
    accepted: 2,
    refused: [{ index: 1, code: 'invalid_record', path: 'kind' }],
    watched: true,
    skewMs: 0,
  });
  expect(entries).toEqual([
    {
      receivedAt: now,
      project,
      door: 'records',
      encoding: 'gzip',
      sample: false,
      tries: 0,
      userAgent: 'Firefox',
      body,
    },
  ]);
});

test('a country is taken from the header of a proxy that may tell it, and from nobody else', async () => {
  const told = async (network: string, country: string): Promise<string | undefined> => {
    const countryOf = createCountryReader({ name: 'cf-ipcountry', networks: [network] });
    const { codeOf, entries } = await open({ countryOf });
    expect(await codeOf(batch(), { 'CF-IPCountry': country })).toBe('taken');
    return entries[0]?.country;
  };
  for (const network of ['loopback', '127.0.0.1', '127.0.0.0/8']) expect(await told(network, 'ch')).toBe('CH');
  for (const network of ['10.0.0.7', 'uniquelocal', 'fd00::/8', '127.0.0.2/32'])
    expect(await told(network, 'CH')).toBeUndefined();
  for (const nobody of ['XX', 'T1', '', 'CHE', 'C1', '€'])
    expect(await told('loopback', encodeURI(nobody))).toBeUndefined();
});

test('B23, M18: plain, gzip and both deflates are taken, told by header or by the first bytes', async () => {
  const { codeOf, entries } = await open();
  expect(await codeOf(batch())).toBe('taken');
  expect(await codeOf(gzipSync(batch()))).toBe('taken');
  expect(await codeOf(deflateSync(batch()))).toBe('taken');
  expect(await codeOf(deflateSync(batch()), { 'content-encoding': 'deflate' })).toBe('taken');
  expect(await codeOf(deflateRawSync(batch()), { 'content-encoding': 'deflate' })).toBe('taken');
  const small = deflateSync(batch(), { windowBits: 9 });
  expect(await codeOf(small, { 'content-encoding': 'deflate' })).toBe('taken');
  expect(await codeOf(small)).toBe('taken');
  expect(await codeOf(gzipSync(gzipSync(batch())))).toBe('taken');
  expect(await codeOf(segment(), { 'content-type': 'application/json' }, segments)).toBe('taken');
  expect(entries.map(({ encoding }) => encoding)).toEqual([
    'identity',
    'gzip',
    'deflate',
    'deflate',
    'deflate-raw',
    'deflate',
    'deflate',
    'gzip',
    'identity',
  ]);
});

test('M1, M2, M4, T29: every wrong body has its problem, and nothing of it is stored or repeated', async () => {
  const { codeOf, send, entries, counted } = await open();
  const cases: [string | Buffer, string][] = [
    ['', 'empty'],
    ['  \n', 'empty'],
    ['{"secret-value":', 'not_json'],
    [`\uFEFF${batch()}`, 'not_json'],
    [`${batch()}${batch()}`, 'not_json'],
    ['['.repeat(100), 'too_deep'],
    [`[${'0,'.repeat(2_000_001)}0]`.slice(0, 2_097_000), 'not_json'],
    ['{}', 'bad_envelope'],
    ['7', 'bad_envelope'],
    [batch([], { session: '../../etc' }), 'bad_envelope'],
    [gzipSync(batch()).subarray(0, -6), 'truncated'],
    [Buffer.concat([Buffer.from([0x1f, 0x8b]), Buffer.from('nothing of the kind')]), 'bad_encoding'],
    [gzipSync(gzipSync(gzipSync(batch()))), 'bad_encoding'],
  ];
  for (const [body, code] of cases) expect(await codeOf(body), code).toBe(code);
  expect(await codeOf(batch(), { 'content-encoding': 'gzip' })).toBe('bad_encoding');
  expect((await send('{"secret-value":')).json.detail).toContain('At byte 16');
  expect((await send('{"secret-value":')).text).not.toContain('secret');
  expect((await send(batch([], { tab: 'x' }))).json.issues).toEqual([{ path: 'tab', message: expect.any(String) }]);
  expect(entries).toEqual([]);
  expect(counted).toHaveLength(cases.length + 4);
});

test('M5: too many values are refused before anything is built', async () => {
  const { codeOf } = await open();
  expect(await codeOf(gzipSync(`[${'{},'.repeat(2_100_000)}{}]`))).toBe('too_many_values');
});

test('B22: brotli and other encodings are not taken', async () => {
  const { codeOf } = await open();
  for (const encoding of ['br', 'zstd', 'compress', 'gzip, br'])
    expect(await codeOf(brotliCompressSync(batch()), { 'content-encoding': encoding })).toBe('encoding_not_offered');
});

test('M18: other content types are not taken', async () => {
  const { codeOf } = await open();
  expect(await codeOf(batch(), { 'content-type': 'application/xml' })).toBe('media_type');
  expect(await codeOf(batch(), { 'content-type': 'text/plain;charset=UTF-8' })).toBe('taken');
});

test('B20, B21: bombs are stopped at the cap, in either layer: what comes after it is not even looked at', async () => {
  const { codeOf } = await open();
  const bomb = gzipSync(Buffer.alloc(96 * 1024 * 1024));
  // Who goes on past the cap comes to the end, which is missing.
  const cut = bomb.subarray(0, bomb.length / 2);
  expect(await codeOf(gzipSync(Buffer.alloc(1024)).subarray(0, -6))).toBe('truncated');
  for (const body of [bomb, gzipSync(bomb), cut, gzipSync(cut)]) expect(await codeOf(body)).toBe('unpacked_too_large');
});

test('B23: ten thousand empty members cost little', async () => {
  const { codeOf } = await open();
  const members = Buffer.concat(Array.from({ length: 10_000 }, () => gzipSync('')));
  expect(await codeOf(members)).toBe('empty');
});

test('B26: a good client is served while many bombs are', async () => {
  const { codeOf } = await open();
  const bomb = gzipSync(Buffer.alloc(32 * 1024 * 1024));
  let stopped = 0;
  const stop = async () => {
    const code = await codeOf(bomb);
    stopped += 1;
    return code;
  };
  const bombs = Promise.all(Array.from({ length: 40 }, stop));
  for (let index = 0; index < 5; index += 1) expect(await codeOf(batch())).toBe('taken');
  // It did not stand behind them.
  expect(stopped).toBeLessThan(40);
  expect(new Set(await bombs)).toEqual(new Set(['unpacked_too_large']));
});

test('a body over the limit is refused by its header, or where it passes the limit', async () => {
  const { codeOf, origin } = await open();
  expect(await codeOf('x'.repeat(limits.maxRecordsBodyBytes + 1))).toBe('too_large');
  // Not by `fetch`: where its connection is closed as it sends, it reads an endless stream on into memory now and then (undici 7.29).
  const sender = request(`${origin}/v1/records?key=${key}`, { method: 'POST' });
  const answer = new Promise((resolve) => {
    // The connection is closed on a sender who goes on: it sees the answer, or only the end.
    sender.on('response', ({ statusCode }) => resolve(statusCode)).on('error', () => resolve(413));
  });
  const chunk = new Uint8Array(256 * 1024);
  let sent = 0;
  const endless = new Readable({
    read() {
      sent += chunk.length;
      this.push(chunk);
    },
  });
  await pipeline(endless, sender).catch(() => undefined);
  expect(await answer).toBe(413);
  // What lay in the sockets' buffers comes on top.
  expect(sent).toBeLessThan(2 * limits.maxRecordsBodyBytes + 16 * 1024 * 1024);
});

test('M19: a single snapshot of twelve megabytes is taken', async () => {
  const { codeOf } = await open();
  const text = 'x'.repeat(12 * 1024 * 1024);
  expect(await codeOf(segment([{ type: 2, timestamp: now, data: { text } }]), {}, segments)).toBe('taken');
});

test('B27: without a good key nothing is unpacked, nor even read', async () => {
  const { codeOf } = await open();
  expect(await codeOf(batch(), {}, '/v1/records')).toBe('key_missing');
  expect(await codeOf(batch(), {}, '/v1/records?key=nonsense')).toBe('key_unknown');
  expect(await codeOf(batch(), {}, `/v1/records?key=${revoked}`)).toBe('key_revoked');
  expect(await codeOf('x'.repeat(limits.maxRecordsBodyBytes + 1), {}, '/v1/records')).toBe('key_missing');
  expect(await codeOf(batch(), { 'x-sightglass-key': key }, '/v1/records')).toBe('taken');
});

test('while recording is off nothing is taken, from an admin neither, and each body is counted for its project', async () => {
  let off = true;
  const { codeOf, entries, counted } = await open({ isOff: (of) => of === project && off });
  expect(await codeOf(batch())).toBe('recording_off');
  expect(await codeOf(segment(), { 'x-sightglass-backfill': 'admin' }, segments)).toBe('recording_off');
  expect(entries).toEqual([]);
  expect(counted).toEqual([`${project} records recording_off 1`, `${project} segments recording_off 1`]);
  off = false;
  expect(await codeOf(batch())).toBe('taken');
});

test('of a session that was erased nothing more is taken, at either door, and its page hears it', async () => {
  const gone = '11111111-1111-4111-8111-111111111111';
  const { codeOf, send, entries, counted } = await open({
    isErased: (of, session) => of === project && session === gone,
  });
  expect(await codeOf(batch())).toBe('erased');
  expect(await codeOf(segment(), {}, segments)).toBe('erased');
  expect(counted).toEqual([`${project} records erased 1`, `${project} segments erased 1`]);
  expect(await codeOf(batch([line], { session: '99999999-1111-4111-8111-111111111111' }))).toBe('taken');
  expect(entries).toHaveLength(1);
  // What lay in the browser since an earlier page is sent by one that may be in another session: it is dropped, and that page goes on.
  const leftOver = await send(batch([{ ...line, at: now - 600_000 }]));
  expect([leftOver.status, leftOver.json.refused]).toEqual([202, [{ code: 'erased', path: '' }]]);
  expect(counted).toHaveLength(3);
  expect(entries).toHaveLength(1);
});

test('other methods are told what is offered, and a browser may ask from anywhere', async () => {
  const { origin } = await open();
  for (const method of ['GET', 'HEAD', 'PUT', 'DELETE']) {
    const answer = await fetch(`${origin}/v1/records?key=${key}`, { method });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
  }
  const asked = await fetch(`${origin}/v1/segments?key=${key}`, {
    method: 'OPTIONS',
    headers: { origin: 'https://shop.example', 'access-control-request-method': 'POST' },
  });
  expect(asked.status).toBe(204);
  expect(asked.headers.get('access-control-allow-origin')).toBe('*');
  expect(asked.headers.get('access-control-allow-headers')).toContain('content-encoding');
  expect(asked.headers.get('access-control-allow-credentials')).toBeNull();
});

test('Q71: one project past its rate waits; the answer says how long', async () => {
  let time = now;
  const { codeOf, send } = await open({ now: () => time, quota: { perSecond: 2, burst: 3 } });
  for (let index = 0; index < 3; index += 1) expect(await codeOf(batch())).toBe('taken');
  const refused = await send(batch());
  expect([refused.status, refused.json.code, refused.headers.get('retry-after')]).toEqual([429, 'over_quota', '1']);
  // Else a page of another origin could not read how long.
  expect(refused.headers.get('access-control-expose-headers')).toContain('retry-after');
  time += 1_000;
  expect(await codeOf(batch())).toBe('taken');
});

test('Q71, D49: what one project has spent is none of another', async () => {
  const keys = { find: (given: string) => ({ project: given, revoked: false }) };
  const { codeOf } = await open({ keys, quota: { perSecond: 1, burst: 2 } });
  const ask = (of: string) => codeOf(batch(), {}, `/v1/records?key=${of}`);
  for (let index = 0; index < 2; index += 1) expect(await ask('p_loud')).toBe('taken');
  expect(await ask('p_loud')).toBe('over_quota');
  expect(await ask('p_quiet')).toBe('taken');
});

test('Q71, B26: who sends what takes long to look through beside others is let in later, by the time that it took; who is alone and the others are not', async () => {
  let time = now;
  const keys = { find: (given: string) => ({ project: given, revoked: false }) };
  const { codeOf, send } = await open({ keys, now: () => time, time: { perSecond: 1, burst: 1 } });
  const heavy = gzipSync(batch([line], { more: Array(500_000).fill(0) }));
  const ask = (of: string) => codeOf(batch(), {}, `/v1/records?key=${of}`);
  const sendHeavy = () => codeOf(heavy, {}, '/v1/records?key=p_heavy');
  expect([await sendHeavy(), await sendHeavy(), await ask('p_light1'), await sendHeavy()]).toEqual(
    Array(4).fill('taken'),
  );
  const refused = await send(batch(), {}, '/v1/records?key=p_heavy');
  expect([refused.json.code, Number(refused.headers.get('retry-after'))]).toEqual(['over_quota', expect.any(Number)]);
  expect(await ask('p_light2')).toBe('taken');
  time += Number(refused.headers.get('retry-after')) * 1_000;
  expect(await ask('p_heavy')).toBe('taken');
  // Of what was let in at once, no more is looked through than the time is there for.
  time += 60_000;
  await ask('p_light3');
  const codes = await Promise.all([sendHeavy(), sendHeavy(), sendHeavy()]);
  expect(codes.sort()).toEqual(['over_quota', 'over_quota', 'taken']);
});

test('Q73: what is limited is the project: neither many addresses nor made-up ones give more, and guessed keys take nothing from it', async () => {
  const { codeOf, counted } = await open({ quota: { perSecond: 1, burst: 3 } });
  const guess = (index: number) => `/v1/records?key=sgk_${String(index).padStart(32, '0')}`;
  const guesses = await Promise.all(Array.from({ length: 40 }, (_, index) => codeOf(batch(), {}, guess(index))));
  expect(new Set(guesses)).toEqual(new Set(['key_unknown']));
  const codes: string[] = [];
  for (let index = 0; index < 5; index += 1)
    codes.push(await codeOf(batch(), { 'x-forwarded-for': `203.0.113.${index}`, forwarded: `for=203.0.113.${index}` }));
  expect(codes).toEqual(['taken', 'taken', 'taken', 'over_quota', 'over_quota']);
  // Of nobody's project, as one sum.
  expect(new Set(counted)).toEqual(new Set(['records key_unknown 1', `${project} records over_quota 1`]));
});

test('Q72: a session that floods has its replay cut, and its records and all other sessions go on', async () => {
  const one = segment();
  const { codeOf, entries, counted } = await open({ sessionReplayBytes: 2.5 * one.length });
  const other = one.replace('11111111-1111', '99999999-1111');
  for (let index = 0; index < 2; index += 1) expect(await codeOf(one, {}, segments)).toBe('taken');
  for (let index = 0; index < 3; index += 1) expect(await codeOf(one, {}, segments)).toBe('replay_full');
  expect(await codeOf(batch())).toBe('taken');
  expect(await codeOf(other, {}, segments)).toBe('taken');
  expect(entries).toHaveLength(4);
  expect(counted).toEqual(Array(3).fill(`${project} segments replay_full 1`));
});

test('D46, E61: what the journal cannot take is told with the time to wait, without its folder, and not acknowledged', async () => {
  for (const code of ['disk_full', 'journal_unavailable', 'backlog'] as const) {
    const append = () => Promise.reject(new SightglassError(code, 'Nothing in /srv/data/journal', { retryAfter: 7 }));
    const { send, counted } = await open({ journal: { append } });
    const { status, headers, json } = await send(batch());
    expect([status, json.code, headers.get('retry-after')]).toEqual([503, code, '7']);
    expect(JSON.stringify(json)).not.toContain('/srv');
    expect(counted).toEqual([`${project} records ${code} 1`]);
  }
});

test('K59: a failure inside is told as ours, without a word of the body, and the next request is served', async () => {
  const warn = vi.fn();
  let fails = true;
  const append = async () => {
    if (fails) throw new Error('broken');
    return 1;
  };
  const { codeOf } = await open({ journal: { append }, teller: { info: () => undefined, warn } });
  expect(await codeOf(batch())).toBe('internal');
  expect(JSON.stringify(warn.mock.calls)).not.toContain('hello');
  fails = false;
  expect(await codeOf(batch())).toBe('taken');
});

test('old times pass for an admin of the project only, and mark a sample', async () => {
  const { send, entries, codeOf } = await open();
  const old = batch([{ ...line, at: now - 60 * 24 * 3_600_000 }], { sentAt: now - 60 * 24 * 3_600_000 });
  expect(await codeOf(old, { 'x-sightglass-backfill': 'viewer' })).toBe('forbidden');
  expect((await send(old, { 'x-sightglass-backfill': 'admin' })).json).toMatchObject({ accepted: 1, known: 0 });
  expect(entries).toMatchObject([{ sample: true }]);
  // Who brings them is told what came before; a page, which sends again whatever it is told, is not.
  expect((await send(old, { 'x-sightglass-backfill': 'admin' })).json).toMatchObject({ accepted: 1, known: 1 });
  expect((await send(batch())).json).not.toHaveProperty('known');
});
