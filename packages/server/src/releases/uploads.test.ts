import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { type Catalog, createCatalog, createReleaseBlobs, type ReleaseBlobs } from '@sightglass/store';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Handlers } from '../answer/handlers.ts';
import { answerReleases } from '../answer/releases.ts';
import { createApp } from '../serve/app.ts';
import { createReleaseCode } from './create.ts';
import type { Guard } from './fetching/guarded-get.ts';
import { createUploads, type Uploads } from './uploads.ts';

const folder = mkdtempSync(join(tmpdir(), 'sightglass-uploads-'));
const log = pino({ level: 'silent' });
let catalog: Catalog;
let blobs: ReleaseBlobs;
let uploads: Uploads;
let code: ReturnType<typeof createReleaseCode>;
let app: FastifyInstance;
let project = '';
let time = Date.now();
/** Releases whose maps others were told of. */
const changed: string[] = [];
let site: Server;
/** Lets the site of this test be fetched from. */
const guard: Guard = {
  allows: (address) => address === '127.0.0.1',
  resolve: async () => [{ address: '127.0.0.1', family: 4 }],
};
const tokens: Record<string, string> = {};

beforeAll(async () => {
  site = createServer(({ url }, response) => {
    response.end(url === '/' ? '<script src=/served.js></script>' : 'alert(1)');
  });
  await new Promise<void>((ready) => site.listen(0, '127.0.0.1', ready));
  catalog = await createCatalog(join(folder, 'catalog.sqlite'), () => time);
  blobs = createReleaseBlobs(join(folder, 'releases'));
  uploads = createUploads(catalog, blobs, () => time);
  code = createReleaseCode({ catalog, blobs, now: () => time, log });
  app = await createApp({
    catalog,
    handlers: answerReleases(
      catalog,
      uploads,
      code,
      (_, release) => changed.push(release),
      guard,
    ) as unknown as Handlers, // only those that are asked below
    condition: { damage: () => undefined, refusal: () => null, ready: async () => true, metrics: async () => [] },
    folders: { dashboard: folder, sdk: folder },
    receive: () => false,
    log,
    version: '0',
    trustProxy: false,
  });
  project = (await catalog.projects.create('Shop')).id;
  for (const role of ['viewer', 'member', 'admin'] as const)
    tokens[role] = (await catalog.tokens.create(project, { name: role, role, createdBy: 'test' })).token;
});
afterAll(async () => {
  await new Promise((stopped) => site.close(stopped));
  await app.close();
  await code.stop();
  await catalog.stop();
  rmSync(folder, { recursive: true, force: true });
});

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
type Method = 'GET' | 'PUT' | 'POST' | 'DELETE';

async function ask(
  method: Method,
  path: string,
  payload?: object | Buffer,
  more: Record<string, string> = {},
  role = 'admin',
) {
  const type = Buffer.isBuffer(payload) ? 'application/octet-stream' : 'application/json';
  const answer = await app.inject({
    method,
    url: `/api/v1/projects/${project}/releases${path}`,
    headers: { authorization: `Bearer ${tokens[role]}`, ...(payload && { 'content-type': type }), ...more },
    ...(payload && { payload }),
  });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
}
const put = (release: string, path: string, text: string | Buffer, query = '', more: Record<string, string> = {}) =>
  ask('PUT', `/${release}/files?path=${encodeURIComponent(path)}${query}`, Buffer.from(text), more);
const finish = (release: string, files: Record<string, string>, replace = false) =>
  ask('POST', `/${release}/finish`, {
    files: Object.entries(files).map(([path, text]) => ({ path, sha256: hash(text) })),
    replace,
  });

const script = 'throw new Error("x")\n//# debugId=0A000000-1111-4222-8333-444444444444';
const map = JSON.stringify({
  ...{ version: 3, sources: ['src/a.ts'], sourcesContent: ['a\nb\nc'], names: [], mappings: 'AACA' },
  debug_id: '0a000000-1111-4222-8333-444444444444',
});
const frame = { frames: [{ file: 'https://shop.example/app.js', line: 1, column: 7 }] };
const original = async (release: string, role = 'admin') =>
  (await ask('POST', `/${release}/frames`, frame, {}, role)).body.frames[0];

