import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import type { ReplayLine } from '@sightglass/wire';
import type { Frame, FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type StagePage, startStagePage } from '../../../e2e/lib/stage-page.ts';
import { drawingOf, hostileDrawings } from '../../wire/src/testing/hostile-drawings.ts';
import type { Recording } from './recording.ts';
import { type Hostile, hostileLine } from './testing/hostile-recording.ts';

/** A page with a stage in a frame, as the dashboard has it but for the dashboard's own policy; a second server plays the rest of the world. */
let stagePage: StagePage;
let elsewhere: { server: Server; origin: string };
const calledElsewhere: string[] = [];

beforeEach(() => calledElsewhere.splice(0));

beforeAll(async () => {
  elsewhere = await listen((path) => {
    calledElsewhere.push(path);
    return ['text/javascript', 'top.hacked = true'];
  });
  stagePage = await startStagePage();
});

afterAll(async () => {
  await stagePage?.stop();
  elsewhere?.server.close();
});

type Staged = Window & { at(ms: number): Promise<{ failed: number }>; stageFailed?: string };

/** A page on which a stage shows these lines, or this recording as it is; what it complained of, asked for, and where it went. */
async function open(given: readonly ReplayLine[] | Recording, script = '/stage.js') {
  const page = await stagePage.browsing.context.newPage();
  const complaints: string[] = [];
  const requests: string[] = [];
  const went: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('dialog', (dialog) => complaints.push(dialog.message()));
  await page.goto(stagePage.origin);
  page.on('request', (request) => requests.push(request.url()));
  page.on('framenavigated', (frame) => went.push(frame.url().split(',')[0] ?? ''));
  await page.evaluate(start, { given, script });
  return { page, complaints, requests, went, at: (ms: number) => page.evaluate(goTo, ms) };
}

/** Runs in the page. Times that `at` is given count from the start. */
function start({ given, script }: { given: readonly ReplayLine[] | Recording; script: string }): void {
  const { replay } = window as unknown as { replay: typeof import('./index.ts') };
  const root = document.querySelector<HTMLElement>('#root');
  if (!root) throw new Error('no root');
  const gathering = replay.createGathering();
  if (!('pages' in given)) for (const line of given) gathering.add(line);
  const recording = 'pages' in given ? given : gathering.recording();
  const look = { accent: 'teal', pointerPx: 20 };
  const stage = replay.openStage(root, {
    ...{ script, look },
    onFailed: (how) => Object.assign(window, { stageFailed: how }),
  });
  stage.setMoving(true);
  Object.assign(window, { at: (ms: number) => stage.show(recording, recording.from + ms) });
}

/** Runs in the page. */
function goTo(ms: number): Promise<{ failed: number }> {
  return (window as unknown as Staged).at(ms);
}

const shown = (page: Page): FrameLocator =>
  page.frameLocator('#root > iframe').frameLocator('[data-part=page] > iframe');

function stageIn(page: Page): Frame {
  const stage = page.frames().find((frame) => frame.url().startsWith('data:'));
  if (!stage) throw new Error('no stage');
  return stage;
}

test('a hostile recording runs no script, makes no request and goes nowhere, and its harmless part is shown', async () => {
  const { page, complaints, requests, went, at } = await open([hostileLine(elsewhere.origin)]);
  expect((await at(5)).failed).toBe(0);
  expect((await at(100)).failed).toBe(0);
  await canary(page);
  expect(await shown(page).locator('#harmless').textContent()).toBe('Parts on order');
  expect(await shown(page).locator('#added').textContent()).toBe('Bolts');
  expect(await hacked(page)).toEqual([]);
  const own = [`${stagePage.origin}/stage.js`, `${elsewhere.origin}/canary`];
  expect(requests.filter((url) => !url.startsWith('data:'))).toEqual(own);
  expect(calledElsewhere).toEqual(['/canary']);
  expect(complaints).toEqual([]);
  expect(went.filter((url) => !/^about:(blank|srcdoc)$|^data:text\/html/.test(url))).toEqual([]);
  expect(page.url()).toBe(`${stagePage.origin}/`);
  await page.close();
});

