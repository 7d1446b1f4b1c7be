import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import type { ReplayLine } from '@sightglass/wire';
import { build } from 'esbuild';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Browsing, startBrowsing } from '../../../e2e/lib/chromium.ts';
import { type Hostile, hostileLine } from './hostile-recording.ts';

/** The page that a stage stands on, its script, and nothing else; a second server plays the rest of the world. */
let browsing: Browsing;
let home: { server: Server; origin: string };
let elsewhere: { server: Server; origin: string };
const calledElsewhere: string[] = [];

beforeEach(() => calledElsewhere.splice(0));

beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: "export * from './index.ts'; export { createPlayer } from './player.ts';",
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    format: 'iife',
    globalName: 'replay',
    write: false,
  });
  const script = outputFiles[0]?.text ?? '';
  home = await listen((path) =>
    path === '/replay.js'
      ? ['text/javascript', script]
      : [
          'text/html',
          '<!doctype html><div id="root" style="position:relative;width:800px;height:600px"></div><script src="/replay.js"></script>',
        ],
  );
  elsewhere = await listen((path) => {
    calledElsewhere.push(path);
    return ['text/javascript', 'top.hacked = true'];
  });
  browsing = await startBrowsing();
});

afterAll(async () => {
  await browsing.stop();
  home.server.close();
  elsewhere.server.close();
});

test('a hostile recording runs no script, makes no request and goes nowhere, and its harmless part is shown', async () => {
  const page = await browsing.context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('dialog', (dialog) => complaints.push(dialog.message()));
  await page.goto(home.origin);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const seen = await page.evaluate(show, hostileLine(elsewhere.origin));
  await page.evaluate(canary, elsewhere.origin);

  expect(seen.failed).toBe(0);
  expect(await page.frameLocator('iframe').first().locator('#harmless').textContent()).toBe('Parts on order');
  expect(await page.frameLocator('iframe').first().locator('#added').textContent()).toBe('Bolts');
  expect(await page.evaluate(() => document.querySelector('iframe')?.getAttribute('sandbox'))).toBe(
    'allow-same-origin',
  );
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  expect(requests.filter((url) => !url.startsWith('data:'))).toEqual([`${elsewhere.origin}/canary`]);
  expect(calledElsewhere).toEqual(['/canary']);
  expect(complaints).toEqual([]);
  expect(page.url()).toBe(`${home.origin}/`);
  await page.close();
});

test('the frame itself refuses to fetch or run, even what was put in behind the filter', async () => {
  const page = await browsing.context.newPage();
  await page.goto(home.origin);
  await page.evaluate(async (origin) => {
    const { replay } = window as unknown as { replay: typeof import('./player.ts') };
    const root = document.querySelector<HTMLElement>('#root');
    if (!root) throw new Error('no root');
    const player = replay.createPlayer(root);
    player.apply([
      { type: 4, timestamp: 1, data: { href: 'http://x/', width: 400, height: 300 } },
      {
        type: 2,
        timestamp: 2,
        data: {
          node: {
            type: 0,
            id: 1,
            childNodes: [
              {
                type: 2,
                id: 2,
                tagName: 'html',
                attributes: {},
                childNodes: [{ type: 2, id: 3, tagName: 'body', attributes: {}, childNodes: [] }],
              },
            ],
          },
          initialOffset: { top: 0, left: 0 },
        },
      },
    ]);
    const inner = player.frame.contentDocument;
    if (!inner) throw new Error('no document');
    inner.body.innerHTML = `<img src="${origin}/img"><iframe srcdoc="<script>top.hacked = 1</script><img src='${origin}/inner'>"></iframe>
      <link rel="stylesheet" href="${origin}/css"><link rel="prefetch" href="${origin}/prefetch"><video src="${origin}/video" autoplay></video>
      <object data="${origin}/object"></object><embed src="${origin}/embed"><iframe src="${origin}/frame"></iframe>
      <p style="background:url(${origin}/background)">x</p><img src=x onerror="top.hacked = 1">`;
    const script = inner.createElement('script');
    script.textContent = 'top.hacked = 1';
    inner.body.append(script);
  }, elsewhere.origin);
  await page.evaluate(canary, elsewhere.origin);
  expect(calledElsewhere).toEqual(['/canary']);
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  await page.close();
});

