import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page, type Request } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { chromiumPath, flags } from '../../../e2e/lib/chromium.ts';
import { forgetVisitor } from './testing/new-visitors.ts';
import { until } from './testing/until.ts';
import { type Watched, watchedSite } from './testing/watched.ts';

let watched: Watched;
beforeAll(async () => {
  watched = await watchedSite();
});
afterAll(() => watched.stop());
beforeEach(async () => {
  await forgetVisitor(watched);
  const { intake, complaints, site } = watched;
  intake.batches.length = intake.segments.length = intake.invalid.length = complaints.length = 0;
  intake.bodies.length = intake.requests.length = 0;
  Object.assign(intake.manner, { status: 202, doors: {}, headers: {}, watched: true, delayMs: 0, skewMs: undefined });
  site.pages['/'] = watched.html('<button>Buy</button><button>Last</button>');
});

const names = (): string[] =>
  watched.intake
    .records('action')
    .filter(({ version }) => version === 0)
    .map(({ name }) => name);
/** Waits until all parts of the SDK have come, the recorder last. */
const wholly = (page: Page): Promise<void> =>
  until(async () => {
    const came = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    expect(came.join()).toContain('sdk-recorder.js');
  });

/** The next time that something could not be sent. */
const nextFailure = (page: Page): Promise<unknown> =>
  page.waitForEvent('requestfailed', { predicate: (request) => request.url().includes('/v1/'), timeout: 60_000 });

/** Every record of a tab has a number of its own, without gaps once all have come: what a page hands over last may come after the next page's first. */
const wholeNumbers = (): Promise<void> => until(expectWholeNumbers);

function expectWholeNumbers(): void {
  const tabs = Map.groupBy(watched.intake.batches, ({ session, tab }) => `${session} ${tab}`);
  for (const batches of tabs.values()) {
    const sorted = batches.toSorted((a, b) => a.seq - b.seq);
    for (const [at, batch] of sorted.entries()) {
      const before = sorted[at - 1];
      if (before) expect(batch).toMatchObject({ seq: before.seq + 1, first: before.first + before.records.length });
    }
  }
}

test('the first batch is sent at once, and the next ones soon while someone looks on', async () => {
  /** Of the first record of a batch that holds this, until it was sent; by the page's own clock. */
  const waitedMs = (kind: string): number => {
    const batch = watched.intake.batches.find(({ records }) => records.some((record) => record.kind === kind));
    return (batch?.sentAt ?? Number.NaN) - (batch?.records[0]?.at ?? Number.NaN);
  };
  /** Where nobody looks on it is five seconds. */
  const soonMs = 4_500;
  watched.intake.manner.watched = true;
  const page = await watched.open('/');
  await until(() => expect(watched.intake.batches.length).toBeGreaterThan(0));
  expect(waitedMs('session')).toBeLessThan(soonMs);
  await wholly(page);
  await page.getByText('Buy').click();
  await until(() => expect(names()).toContain('Buy'));
  expect(waitedMs('action')).toBeLessThan(soonMs);
});

test('reloads and further tabs belong to one session; each tab counts its own batches', async () => {
  const page = await watched.open('/');
  await until(() => expect(watched.intake.batches.length).toBeGreaterThan(0));
  await page.getByText('Buy').click();
  await page.reload();
  const other = await watched.open('/');
  await other.getByText('Last').click();
  await page.close();
  await other.close();
  await until(() => expect(names()).toEqual(expect.arrayContaining(['Buy', 'Last'])));
  await until(() =>
    expect(
      watched.intake.records('view').filter(({ cause, version }) => cause === 'load' && version === 0),
    ).toHaveLength(3),
  );
  const { batches } = watched.intake;
  expect(new Set(batches.map(({ session }) => session)).size).toBe(1);
  expect(new Set(batches.map(({ tab }) => tab)).size).toBe(2);
  expect(watched.intake.records('session')).toHaveLength(1);
  await wholeNumbers();
});

test('a tab that the page opens itself has numbers of its own', async () => {
  const page = await watched.open('/');
  await until(() => expect(watched.intake.batches.length).toBeGreaterThan(0));
  const [opened] = await Promise.all([page.waitForEvent('popup'), page.evaluate(() => void window.open('/'))]);
  await opened.getByText('Buy').click();
  await page.getByText('Last').click();
  await opened.close();
  await page.close();
  await until(() => expect(names()).toEqual(expect.arrayContaining(['Buy', 'Last'])));
  expect(new Set(watched.intake.batches.map(({ tab }) => tab)).size).toBe(2);
  await wholeNumbers();
});

