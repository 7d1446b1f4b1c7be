import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { Validator } from '@seriousme/openapi-schema-validator';
import { type Catalog, createCatalog } from '@sightglass/store';
import { type ErrorCode, endpoints, problem } from '@sightglass/wire';
import type { FastifyInstance, InjectOptions } from 'fastify';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../serve/app.ts';
import type { Handlers } from './handlers.ts';

const data = mkdtempSync(join(tmpdir(), 'sightglass-problems-data-'));
const folder = mkdtempSync(join(tmpdir(), 'sightglass-problems-'));
let catalog: Catalog;
let app: FastifyInstance;
/** A question without an end, as it is asked and given up. */
const endless = new EventTarget();
const logged: string[] = [];
/** What the intake answers to everything. */
let refusal: ErrorCode | null = null;

beforeAll(async () => {
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Sightglass</title>');
  writeFileSync(join(folder, 'sdk.js'), 'console.log(1);');
  catalog = await createCatalog(join(data, 'catalog.sqlite'));
  await catalog.tokens.setBootstrap('owner');
  const handlers = {
    listProjects: async () => {
      throw new Error('secret-in-an-error');
    },
    me: async () => ({ member: null, projects: [], version: 12 }),
    // As it throws who reads what is no JSON, though nobody sent any.
    setupState: async () => JSON.parse('secret-in-an-error'),
    getSession: ({ signal }: { signal: AbortSignal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          reject(signal.reason);
          endless.dispatchEvent(new Event('given up'));
        });
        endless.dispatchEvent(new Event('asked'));
      }),
  } as unknown as Handlers; // only those that are asked below, and wrongly on purpose
  app = await createApp({
    catalog,
    handlers,
    condition: {
      damage: () => undefined,
      refusal: () => refusal,
      ready: async () => false,
      metrics: async () => [
        { name: 'items_total', help: 'Items', type: 'counter', values: [{ labels: { outcome: 'stored' }, value: 3 }] },
      ],
    },
    folders: { dashboard: folder, sdk: folder },
    receive: () => false,
    log: pino({ level: 'error' }, { write: (line: string) => void logged.push(line) }),
    version: '1.2.3',
    trustProxy: false,
  });
});
afterAll(async () => {
  await app.close();
  await catalog.stop();
  for (const made of [data, folder]) rmSync(made, { recursive: true, force: true });
});

const json = { authorization: 'Bearer owner', 'content-type': 'application/json' };
const post = (payload: string, headers: Record<string, string> = json): InjectOptions => ({
  method: 'POST',
  url: '/api/v1/projects',
  headers,
  payload,
});

test.each<[string, InjectOptions, number, string]>([
  ['an unknown path of the API', { url: '/api/v1/nothing' }, 404, 'not_found'],
  ['an unknown file', { url: '/assets/gone.js', headers: { accept: 'text/html' } }, 404, 'not_found'],
  ['a path that leaves the folder', { url: '/../catalog.sqlite' }, 404, 'not_found'],
  ['a path that is no URL', { url: '/api/%zz' }, 404, 'not_found'],
  ['a method that is not offered', { method: 'PUT', url: '/api/v1/projects' }, 405, 'method_not_allowed'],
  ['a body that is not JSON', post('{"name":'), 400, 'not_json'],
  ['an empty body', post(''), 400, 'empty'],
  ['a body of another shape', post('{"name":7}'), 400, 'bad_request'],
  ['a body that is too large', post(JSON.stringify({ name: 'x'.repeat(300_000) })), 413, 'too_large'],
  ['a body with a key that could change a prototype', post('{"name":"x","__proto__":{"a":1}}'), 400, 'not_json'],
  ['a form', post('name=x', { ...json, 'content-type': 'application/x-www-form-urlencoded' }), 415, 'media_type'],
  ['plain text', post('{"name":"x"}', { ...json, 'content-type': 'text/plain' }), 415, 'media_type'],
  ['a bug of ours', { url: '/api/v1/projects', headers: json }, 500, 'internal'],
  ['what we read wrongly ourselves', { url: '/api/v1/setup', headers: json }, 500, 'internal'],
  ['an answer of the wrong shape', { url: '/api/v1/me', headers: json }, 500, 'internal'],
])('%s gets its problem', async (_what, request, status, code) => {
  const answer = await app.inject(request);
  expect(answer.headers['content-type']).toBe('application/problem+json');
  expect(problem.parse(answer.json())).toMatchObject({ status, code });
  expect(answer.statusCode).toBe(status);
  expect(answer.body).not.toContain('secret-in-an-error');
  expect(answer.body).not.toContain('.ts:');
});

