import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type Catalog, createCatalog, createReleaseBlobs, type KeptReleaseFile } from '@sightglass/store';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createReleaseCode } from './create.ts';
import type { Job } from './reading/messages.ts';
import { createReading } from './reading/process.ts';

const folder = mkdtempSync(join(tmpdir(), 'sightglass-releases-'));
const blobs = createReleaseBlobs(join(folder, 'releases'));
let catalog: Catalog;
let project = '';
let code: ReturnType<typeof createReleaseCode>;

beforeAll(async () => {
  catalog = await createCatalog(join(folder, 'catalog.sqlite'));
  project = (await catalog.projects.create('Shop')).id;
  code = createReleaseCode({ catalog, blobs, now: Date.now, log: pino({ level: 'silent' }) });
});
afterAll(async () => {
  await code.stop();
  await catalog.stop();
  rmSync(folder, { recursive: true, force: true });
});

const script = 'export function pay(){return fetch("/api/payments",{method:"POST"}).then(a=>{throw new Error("x")})}\n';
const source = [
  'export function pay() {',
  "  return fetch('/api/payments', { method: 'POST' }).then((answer) => {",
  "    throw new Error('Not paid: ' + answer.status);",
  '  });',
  '}',
];
/** One segment: column 78 of the first line, where `throw` stands, is line 3 of the source. */
const map = (mappings = 'AAAA,8EAEI') =>
  JSON.stringify({
    version: 3,
    sources: ['../src/pay.ts'],
    sourcesContent: [source.join('\n')],
    names: [],
    mappings,
  });

async function upload(release: string, files: Record<string, string>, debugId: string | null = null): Promise<void> {
  const taken = [];
  for (const [path, text] of Object.entries(files)) {
    const blob = await blobs.put(project, Readable.from([Buffer.from(text)]), {
      ...{ encoding: 'identity', maxPackedBytes: 2 ** 27, maxBytes: 2 ** 27 },
    });
    if ('refused' in blob) throw new Error(blob.refused);
    const kind: KeptReleaseFile['kind'] = path.endsWith('.map') ? 'map' : 'script';
    const file = { path, kind, sha256: blob.sha256, bytes: blob.bytes, debugId, mapAddress: null };
    await catalog.releases.wait(project, release, file, 'ada@example.com');
    taken.push(file);
  }
  await catalog.releases.finish(project, release, taken, false, 'ada@example.com');
}
const thrown = { file: 'https://shop.example/assets/app.js?v=3', line: 1, column: 79, function: 'a' };

test('a frame is told in the words of its source; one of another script, and one of a release that nobody uploaded, say why not', async () => {
  await upload('1.0.0', { 'assets/app.js': script, 'assets/app.js.map': map() });
  const stranger = { file: 'https://cdn.example/tracker.js', line: 1, column: 5 };
  expect(await code.symbolicate(project, '1.0.0', [thrown, stranger])).toEqual([
    expect.objectContaining({ found: true, file: 'src/pay.ts', line: 3, owner: 'product', function: 'pay' }),
    expect.objectContaining({ found: false, why: 'no-script' }),
  ]);
  expect(await code.symbolicate(project, '9.9.9', [thrown])).toMatchObject([{ found: false, why: 'no-files' }]);
});

test('a script without a map gets that of another release in which it is the same, to the letter', async () => {
  await upload('1.0.1', { 'static/app.js': script });
  const frame = { ...thrown, file: '/static/app.js' };
  expect(await code.symbolicate(project, '1.0.1', [frame])).toMatchObject([{ found: true, file: 'src/pay.ts' }]);
});

test('a debug id that the stack brings names the map whatever the release is called; that of another build is no match', async () => {
  const [built, other] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
  await upload('3.0.0', { 'x/app.js': `${script}//3`, 'x/app.js.map': `${map()} ` }, built);
  expect(await code.symbolicate(project, '', [{ ...thrown, debugId: built }])).toMatchObject([
    { found: true, file: 'src/pay.ts', line: 3 },
  ]);
  expect(await code.symbolicate(project, '3.0.0', [{ ...thrown, file: '/x/app.js', debugId: other }])).toMatchObject([
    { found: false, why: 'no-script', detail: expect.stringMatching('another build') },
  ]);
});

test('a damaged map is a reason, and so is one that costs more than its bound', async () => {
  await upload('2.0.0', { 'app.js': `${script}//2`, 'app.js.map': map('AA!A') });
  const frame = { ...thrown, file: '/app.js' };
  expect(await code.symbolicate(project, '2.0.0', [frame])).toMatchObject([{ found: false, why: 'bad-map' }]);

  const reading = createReading({ heapMegabytes: 64, residentMegabytes: 200, maxMs: 10_000, maxWaiting: 4 });
  const hostile = `{"version":3,"x":[${'[],'.repeat(8_000_000)}[]]}`;
  const blob = await blobs.put(project, Readable.from([Buffer.from(hostile)]), {
    ...{ encoding: 'identity', maxPackedBytes: 2 ** 27, maxBytes: 2 ** 27 },
  });
  const sound = blobs.fileOf(project, (await catalog.releases.files(project, '1.0.0'))[0]?.sha256 ?? '');
  const file = 'sha256' in blob ? blobs.fileOf(project, blob.sha256) : '';
  const asked = {
    job: 'frames' as const,
    map: { file, inline: false },
    frames: [{ line: 1, column: 1 }],
  } satisfies Job;
  expect(await reading.ask(asked)).toMatchObject({ ok: false, costly: true, message: expect.stringMatching('memory') });
  expect(await reading.ask({ job: 'lines', file: sound, line: 1, around: 0 })).toMatchObject({ ok: true });
  await reading.stop();

  const hurried = createReading({ heapMegabytes: 640, residentMegabytes: 1_024, maxMs: 50, maxWaiting: 4 });
  expect(await hurried.ask(asked)).toMatchObject({ ok: false, message: expect.stringMatching(/0\.05 s|busy/) });
  await hurried.stop();
});

test('the code of a release is read once, and says what its own code shows', async () => {
  const first = await code.codeOf(project, '1.0.0');
  const read = first.state === 'reading' ? await first.done : first;
  expect(read.state === 'read' && read.inspection.specification.points[6]?.statements).toMatchObject([
    { kind: 'call', method: 'POST', path: '/api/payments', evidence: [{ type: 'code', file: 'src/pay.ts' }] },
  ]);
  expect(await code.codeOf(project, '1.0.0')).toMatchObject({ state: 'read' });
  expect(await code.codeOf(project, '9.9.9')).toEqual({ state: 'none' });
});
