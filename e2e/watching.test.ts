import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { listSessions, type RecordBatch, type Segment, type WireRecord } from '@sightglass/wire';
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Browsing, startBrowsing } from './lib/chromium.ts';
import { shownPage, stageOf } from './lib/shown-page.ts';
import { type Running, startSightglass } from './lib/sightglass.ts';
import { signIn } from './lib/sign-in.ts';
import { replayUntil, sessionWhere } from './lib/stored.ts';

/** From a statement to the moment that bears it out: a recorded visit, its specification, its replay, its issue. */

const owner = { email: 'ada@example.com', password: 'a glass that one sees through' };
const patience = { timeout: 180_000, interval: 250 };
const whole = 'session-whole-0001';
const torn = 'session-torn-00001';
/** What a person may have typed anywhere; it must be read, not run. */
const nasty = '<img src=x onerror="document.title=1">{{7*7}}';
const start = Date.now() - 3_600_000;
let server: Running;
let browsing: Browsing;
let page: Page;
let project: { id: string; clientKey: string };

beforeAll(async () => {
  server = await startSightglass({ owner });
  project = await server.makeProject('Parts Desk');
  await sendVisit(whole, () => true);
  await sendVisit(torn, ({ seq }) => seq !== 2);
  browsing = await startBrowsing({ width: 1440, height: 900, shell: true });
  page = await browsing.context.newPage();
  await signIn(page, server.origin, owner);
  await page.waitForURL(`**/p/${project.id}`);
  await vi.waitFor(async () => expect(await storedSessions()).toHaveLength(2), patience);
});

afterAll(async () => {
  await browsing?.stop();
  await server?.stop();
});

test('a statement of the specification opens the replay at the moment that it rests on', async () => {
  await page.goto(`${server.origin}/p/${project.id}`);
  const entry = page.getByRole('article', { name: /POST \/api\/orders/ });
  await entry.getByRole('button', { name: /POST \/api\/orders/, expanded: false }).click();
  await entry.getByRole('figure').getByText('totalCents').waitFor();
  await entry.getByRole('link', { name: /^Watch moment 1:/ }).click();
  await page.waitForURL('**/sessions/session-*t=*');
  const at = Number(new URL(page.url()).searchParams.get('t'));
  expect(at - start).toBe(8_000);
  await expect.poll(moment).toBe('0:08');
  await expect.poll(heading).toBe('Your orders');
  await page.getByRole('button', { name: 'Play' }).waitFor();
});

test('the player answers to keys, and the address leads back to where one stopped', async () => {
  await open(whole, '?t=10');
  // What is replayed belongs to nobody, and is a picture to who watches: a press on it leaves the keyboard where it is.
  const stage = page.frames().find((frame) => frame.url().startsWith('data:'));
  expect(await stage?.evaluate(() => self.origin)).toBe('null');
  await page.getByTitle('Stage').click({ force: true });
  for (const [key, expected] of [
    ['ArrowRight', '0:20'],
    ['ArrowLeft', '0:10'],
    ['Shift+ArrowLeft', '0:09'],
    ['Shift+ArrowLeft', '0:08'],
  ] as const) {
    await page.keyboard.press(key);
    await expect.poll(moment).toBe(expected);
  }
  await expect.poll(() => new URL(page.url()).searchParams.get('t')).toBe(String(start + 8_000));
  await page.reload();
  await expect.poll(moment).toBe('0:08');
  await page.keyboard.press('5');
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  await expect.poll(moment).not.toBe('0:08');
  await page.keyboard.press('Escape');
  await page.waitForURL('**/sessions');
});

test('a link that is to run from a moment does so however late the recording comes', async () => {
  const late = async (route: Route): Promise<void> => {
    // By then a replay that rests has long named its moment in the address.
    await new Promise((done) => setTimeout(done, 1_500));
    await route.continue();
  };
  await page.route('**/replay*', late, { times: 1 });
  await page.goto(`${server.origin}/p/${project.id}/sessions/${whole}?t=9&play=1`);
  await expect.poll(moment).toMatch(/^0:1\d$/);
});

test('the list stands where the replay stands, and a click in it goes there', async () => {
  await open(whole, '?t=0.5');
  const list = page.getByRole('region', { name: 'What happened' });
  await list.getByRole('button', { name: /TypeError/ }).click();
  await expect.poll(moment).toBe('0:09');
  await list.locator('[aria-current]').getByText('TypeError').waitFor();
  await list.getByRole('button', { name: /^Errors/ }).click();
  await list.getByRole('button', { name: /TypeError/ }).waitFor({ state: 'hidden' });
  await expect.poll(() => new URL(page.url()).searchParams.get('show')).toBe('views,actions,calls,forms,notes');
});