test('405 names the methods that are offered', async () => {
  const answer = await app.inject({ method: 'PATCH', url: '/api/v1/projects' });
  expect(answer.headers.allow).toBe('GET, POST');
});

test('issues name the field and never repeat its value', async () => {
  const answer = await app.inject(post('{"name":["planted-value"]}'));
  expect(answer.json().issues).toMatchObject([{ path: 'body.name' }]);
  expect(answer.body).not.toContain('planted-value');
});

test('OpenAPI describes every door of the table and how it refuses, and is valid', async () => {
  const document = (await app.inject('/api/v1/openapi.json')).json();
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
  expect(document.openapi).toMatch(/^3\.1\./);
  for (const { name, method, path, takes } of endpoints) {
    const operation = document.paths[path.replaceAll(/:([a-z]+)/g, '{$1}')]?.[method.toLowerCase()];
    expect(operation?.operationId).toBe(name);
    expect(operation.responses.default).toEqual({ $ref: '#/components/responses/Problem' });
    if (takes === 'bytes') expect(operation.requestBody.content).toHaveProperty(['application/octet-stream']);
  }
  const operations = Object.values(document.paths as Record<string, object>).flatMap((path) => Object.keys(path));
  expect(operations).toHaveLength(endpoints.length);
});

test('every reply forbids inline script, framing and sniffing: pages, files, answers and problems', async () => {
  for (const url of ['/', '/settings/members', '/health', '/api/v1/setup', '/api/v1/nothing', '/sdk.js']) {
    const { headers } = await app.inject({ url, headers: { accept: 'text/html' } });
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("script-src 'self';");
    for (const part of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
      expect(policy).toContain(part);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['cross-origin-opener-policy']).toBe('same-origin');
    expect(headers['referrer-policy']).toBe('same-origin');
  }
});

test('any path that a browser opens shows the dashboard, and is asked for again each time', async () => {
  const answer = await app.inject({ url: '/p/anything/deep', headers: { accept: 'text/html,*/*' } });
  expect(answer.statusCode).toBe(200);
  expect(answer.body).toContain('<title>Sightglass</title>');
  expect(answer.headers['cache-control']).toBe('no-cache');
});

test('the SDK may be loaded by any page, packed as well as it can read, and an unchanged one is not sent again', async () => {
  const first = await app.inject({ url: '/sdk.js', headers: { 'accept-encoding': 'gzip' } });
  const small = await app.inject({ url: '/sdk.js', headers: { 'accept-encoding': 'gzip, deflate, br, zstd' } });
  expect([small.headers['content-encoding'], brotliDecompressSync(small.rawPayload).toString()]).toEqual([
    'br',
    'console.log(1);',
  ]);
  expect(first.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'content-encoding': 'gzip',
    'content-type': 'text/javascript; charset=utf-8',
  });
  const again = await app.inject({ url: '/sdk.js', headers: { 'if-none-match': String(first.headers.etag) } });
  expect(again.statusCode).toBe(304);
});

test('what somebody asks is given up once they have gone, which is nobody’s fault', async () => {
  const { id: project } = await catalog.projects.create('One');
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const [asked, givenUp] = ['asked', 'given up'].map((name) => once(endless, name));
  const gone = new AbortController();
  const answer = fetch(`${address}/api/v1/projects/${project}/sessions/some-session`, {
    headers: json,
    signal: gone.signal,
  });
  await asked;
  gone.abort();
  await expect(answer).rejects.toThrow('aborted');
  await givenUp;
  expect((await fetch(`${address}/health`)).status).toBe(200);
  expect(logged.filter((line) => line.includes('/sessions'))).toEqual([]);
});

test('health tells that the process lives, readiness whether it can answer, metrics what Prometheus reads', async () => {
  expect((await app.inject('/health')).json()).toEqual({ status: 'ok' });
  refusal = 'disk_full';
  const full = await app.inject('/health');
  refusal = null;
  expect([full.statusCode, full.json()]).toEqual([200, { status: 'ok', intake: 'disk_full' }]);
  expect((await app.inject('/ready')).statusCode).toBe(503);
  const metrics = await app.inject('/metrics');
  expect(metrics.headers['content-type']).toContain('text/plain; version=0.0.4');
  expect(metrics.body).toContain('# TYPE sightglass_items_total counter\nsightglass_items_total{outcome="stored"} 3\n');
});