test('an event that cannot be applied costs that event; a seek back and forth ends at the same page', async () => {
  const page = await browsing.context.newPage();
  await page.goto(home.origin);
  const line = hostileLine(elsewhere.origin);
  line.events.push({
    type: 3,
    timestamp: line.from + 60,
    data: { source: 0, texts: [], removes: [{ parentId: 999, id: 998 }], attributes: [], adds: [] },
  });
  line.events.push({
    type: 3,
    timestamp: line.from + 70,
    data: { source: 0, texts: [{ id: 21, value: 'Parts delivered' }], removes: [], attributes: [], adds: [] },
  });
  await page.evaluate(show, line);
  const harmlessText = () => page.frameLocator('iframe').first().locator('#harmless').textContent();
  expect(await harmlessText()).toBe('Parts delivered');
  await page.evaluate(() => (window as unknown as { at(ms: number): void }).at(5));
  expect(await harmlessText()).toBe('Parts on order');
  await page.evaluate(() => (window as unknown as { at(ms: number): void }).at(100));
  expect(await harmlessText()).toBe('Parts delivered');
  await page.close();
});

test('a visit recorded in a real browser is rebuilt without a failure, at its start, its end and back', async () => {
  const page = await browsing.context.newPage();
  await page.goto(home.origin);
  const seen = await page.evaluate(visit, recordedSegments('shop-member-1.0.0'));
  expect(seen.failed).toBe(0);
  expect(seen.headings).toEqual(['Sign in', 'Fernhill Supply', 'Sign in']);
  expect(seen.pages).toBeGreaterThan(1);
  await page.close();
});

/** See fixtures/rrweb/ORIGIN.md. */
function recordedSegments(name: string): ReplayLine[] {
  const file = new URL(`../../../fixtures/rrweb/${name}.ndjson.gz`, import.meta.url);
  const lines = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n');
  return lines.map((line) => {
    const { page, seq, events } = JSON.parse(line) as Pick<Hostile, 'page' | 'seq' | 'events'>; // written by our own script
    const times = events.map(({ timestamp }) => timestamp);
    return {
      format: 'rrweb/2',
      tab: 'tab',
      page,
      seq,
      from: Math.min(...times),
      until: Math.max(...times),
      anchor: false,
      events,
    };
  });
}

/** Runs in the page: goes to the start, the end and the start again, and reads the heading that stands there. */
async function visit(
  lines: ReplayLine[],
): Promise<{ failed: number; pages: number; headings: (string | undefined)[] }> {
  const { replay } = window as unknown as { replay: typeof import('./index.ts') };
  const root = document.querySelector<HTMLElement>('#root');
  if (!root) throw new Error('no root');
  const gathering = replay.createGathering();
  for (const line of lines) gathering.add(line);
  const recording = gathering.recording();
  const stage = replay.createStage(root);
  const headings = [recording.from + 500, recording.until, recording.from + 500].map((at) => {
    stage.show(recording, at);
    return root.querySelector('iframe')?.contentDocument?.querySelector('h1')?.textContent;
  });
  const { failed } = stage.show(recording, recording.until);
  return { failed, pages: recording.pages.length, headings };
}

/** Runs in the page: lets it settle, then makes one call that is allowed, after which any that was under way has been seen. */
async function canary(origin: string): Promise<void> {
  await new Promise((done) => requestAnimationFrame(() => requestIdleCallback(done, { timeout: 1_000 })));
  await fetch(`${origin}/canary`);
}

/** Runs in the page: shows the whole line, and leaves `at` to go elsewhere in it. */
async function show(line: Hostile): Promise<{ failed: number }> {
  const { replay } = window as unknown as { replay: typeof import('./index.ts') };
  const root = document.querySelector<HTMLElement>('#root');
  if (!root) throw new Error('no root');
  const gathering = replay.createGathering();
  gathering.add(line);
  const recording = gathering.recording();
  const stage = replay.createStage(root);
  stage.setMoving(true);
  stage.show(recording, line.from + 5);
  Object.assign(window, { at: (ms: number) => stage.show(recording, line.from + ms) });
  return stage.show(recording, line.until);
}

async function listen(
  answer: (path: string) => [media: string, body: string],
): Promise<{ server: Server; origin: string }> {
  const server = createServer((request, reply) => {
    const [media, body] = answer(request.url ?? '/');
    reply.writeHead(200, { 'content-type': media, 'access-control-allow-origin': '*' }).end(body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo; // listening on a port
  return { server, origin: `http://127.0.0.1:${port}` };
}