test('an element that one points at is told as it was recorded, is walked from by key, and is named by the address', async () => {
  await open(whole, '?t=8');
  await expect.poll(heading).toBe('Your orders');
  await page.keyboard.press('Shift+I');
  const panel = page.getByRole('tabpanel', { name: 'Element' });
  const { x, y, width, height } = (await shownPage(page).locator('h1').last().boundingBox()) ?? nowhere;
  await page.mouse.click(x + width / 2, y + height / 2);
  await panel.getByRole('heading', { name: /^h1/ }).waitFor();
  await panel.getByText('Your orders').waitFor();
  // This visit's action does not say what it was on.
  await panel.getByText('does not say what actions were on').waitFor();
  await page.keyboard.press('Alt+ArrowUp');
  await panel.getByRole('heading', { name: /^(?!h1)/, level: 2 }).waitFor();
  const named = new URL(page.url()).searchParams.get('element');
  await page.reload();
  await panel.getByText(named ?? 'no selector', { exact: true }).waitFor();
  await panel.getByRole('button', { name: /^h1/ }).click();
  await panel.getByText('Your orders').waitFor();
  // At another moment it may not be there.
  await page.goto(page.url().replace(/element=[^&]*/, 'element=%23gone%20%3E%20img'));
  await panel.getByRole('heading', { name: 'It is not on the page' }).waitFor();
  await panel.getByRole('button', { name: 'Let go of it' }).click();
  await panel.getByRole('button', { name: 'Begin at the body' }).click();
  await panel.getByRole('heading', { name: 'body' }).waitFor();
});

test('what somebody came with is told beside the name, and in a bug report what numbers and dates go wrong by', async () => {
  await open(whole, '?t=8');
  await page.getByRole('button', { name: 'About this session' }).press('Enter');
  const about = page.getByRole('dialog', { name: 'About this session' });
  for (const said of ['Firefox on Windows', '1280 × 720', '1920 × 1080 at 1.5×', 'de-AT', 'search.example'])
    await about.getByText(said, { exact: true }).waitFor();
  await about.getByText(/^[A-Z][a-z]{2} \d\d:\d\d, Europe\/Vienna$/).waitFor();
  await page.keyboard.press('Escape');
  await about.waitFor({ state: 'hidden' });
  await page.keyboard.press('b');
  const report = page.getByRole('textbox', { name: 'Bug report' });
  expect(await report.inputValue()).toContain('| Language and zone | de-AT, Europe/Vienna |');
  await page.keyboard.press('Escape');
  await report.waitFor({ state: 'hidden' });
});