test('with nothing filtered the frame still runs no script, makes no request and goes nowhere', async () => {
  const line = hostileLine(elsewhere.origin);
  const { tab, page: load, from, until, events } = line;
  const own = {
    tab,
    page: load,
    from,
    until,
    events,
    anchors: [1],
    activity: [from],
    notes: [],
    format: 'rrweb/2',
  } as const;
  const { page, at } = await open({ pages: [own], gaps: [], from, until, refused: 0 });
  await at(5);
  await at(100);
  await at(5);
  // And what no player would build: markup as a parser takes it, and a script as a script is made.
  const built = await stageIn(page).evaluate((origin) => {
    const inner = document.querySelector<HTMLIFrameElement>('[data-part=page] > iframe')?.contentDocument;
    if (!inner) throw new Error('no document');
    const run = 'top.hacked = 1; parent.hacked = 1; parent.parent.hacked = 1';
    const box = inner.createElementNS('http://www.w3.org/1999/xhtml', 'div');
    (inner.documentElement ?? inner).append(box);
    box.innerHTML = `<img src="${origin}/img"><iframe srcdoc="<script>${run}</script><img src='${origin}/inner'>"></iframe>
      <link rel="stylesheet" href="${origin}/css"><link rel="prefetch" href="${origin}/prefetch"><video src="${origin}/video" autoplay></video>
      <object data="${origin}/object"></object><embed src="${origin}/embed"><iframe src="${origin}/frame"></iframe>
      <iframe sandbox="allow-scripts allow-same-origin" srcdoc="<script>${run}</script>"></iframe><iframe src="javascript:${run}"></iframe>
      <meta http-equiv="refresh" content="0;url=${origin}/refresh"><iframe src="data:text/html,<script>${run}</script>"></iframe>
      <p style="background:url(${origin}/background)">x</p><img src=x onerror="${run}"><a href="javascript:${run}">a</a>`;
    const script = inner.createElementNS('http://www.w3.org/1999/xhtml', 'script');
    script.textContent = run;
    box.append(script);
    for (const link of box.querySelectorAll('a')) link.click();
    return box.querySelectorAll('*').length;
  }, elsewhere.origin);
  expect(built).toBeGreaterThan(10);
  await canary(page);
  expect(calledElsewhere).toEqual(['/canary']);
  expect(await hacked(page)).toEqual([]);
  expect(page.url()).toBe(`${stagePage.origin}/`);
  await page.close();
});