test('the last click before a tab is closed arrives, and so does the one before a link is followed', async () => {
  watched.site.pages['/away'] = '<title>away</title>';
  for (const leave of ['close', 'follow', 'at once'] as const) {
    const page = await watched.open('/');
    if (leave !== 'at once') await wholly(page);
    await page.getByText('Buy').click();
    await page.getByText('Last').click();
    if (leave === 'close') await page.close({ runBeforeUnload: true });
    else await page.goto(`${watched.site.origin}/away`);
    await until(() => expect(names().filter((name) => name === 'Last')).toHaveLength(1));
    watched.intake.batches.length = 0;
    if (!page.isClosed()) await page.close();
  }
});

test('where nobody looks on, what a page says at its end goes in one request', async () => {
  watched.intake.manner.watched = false;
  // What is said last leads away itself: no time passes in which the page might send by itself.
  watched.site.pages['/'] = watched.html('<a href="/empty">Last</a>');
  const page = await watched.open('/');
  await until(() => expect(watched.intake.batches.length).toBeGreaterThan(0));
  await wholly(page);
  await page.getByText('Last').click();
  await page.waitForURL('**/empty');
  const { requests } = watched.intake;
  await until(() => expect(names()).toEqual(['Last']));
  const lasts = requests.filter((bodies) => bodies.some(({ text }) => /"kind":"view"[^}]*"durationMs"/.test(text)));
  expect(lasts).toHaveLength(1);
  const text = lasts[0]?.map(({ text }) => text).join();
  for (const told of ['"name":"Last"', '"name":"CLS"', '"name":"LCP"']) expect(text).toContain(told);
});

test('a page whose process dies loses no more than what was recorded in the last seconds', async () => {
  watched.intake.manner.watched = false;
  const page = await watched.open('/');
  const other = await watched.open('/empty');
  await until(() => expect(watched.intake.batches.length).toBeGreaterThan(0));
  await page.getByText('Buy').click();
  const kept = () => other.evaluate(() => JSON.stringify({ ...localStorage }));
  // Kept, or sent where the machine was slow.
  await until(async () => expect((await kept()) + names()).toContain('Buy'));
  const died = page.waitForEvent('crash');
  const session = await watched.browsing.context.newCDPSession(page);
  session.send('Page.crash').catch(() => undefined); // nobody is left to answer
  await died;
  await other.goto(watched.site.origin);
  await until(() => expect(names()).toEqual(['Buy']));
  await wholeNumbers();
  await page.close();
});