test('an upload is used once it is finished, and never half of it', async () => {
  expect(await put('1.0', 'app.js', script)).toMatchObject({ status: 200, body: { kind: 'script', state: 'waiting' } });
  expect(await original('1.0')).toMatchObject({ why: 'no-files' });
  const missing = await finish('1.0', { 'app.js': script, 'other-name.map': map });
  expect(missing).toMatchObject({
    status: 409,
    body: { code: 'upload_incomplete', issues: [{ path: 'other-name.map' }] },
  });
  expect(await original('1.0')).toMatchObject({ why: 'no-files' });
  await put('1.0', 'other-name.map', gzipSync(map), `&sha256=${hash(map)}`, { 'content-encoding': 'gzip' });
  const done = await finish('1.0', { 'app.js': script, 'other-name.map': map });
  expect(done).toMatchObject({ status: 200, body: { files: 2, scripts: 1, mapped: 1, strayMaps: 0, waiting: 0 } });
  // Script and map are called nothing alike: their debug ids bring them together.
  expect(await original('1.0')).toMatchObject({ found: true, file: 'src/a.ts', line: 2 });
});

test('a script that carries its map itself needs no other file', async () => {
  const long = JSON.stringify({ ...JSON.parse(map), sourcesContent: [`a\nb\n${'c'.repeat(9_000)}`] });
  const carries = `throw 1\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(long).toString('base64')}\n`;
  await put('inline', 'app.js', carries);
  expect((await finish('inline', { 'app.js': carries })).body).toMatchObject({ scripts: 1, mapped: 1 });
  expect(await original('inline')).toMatchObject({ found: true, file: 'src/a.ts', line: 2 });
});

test('a rebuilt file is used only with all the others of its upload', async () => {
  const rebuilt = `${script}\n//2`;
  await put('1.0', 'app.js', zstdCompressSync(rebuilt), '', { 'content-encoding': 'zstd' });
  const files = async () =>
    (await ask('GET', '/1.0/files')).body.files as { path: string; state: string; sha256: string }[];
  expect((await files()).filter(({ state }) => state === 'counts').map(({ sha256 }) => sha256)).toContain(hash(script));
  await finish('1.0', { 'app.js': rebuilt }, true);
  expect(await files()).toMatchObject([{ path: 'app.js', state: 'counts', sha256: hash(rebuilt) }]);
});

test.each([
  ['a name that climbs', '../app.js', '1', 400, 'bad_request'],
  ['a name with a root', '/etc/app.js', '1', 400, 'bad_request'],
  ['a name that hides its end', 'app\u202esj.js', '1', 400, 'bad_request'],
  ['a name without end', `${'a'.repeat(600)}.js`, '1', 400, 'bad_request'],
  ['a picture', 'photo.png', '1', 422, 'file_not_useful'],
  ['a page in place of a script', 'page.js', '<!DOCTYPE html>', 422, 'file_not_useful'],
  ['a map that is none', 'app.js.map', 'alert(1)', 422, 'file_not_useful'],
  ['nothing at all', 'empty.js', '', 422, 'file_not_useful'],
])('%s is refused', async (_, path, text, status, refusal) => {
  expect(await put('2.0', path, text)).toMatchObject({ status, body: { code: refusal } });
});