test('at the end of a session the next one begins, where one wants that', async () => {
  await open(whole, '?t=28');
  await page.getByRole('button', { name: 'How to watch' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Go on with the next session' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'hidden' });
  await page.keyboard.press('8');
  // A button that has the focus takes the space for itself.
  await page.getByRole('slider', { name: 'Moment' }).focus();
  await page.keyboard.press('Space');
  await page.waitForURL(`**/sessions/${torn}?play=1`);
  await page.getByRole('button', { name: 'How to watch' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Go on with the next session' }).click();
});

test('O35: a segment that never came is a gap that is told, and the rest plays', async () => {
  await open(torn, '?t=25');
  await expect.poll(heading).toBeTruthy();
  await page
    .getByTitle(/^Missing from the recording/)
    .first()
    .waitFor({ state: 'attached' });
});

test('an issue leads to ten seconds before it happened, and plays', async () => {
  await page.goto(`${server.origin}/p/${project.id}/issues`);
  await page.getByRole('link', { name: /TypeError/ }).click();
  await page.getByRole('heading', { name: /TypeError/ }).waitFor();
  const moments = page.getByRole('region').filter({ hasText: 'Watch it happen' }).or(page.locator('main'));
  const link = moments.getByRole('link').filter({ hasText: /ago|:/ }).first();
  const there = new URL((await link.getAttribute('href')) ?? '', server.origin);
  expect(Number(there.searchParams.get('t')) - start).toBe(9_000 - 10_000);
  expect(there.searchParams.get('play')).toBe('1');
});

test('what was typed into the application is read and never run', async () => {
  for (const path of ['', '/issues', `/sessions/${whole}`]) {
    await page.goto(`${server.origin}/p/${project.id}${path}`);
    await page.getByText('onerror', { exact: false }).first().waitFor();
    expect(await page.locator('main img').count()).toBe(0);
    expect(await page.title()).not.toBe('1');
  }
});

test('where the recorder did less than it could, the replay says so, on the line and at the moment', async () => {
  const session = 'session-busy-00001';
  const tokens = [[10, 'html'], ['html'], ['head'], -1, ['body'], ['h1'], 'Orders'];
  const segment = {
    ...{ v: 1, format: 'sightglass/1', session, tab: 'tab-000001', page: 'page-busy1', seq: 0 },
    ...{ from: start, until: start + 60_000, anchor: true, sentAt: Date.now() },
    events: [
      [0, 0, 1, { href: '/orders', width: 1000, height: 700 }, tokens],
      [1, 2],
      [14, 10_000, 'shed', { level: 1 }],
      [14, 20_000, 'shed', { level: 2 }],
      [14, 40_000, 'shed', { level: 0 }],
      [14, 45_000, 'zoom', { scale: 1.5 }],
    ],
  };
  await send('/v1/segments', segment as unknown as Segment);
  await replayUntil(server, { project: project.id, session }, start + 60_000);
  // Its row is made behind its segments.
  await sessionWhere(server, { project: project.id, from: start, until: Date.now() }, { session });
  await page.goto(`${server.origin}/p/${project.id}/sessions/${session}?t=25&show=other`);
  await page.getByText('the recorder looked less often, and left the pointer out.').waitFor();
  await page.getByTitle('Recorded with less than there was: 0:30').waitFor({ state: 'attached' });
  const list = page.getByRole('region', { name: 'What happened' });
  await list.getByRole('button', { name: /zoom.*150 %/ }).click();
  await page.getByText('the recorder looked less often').waitFor({ state: 'hidden' });
});

async function open(session: string, search: string): Promise<void> {
  await page.goto(`${server.origin}/p/${project.id}/sessions/${session}${search}`);
  await stageOf(page).locator('[data-part=page] iframe').waitFor();
  await page.getByRole('region', { name: 'What happened' }).getByText('POST').first().waitFor();
}

const nowhere = { x: 0, y: 0, width: 0, height: 0 };

type RrwebSegment = Extract<Segment, { format: 'rrweb/2' }>;

const moment = () => page.getByRole('slider', { name: 'Moment' }).getAttribute('aria-valuetext');
const heading = () => shownPage(page).locator('h1').last().textContent();

/** A member's visit to a shop (fixtures/rrweb/ORIGIN.md), moved to an hour ago, with records of our own beside it. */
async function sendVisit(session: string, keeps: (segment: { seq: number }) => boolean): Promise<void> {
  const file = new URL('../fixtures/rrweb/shop-member-1.0.0.ndjson.gz', import.meta.url);
  const lines = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n');
  const told = lines.map((line) => JSON.parse(line) as Pick<RrwebSegment, 'page' | 'seq' | 'events'>); // written by our own script
  const shift = start - Math.min(...told.flatMap(({ events }) => events.map(({ timestamp }) => timestamp)));
  for (const { page: id, seq, events } of told.filter(keeps)) {
    const moved = events.map((event) => ({ ...event, timestamp: event.timestamp + shift }));
    const times = moved.map(({ timestamp }) => timestamp);
    const until = Math.max(...times);
    const segment: RrwebSegment = {
      v: 1,
      format: 'rrweb/2',
      session,
      tab: 'tab-000001',
      page: id,
      seq,
      from: Math.min(...times),
      until,
      anchor: moved.some(({ type }) => type === 2),
      sentAt: Date.now(),
      events: moved,
    };
    await send('/v1/segments', segment);
  }
  const batch: RecordBatch = {
    v: 1,
    session,
    tab: 'tab-000001',
    seq: 0,
    first: 0,
    sentAt: Date.now(),
    startedAt: start,
    sdk: { name: 'sightglass', version: '0.1.0' },
    release: '1.0.0',
    environment: 'production',
    visitor: `member-of-${session}`,
    role: 'buyer',
    records: records(session),
  };
  await send('/v1/records', batch);
}

function records(session: string): WireRecord[] {
  const common = { view: `view-${session}`, route: '/orders/new' };
  return [
    {
      kind: 'session',
      at: start,
      userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:152.0) Gecko/20100101 Firefox/152.0',
      viewport: { width: 1280, height: 720 },
      screen: { width: 1920, height: 1080, pixelRatio: 1.5 },
      language: 'de-AT',
      timeZone: 'Europe/Vienna',
      referrerHost: 'search.example',
      entryPath: '/orders/new',
      replay: true,
    },
    { kind: 'view', at: start, ...common, version: 0, path: '/orders/new', title: nasty, cause: 'load' },
    {
      kind: 'action',
      at: start + 8_000,
      ...common,
      id: `action-${session}`,
      version: 0,
      type: 'click',
      role: 'button',
      name: 'Submit',
      frustrations: [],
    },
    {
      kind: 'resource',
      at: start + 8_000,
      ...common,
      id: `call-${session}`,
      type: 'fetch',
      method: 'POST',
      host: '',
      path: '/api/orders',
      status: 201,
      durationMs: 120,
      action: `action-${session}`,
      response: { types: ['object'], fields: { totalCents: { types: ['integer'], magnitude: 14 } } },
    },
    {
      kind: 'error',
      at: start + 9_000,
      ...common,
      source: 'uncaught',
      handled: false,
      type: 'TypeError',
      message: `no lines ${nasty}`,
      stack: [{ function: 'renderLines', host: '', file: '/app.js', line: 1, column: 20 }],
    },
  ];
}

async function send(door: string, body: unknown): Promise<void> {
  const answer = await fetch(`${server.origin}${door}?key=${project.clientKey}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(202);
  expect(await answer.json()).toMatchObject({ refused: [] });
}

/** Those of which records and replay are there. */
async function storedSessions(): Promise<string[]> {
  const about = { project: project.id, from: start - 60_000, until: Date.now() + 60_000 };
  const { sessions } = await server.ask(listSessions, about);
  return sessions.filter(({ replay, views }) => replay && views > 0).map(({ session }) => session);
}