test('a page that comes back from the back-forward cache is another view of the same tab', async () => {
  watched.intake.manner.watched = true;
  const profile = mkdtempSync(join(tmpdir(), 'sightglass-bfcache-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath,
    args: ['--no-sandbox', '--disable-gpu'],
    // Playwright keeps pages out of that cache.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  try {
    const page = await context.newPage();
    watched.site.pages['/second'] = watched.html('second');
    const recorded = page.waitForResponse(/v1.(segments|parcels)/);
    await page.goto(watched.site.origin);
    await (await recorded).finished();
    const isBack = () => expect(watched.intake.records('view').some(({ cause }) => cause === 'bfcache')).toBe(true);
    // The browser may drop a page from that cache at will: then it has gone and come once more.
    await until(async () => {
      // In a task of its own, for a page that goes at once gives no answer.
      await page.evaluate(() => void setTimeout(() => location.assign('/second')));
      await page.waitForURL('**/second');
      await wholly(page);
      await page.evaluate(() => void setTimeout(() => history.back()));
      await vi.waitFor(isBack, { timeout: 10_000, interval: 50 });
    });
    // Of the first page, or of the second: a browser may show that before it tells the first one that it is gone.
    const at = watched.intake.batches.findIndex(({ records }) =>
      records.some((record) => record.kind === 'view' && record.cause === 'bfcache'),
    );
    const [back, ...before] = watched.intake.batches.slice(0, at + 1).reverse();
    expect(before.map(({ session, tab }) => `${session} ${tab}`)).toContain(`${back?.session} ${back?.tab}`);
    await wholeNumbers();
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
});

test('a page that is prepared in the background is a visit once somebody sees it, and none before', async () => {
  const { site, intake } = watched;
  // A browser that is looked at from outside prepares no pages: these two do all by themselves.
  site.pages['/prepared'] = watched.html(
    '<p>Prepared</p><script>if (document.prerendering) setTimeout(() => fetch("/is-prepared"), 1_500)</script>',
  );
  site.pages['/before'] =
    `<script type="speculationrules">{ "prerender": [{ "urls": ["/prepared"], "eagerness": "immediate" }] }</script>
    <script>setInterval(async () => (await fetch('/may-go')).ok && location.assign('/prepared'), 200)</script>`;
  const asked = intake.asked;
  const profile = mkdtempSync(join(tmpdir(), 'sightglass-prepared-'));
  const browser = spawn(chromiumPath, ['--headless', ...flags, `--user-data-dir=${profile}`, `${site.origin}/before`]);
  const ended = new Promise((done) => browser.on('exit', done));
  try {
    await until(() => expect(site.cookies).toHaveProperty('/is-prepared'));
    expect([intake.bodies, intake.asked - asked]).toEqual([[], 0]);
    const seen = Date.now();
    site.pages['/may-go'] = 'yes';
    const views = () => intake.records('view').filter(({ version }) => version > 0);
    await until(() => expect(views()).toMatchObject([{ path: '/prepared', cause: 'load', loadMs: 0 }]));
    for (const { at } of [...intake.records('session'), ...views()]) expect(at).toBeGreaterThanOrEqual(seen);
    await until(() => expect(intake.records('vital')[0]).toMatchObject({ navigation: 'prerender' }));
  } finally {
    browser.kill();
    await ended;
    rmSync(profile, { recursive: true, force: true });
  }
});

test('what is recorded while the intake is away is sent when it is back, once', async () => {
  const page = await watched.open('/');
  await wholly(page);
  await watched.intake.close();
  const failed = nextFailure(page);
  for (let i = 0; i < 3; i++) await page.getByText('Buy').click();
  await page.getByText('Last').click();
  await failed;
  await watched.intake.open();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await until(() => expect(names()).toEqual(['Buy', 'Buy', 'Buy', 'Last']));
  await wholeNumbers();
  expect(watched.complaints).toEqual([]);
});

test('what could not be sent when a page was left is sent on the next visit, once', async () => {
  const page = await watched.open('/');
  await wholly(page);
  await until(() => expect(watched.intake.segments.length).toBeGreaterThan(0));
  await watched.intake.close();
  const failed = nextFailure(page);
  await page.getByText('Buy').click();
  await failed;
  await page.getByText('Last').click();
  await page.goto(`${watched.site.origin}/empty`);
  await watched.intake.open();
  expect(names()).toEqual([]);
  const back = await page.evaluate(() => Date.now());
  await page.goto(watched.site.origin);
  await until(() => expect(names().sort()).toEqual(['Buy', 'Last']));
  await wholeNumbers();
  // Sent now, and not when it was cut: else the intake would take the time between for a clock that is off.
  const kept = watched.intake.batches.filter(({ records }) => records.some(({ kind }) => kind === 'action'));
  for (const { sentAt } of kept) expect(sentAt).toBeGreaterThanOrEqual(back);
  await page.close();
});

test('what the intake said of the clock goes with all that is sent then, on every page', async () => {
  watched.intake.manner.skewMs = -7_200_000;
  const page = await watched.open('/');
  const known = () => page.evaluate(() => localStorage.getItem('sightglass:session'));
  await until(async () => expect(await known()).toContain('"skewMs":-7200000'));
  await page.getByText('Buy').click();
  await page.reload();
  await page.getByText('Last').click();
  await page.close();
  await until(() => expect(names()).toEqual(['Buy', 'Last']));
  expect(watched.intake.batches[0]).not.toHaveProperty('skewMs');
  const acted = watched.intake.batches.filter(({ records }) => records.some(({ kind }) => kind === 'action'));
  expect(acted.map(({ skewMs }) => skewMs)).toEqual([-7_200_000, -7_200_000]);
  expect(watched.intake.invalid).toEqual([]);
});

test('an offline visitor is told of later', async () => {
  const page = await watched.open('/');
  await wholly(page);
  await page.context().setOffline(true);
  const failed = nextFailure(page);
  await page.getByText('Buy').click();
  await failed;
  await page.context().setOffline(false);
  await until(() => expect(names()).toContain('Buy'));
});

test('large bodies are packed beside the page', async () => {
  watched.site.pages['/'] = watched.html(`<main>${'<p>Oiled oak and brass</p>'.repeat(3_000)}</main>`);
  await watched.open('/');
  await until(() =>
    expect(watched.intake.bodies.find(({ path }) => path === '/v1/segments')).toMatchObject({ packed: true }),
  );
});

test('a busy intake is asked again when it says so, a broken one later, a refusing one never', async () => {
  const { manner } = watched.intake;
  Object.assign(manner, { status: 429, headers: { 'retry-after': '2' } });
  const asked: Request[] = [];
  const page = await watched.browsing.context.newPage();
  page.on('request', (request) => {
    if (/v1.(records|segments|parcels)/.test(request.url())) asked.push(request);
  });
  const busy = page.waitForResponse((answer) => answer.status() === 429 && answer.url().includes('/v1/records'));
  await page.goto(watched.site.origin);
  await busy;
  Object.assign(manner, { status: 202, headers: {} });
  await until(() => expect(watched.intake.batches.length).toBeGreaterThan(0));
  // The browser tells the test a little later than it asks.
  await until(() => expect(asked.length).toBeGreaterThan(1));
  // By the browser's clock, once both are answered.
  const begun = () => asked.slice(0, 2).map((request) => request.timing().startTime);
  await until(() => expect(Math.min(...begun())).toBeGreaterThan(0));
  const [first = 0, second = 0] = begun();
  expect(second - first).toBeGreaterThan(1_900);
  manner.status = 403;
  await page.getByText('Buy').click();
  await until(async () => expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]));
  await page.waitForLoadState('networkidle');
  const { length } = asked;
  await page.getByText('Last').click();
  await page.goto('about:blank');
  expect(asked).toHaveLength(length);
});