test('bytes that are not what was said, that are damaged, or that unpack without end are refused, and nothing of them is kept', async () => {
  const before = (await blobs.list(project)).length;
  const gzip = { 'content-encoding': 'gzip' };
  expect((await put('2.0', 'a.js', '1', `&sha256=${hash('2')}`)).body).toMatchObject({ code: 'wrong_content' });
  expect((await put('2.0', 'a.js', 'no gzip', '', gzip)).body).toMatchObject({ code: 'bad_encoding' });
  expect((await put('2.0', 'a.js', gzipSync('1').subarray(0, 15), '', gzip)).body).toMatchObject({ code: 'truncated' });
  expect((await put('2.0', 'a.js', '1', '', { 'content-encoding': 'br' })).body).toMatchObject({
    code: 'encoding_not_offered',
  });
  const bomb = gzipSync(Buffer.alloc(130 * 2 ** 20));
  expect((await put('2.0', 'a.js', bomb, '', gzip)).body).toMatchObject({ code: 'file_too_large' });
  for (const path of ['../../a.js', '/etc/a.js', 'a/../../b.js', 'C:\\a.js', 'a\0.js', './a.js', '~/a.js'])
    expect((await put('2.0', path, '1')).body, path).toMatchObject({ code: 'bad_request' });
  expect((await ask('PUT', '/2.0/files?path=a.js', { some: 'json' })).body).toMatchObject({ code: 'media_type' });
  expect((await ask('GET', '/2.0/files')).body).toEqual({ files: [] });
  time += 2 * 3_600_000;
  await uploads.tidy();
  expect((await blobs.list(project)).length).toBeLessThanOrEqual(before);
});

test('what is uploaded leaves as JSON, its text only for the roles that the settings name', async () => {
  await put('3.0', 'app.js', script);
  await put('3.0', 'app.js.map', map);
  await finish('3.0', { 'app.js': script, 'app.js.map': map });
  const source = await ask('GET', '/3.0/source?file=src%2Fa.ts&line=2&around=0');
  expect(source).toMatchObject({ status: 200, body: { file: 'src/a.ts', first: 2, text: ['b'], of: 3 } });
  expect(source.headers['content-type']).toContain('application/json');
  expect(await original('3.0', 'member')).toHaveProperty('lines');
  expect(await original('3.0', 'viewer')).not.toHaveProperty('lines');
  const asViewer = () => ask('GET', '/3.0/source?file=src%2Fa.ts&line=2', undefined, {}, 'viewer');
  expect((await asViewer()).body).toMatchObject({ code: 'forbidden' });
  await ask('PUT', '/settings', { sources: 'viewer', fetching: false, keepReleases: 100 });
  expect(await asViewer()).toMatchObject({ status: 200 });
  expect((await ask('GET', '/3.0/source?file=..%2F..%2Fetc%2Fpasswd&line=1')).body).toMatchObject({
    code: 'not_found',
  });
});

test('what the site serves is fetched only where the settings allow it, and then is a release like any other', async () => {
  const url = `http://shop.example:${(site.address() as { port: number }).port}/`; // it listens on a port
  expect((await ask('POST', '/6.0/fetch', { url })).body).toMatchObject({ code: 'fetching_off' });
  await ask('PUT', '/settings', { sources: 'viewer', fetching: true, keepReleases: 100 });
  expect((await ask('POST', '/6.0/fetch', { url })).body).toMatchObject({ release: '6.0', scripts: 1 });
  expect(changed).toContain('6.0');
  const inner = await ask('POST', '/6.0/fetch', { url: 'http://127.0.0.9/' });
  expect(inner).toMatchObject({ status: 422, body: { code: 'cannot_fetch' } });
});

test('the oldest releases go past as many as are kept, and what nobody finished is forgotten after a day', async () => {
  await ask('PUT', '/settings', { sources: 'member', fetching: false, keepReleases: 1 });
  time += 1_000;
  await put('4.0', 'app.js', '4');
  await finish('4.0', { 'app.js': '4' });
  await put('5.0', 'app.js', '5');
  time += 25 * 3_600_000;
  await uploads.tidy();
  const { releases } = (await ask('GET', '')).body as { releases: { release: string }[] };
  expect(releases.map(({ release }) => release)).toEqual(['4.0']);
  expect((await blobs.list(project)).map(({ sha256 }) => sha256)).toEqual([hash('4')]);
  expect((await ask('DELETE', '/4.0/files')).body).toEqual({ done: true });
  expect(await blobs.list(project)).toEqual([]);
});
