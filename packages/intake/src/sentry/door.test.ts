import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readCaptured, tools } from '../../../../fixtures/corpus/captured.ts';
import { envelope, event } from '../testing/envelope.ts';
import { sentry } from './index.ts';

const asked = (path: string, query = '', headers: Record<string, string> = {}) => ({
  path,
  query,
  header: (name: string) => headers[name],
});
const key = 'c0ffee00c0ffee00c0ffee00c0ffee00';

test('the door stands where a DSN points, under any prefix, and where a tunnel may', () => {
  for (const path of [
    '/api/1/envelope/',
    '/api/42/envelope',
    '/sentry/api/1/envelope/',
    '/sentry-tunnel',
    '/a/sentry-tunnel',
  ])
    expect(sentry.opens(path), path).toBe(true);
  for (const path of ['/api/envelope', '/api/sessions', '/v1/records', '/api/1/envelope/x', `/${'a/'.repeat(5_000)}`])
    expect(sentry.opens(path), path).toBe(false);
});

test('the door takes the key from the query, from either header, or from the DSN in the body', () => {
  expect(sentry.keyOf(asked('/', `sentry_version=7&sentry_key=${key}`))).toBe(key);
  const header = `Sentry sentry_version=7, sentry_client=x/1, sentry_key=${key}`;
  expect(sentry.keyOf(asked('/', '', { 'x-sentry-auth': header }))).toBe(key);
  expect(sentry.keyOf(asked('/', '', { authorization: header }))).toBe(key);
  expect(sentry.keyOf(asked('/'))).toBeUndefined();
  for (const dsn of [`https://${key}@in.example/1`, `http://sgk_${key}:old-secret@in.example:8080/prefix/1`])
    expect(sentry.keyInBody?.(envelope({ dsn }, event()), tools)).toMatch(key);
  for (const body of ['', '\n', '{}', 'no json', '{"dsn":7}', '{"dsn":"https://in.example/1"}'])
    expect(sentry.keyInBody?.(Buffer.from(body), tools)).toBeUndefined();
});

test('through a tunnel every envelope of a visit has its key, also where an early version names no DSN', () => {
  const bodies = readCaptured('sentry8', 'tunnel').map(({ body }) => body);
  expect(bodies.some((body) => !body.subarray(0, body.indexOf('\n')).includes('"dsn"'))).toBe(true);
  for (const body of bodies) expect(sentry.keyInBody?.(body, tools)).toBe(`sgk_${key}`);
  expect(sentry.keyInBody?.(Buffer.from('{"trace":{"public_key":"some other"}}'), tools)).toBeUndefined();
});

test('B27: for the key no more is unpacked than the start of a body, however much the rest of it becomes', () => {
  const large = Buffer.concat([
    envelope({ dsn: `https://${key}@in.example/1` }, event()),
    Buffer.alloc(80_000_000, 32),
  ]);
  const packed = gzipSync(large);
  expect(sentry.keyInBody?.(packed, tools)).toMatch(key);
  expect(tools.inflateStart(packed)?.length).toBeLessThan(2_200_000);
  expect(sentry.keyInBody?.(packed.subarray(0, 2), tools)).toBeUndefined();
});

test('the door answers nothing that the SDK would not read, and never stops a recording for what passes', () => {
  expect(sentry.answer(asked('/'), new Uint8Array())).toEqual({ status: 200, text: '' });
  const busy = sentry.answerRefusal?.({ code: 'backlog', status: 503, retryAfter: 7 });
  expect(busy?.status).toBe(200);
  expect(busy?.headers['x-sentry-rate-limits']).toMatch(/^7:error;transaction;span;/);
  expect(busy?.headers['x-sentry-rate-limits']).not.toContain('replay');
  const unknown = sentry.answerRefusal?.({ code: 'key_unknown', status: 401, retryAfter: undefined });
  expect(unknown).toMatchObject({ status: 401, text: '' });
});