test('without consent nothing is stored and nothing sent; withdrawn, it stops and leaves nothing behind', async () => {
  watched.site.pages['/'] = watched.html('<button>Buy</button>', { attributes: 'data-consent="required"' });
  const page = await watched.open('/');
  await page.getByText('Buy').click();
  await page.waitForLoadState('networkidle');
  const stored = (): Promise<string[]> =>
    page.evaluate(async () => [
      ...Object.keys(localStorage),
      ...Object.keys(sessionStorage),
      ...(await indexedDB.databases()).map(({ name }) => name ?? ''),
    ]);
  expect(await stored()).toEqual([]);
  expect(watched.intake.bodies).toEqual([]);
  await page.evaluate(() =>
    (window as unknown as { sightglass: import('./index.ts').Sightglass }).sightglass.consent(true),
  );
  await wholly(page);
  await page.getByText('Buy').click();
  await until(() => expect(names()).toEqual(['Buy']));
  await page.evaluate(() =>
    (window as unknown as { sightglass: import('./index.ts').Sightglass }).sightglass.consent(false),
  );
  await until(async () => expect(await stored()).toEqual([]));
  const { length } = watched.intake.bodies;
  await page.getByText('Buy').click();
  await page.close();
  expect(watched.intake.bodies).toHaveLength(length);
});

test('a session outside the sample sends nothing, and outside the replay sample loads no recorder', async () => {
  watched.site.pages['/none'] = watched.html('<button>Buy</button>', { attributes: 'data-sample-rate="0"' });
  const none = await watched.open('/none');
  await none.getByText('Buy').click();
  await none.waitForLoadState('networkidle');
  expect(watched.intake.bodies).toEqual([]);
  await none.evaluate(() => localStorage.clear());
  await none.close();
  watched.site.pages['/still'] = watched.html('<button>Buy</button>', { attributes: 'data-replay-sample-rate="0"' });
  const still = await watched.open('/still');
  await until(() => expect(watched.intake.records('vital').length).toBeGreaterThan(0));
  await still.getByText('Buy').click();
  await until(() => expect(names()).toEqual(['Buy']));
  expect(watched.intake.records('session')[0]).toMatchObject({ replay: false });
  expect(watched.intake.segments).toEqual([]);
  expect(
    await still.evaluate(
      () => performance.getEntriesByType('resource').filter(({ name }) => name.includes('recorder')).length,
    ),
  ).toBe(0);
});

test('a visitor who comes back after half an hour begins a new session, with a replay from its start', async () => {
  const page = await watched.browsing.context.newPage();
  await page.clock.install({ time: new Date() });
  await page.goto(watched.site.origin);
  await until(async () => {
    await page.clock.runFor(1_000);
    expect(watched.intake.segments.length).toBeGreaterThan(0);
  });
  await page.getByText('Buy').click();
  await page.clock.runFor(10_000);
  await until(() => expect(names()).toEqual(['Buy']));
  await page.clock.fastForward('31:00');
  await page.getByText('Last').click();
  await page.clock.runFor(10_000);
  await until(() => expect(names()).toEqual(['Buy', 'Last']));
  const { intake } = watched;
  expect(intake.records('session')).toHaveLength(2);
  const second = intake.batches.filter(({ session }) => session !== intake.batches[0]?.session);
  const told = second.sort((one, other) => one.seq - other.seq).flatMap(({ records }) => records);
  expect(told.map(({ kind }) => kind).slice(0, 3)).toEqual(['session', 'view', 'action']);
  // The same screen is another view, which nobody waited for.
  expect(told[1]?.at).toBeGreaterThanOrEqual(told[0]?.at ?? Number.NaN);
  expect(told[1]).not.toHaveProperty('loadMs');
  await until(() =>
    expect(new Set(intake.segments.filter(({ anchor }) => anchor).map(({ session }) => session)).size).toBe(2),
  );
});