test('of kept drawings those are shown that only draw; and with nothing filtered none runs anything or asks for anything', async () => {
  const files = [...hostileDrawings(elsewhere.origin).map(([, held]) => drawingOf(held)), drawingOf('')];
  const drawings = files.map((file) => `data:image/svg+xml;base64,${Buffer.from(file).toString('base64')}`);
  const from = 1_790_000_000_000;
  const element = (id: number, tagName: string, attributes: object, childNodes: object[] = [], more = {}) => ({
    ...{ type: 2, id, tagName, attributes, childNodes },
    ...more,
  });
  const icons = drawings.map((_, at) => element(at + 10, 'use', { href: `/${at}.svg##b` }, [], { isSVG: true }));
  const body = element(3, 'body', {}, [element(4, 'svg', {}, icons, { isSVG: true })]);
  const node = { type: 0, id: 1, childNodes: [element(2, 'html', {}, [body])] };
  const tell = (type: number, data: object) => ({ type, timestamp: from, data });
  const events = [
    tell(4, { href: 'http://x/', width: 640, height: 480 }),
    tell(2, { node, initialOffset: { top: 0, left: 0 } }),
    ...drawings.map((data, at) => tell(5, { tag: 'sightglass:drawing', payload: { address: `/${at}.svg`, data } })),
  ];
  const about = { tab: 'tab', page: 'page', seq: 0, from, until: from + 1, anchor: true };
  const { page, complaints, at } = await open([{ format: 'rrweb/2', ...about, events }]);
  expect((await at(1)).failed).toBe(0);
  const stage = stageIn(page);
  const drawn = await stage.evaluate(async () => {
    const inner = document.querySelector<HTMLIFrameElement>('[data-part=page] > iframe')?.contentDocument;
    const all = [...(inner?.querySelectorAll('use') ?? [])];
    while (all.at(-1)?.getBBox().width !== 9) await new Promise((done) => requestAnimationFrame(done));
    return all.flatMap((use, place) => (use.href.baseVal.startsWith('blob:') ? place : []));
  });
  expect(drawn).toEqual([drawings.length - 1]);
  await stage.evaluate(async (unfiltered) => {
    const inner = document.querySelector<HTMLIFrameElement>('[data-part=page] > iframe')?.contentDocument;
    const all = [...(inner?.querySelectorAll('use') ?? [])];
    for (const [place, use] of all.entries()) {
      const file = new Blob([unfiltered[place] ?? ''], { type: 'image/svg+xml;charset=utf-8' });
      use.setAttribute('href', `${URL.createObjectURL(file)}#b`);
    }
    while (all.at(-1)?.getBBox().width !== 9) await new Promise((done) => requestAnimationFrame(done));
  }, files);
  await canary(page);
  expect(calledElsewhere).toEqual(['/canary']);
  expect(await hacked(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await page.close();
});

test('what is shown has an origin that is nobody’s: it knows neither the page around it nor its cookies, and reaches its own frames', async () => {
  const { page, at } = await open([hostileLine(elsewhere.origin)]);
  await page.context().addCookies([{ name: 'session', value: 'secret', url: stagePage.origin }]);
  await page.evaluate(() => localStorage.setItem('secret', '1'));
  await at(100);
  const seen = await stageIn(page).evaluate(async (origin) => {
    const inner = document.querySelector<HTMLIFrameElement>('[data-part=page] > iframe');
    const isRefused = (look: () => unknown): boolean => {
      try {
        look();
        return false;
      } catch (error) {
        return (error as Error).name === 'SecurityError'; // of that frame's own classes
      }
    };
    const nested = [...(inner?.contentDocument?.querySelectorAll('iframe') ?? [])];
    return {
      origins: [self.origin, inner?.contentWindow?.origin],
      refused: [
        () => parent.document,
        () => parent.localStorage,
        () => document.cookie,
        () => localStorage,
        () => sessionStorage,
        () => inner?.contentDocument?.cookie,
        () => inner?.contentWindow?.localStorage,
      ].map(isRefused),
      fetched: await fetch(`${origin}/fetched`).then(
        () => true,
        () => false,
      ),
      sandboxes: [inner, frameElementOf()].map((frame) => frame?.getAttribute('sandbox')),
      nested: nested.length,
      reached: nested.filter(({ contentDocument }) => contentDocument).length,
    };
    /** It cannot be read from here. */
    function frameElementOf(): Element | null {
      return window.frameElement;
    }
  }, elsewhere.origin);
  expect(seen.origins).toEqual(['null', 'null']);
  expect(seen.refused).toEqual(seen.refused.map(() => true));
  expect(seen.fetched).toBe(false);
  expect(seen.sandboxes).toEqual(['allow-same-origin', undefined]);
  expect(seen.nested).toBeGreaterThan(0);
  expect(seen.reached).toBe(seen.nested);
  expect(calledElsewhere).toEqual([]);
  await page.close();
});

test('a stage whose script does not come says so', async () => {
  const { page } = await open([hostileLine(elsewhere.origin)], `${elsewhere.origin.replace(/:\d+$/, ':9')}/none.js`);
  await page.waitForFunction(() => (window as unknown as Staged).stageFailed === 'missing');
  await page.close();
});

test('a stage whose script ends in an error over what was asked says so, and shows what it can afterwards', async () => {
  const { page, at, complaints } = await open([hostileLine(elsewhere.origin)]);
  await at(2);
  await stageIn(page).evaluate(() => {
    const fault = () => {
      throw new Error('a fault of ours');
    };
    Object.defineProperty(document.querySelector('#stage'), 'clientWidth', { get: fault, configurable: true });
  });
  await page.evaluate(() => void (window as unknown as Staged).at(25));
  await page.waitForFunction(() => (window as unknown as Staged).stageFailed === 'broken');
  await expect.poll(() => complaints.join()).toContain('a fault of ours');
  await stageIn(page).evaluate(() => {
    const root = document.querySelector('#stage');
    return root !== null && Reflect.deleteProperty(root, 'clientWidth');
  });
  await at(30);
  await page.close();
});

test('an event that cannot be applied costs that event; a seek back and forth ends at the same page', async () => {
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
  const { page, at } = await open([line]);
  await at(100);
  const harmlessText = () => shown(page).locator('#harmless').textContent();
  expect(await harmlessText()).toBe('Parts delivered');
  await at(5);
  expect(await harmlessText()).toBe('Parts on order');
  await at(100);
  expect(await harmlessText()).toBe('Parts delivered');
  await page.close();
});

test('a visit recorded in a real browser is rebuilt without a failure, at its start, its end and back', async () => {
  const lines = recordedSegments('shop-member-1.0.0');
  const { page, at } = await open(lines);
  const times = lines.flatMap((line) => ('seq' in line ? [line.from, line.until] : []));
  const length = Math.max(...times) - Math.min(...times);
  const headings: (string | null)[] = [];
  for (const moment of [500, length, 500]) {
    expect((await at(moment)).failed).toBe(0);
    headings.push(await shown(page).locator('h1').first().textContent());
  }
  expect(headings).toEqual(['Sign in', 'Fernhill Supply', 'Sign in']);
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

/** Lets the page settle, then makes one call that is allowed, after which any that was under way has been seen. */
async function canary(page: Page): Promise<void> {
  await page.evaluate(async (origin) => {
    await new Promise((done) => requestAnimationFrame(() => requestIdleCallback(done, { timeout: 1_000 })));
    await fetch(`${origin}/canary`);
  }, elsewhere.origin);
}

/** Addresses of the windows that can be reached in which something has run: the page's, the stage's, and those of the frames in it. */
async function hacked(page: Page): Promise<string[]> {
  const look = (): string[] => {
    const windows: Window[] = [window];
    for (const one of windows)
      for (let at = 0; at < one.frames.length; at += 1) {
        const inner = one.frames[at];
        try {
          if (inner?.document) windows.push(inner);
        } catch {
          // Of another origin, as those are that a policy kept from loading.
        }
      }
    return windows.filter((one) => 'hacked' in one).map(({ location }) => location.href);
  };
  return [...(await page.evaluate(look)), ...(await stageIn(page).evaluate(look))];
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
