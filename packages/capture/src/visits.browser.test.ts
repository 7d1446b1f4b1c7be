import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RecordBatch, WireRecord } from '@sightglass/wire';
import { type BrowserContext, chromium } from 'playwright-core';
import { beforeEach, expect, test, vi } from 'vitest';
import { chromiumPath, flags } from '../../../e2e/lib/chromium.ts';
import { deliveries, wholly } from './testing/deliveries.ts';
import { until } from './testing/until.ts';
import type { Watched } from './testing/watched.ts';

const came = deliveries();
const { names, wholeNumbers } = came;
let watched: Watched;
/** Says for the first time that a page came back from the back-forward cache. */
const isBack = (record: WireRecord): boolean =>
  record.kind === 'view' && record.cause === 'bfcache' && record.version === 0;
beforeEach(() => {
  watched = came.watched;
});

test('a page that comes back from the back-forward cache is another view of the same tab', async () => {
  watched.intake.manner.watched = true;
  const { context, close } = await openKeeping();
  try {
    watched.site.pages['/second'] = watched.html('second');
    const { batches } = watched.intake;
    const backs = () => batches.filter(({ records }) => records.some(isBack));
    // The browser may drop a page from that cache at will. And it may show a page before it tells the last one that it is gone: what comes
    // first is then of a tab of its own. Each time in a new tab, for Playwright loses a page that comes back.
    await until(async () => {
      const page = await context.newPage();
      const recorded = page.waitForResponse(/v1.(segments|parcels)/);
      await page.goto(watched.site.origin);
      await (await recorded).finished();
      // In a task of its own, for a page that goes at once gives no answer.
      await page.evaluate(() => void setTimeout(() => location.assign('/second')));
      await page.waitForURL('**/second');
      await wholly(page);
      const { length } = backs();
      await page.evaluate(() => void setTimeout(() => history.back()));
      await vi.waitFor(() => expect(backs().length).toBeGreaterThan(length), { timeout: 10_000, interval: 50 });
      const back = backs().at(-1) as RecordBatch;
      const before = batches.slice(0, batches.indexOf(back));
      expect(new Set(before.map(({ session }) => session))).toEqual(new Set([back.session]));
      expect(before.map(({ tab }) => tab)).toContain(back.tab);
      const views = before.flatMap(({ records }) => records.filter(({ kind }) => kind === 'view'));
      expect(views).not.toContainEqual(expect.objectContaining({ view: back.records.find(isBack)?.view }));
    });
    await wholeNumbers();
  } finally {
    await close();
  }
});

test('what was typed on the page after it is known on a page that comes back', async () => {
  const { site, intake } = watched;
  intake.manner.watched = true;
  site.pages['/cart'] = watched.html(
    `<p>Cart</p><script>const greet = () => { document.querySelector('p').textContent = document.title = 'Cart of ' + localStorage.who }; onpageshow = ({ persisted }) => persisted && setTimeout(greet, 500)</script>`,
  );
  site.pages['/second'] = watched.html('<label>Name <input oninput="localStorage.who = value"></label>');
  const { context, close } = await openKeeping();
  try {
    await until(async () => {
      const page = await context.newPage();
      await page.goto(`${site.origin}/cart`);
      await wholly(page);
      await page.evaluate(() => void setTimeout(() => location.assign('/second')));
      await page.waitForURL('**/second');
      await wholly(page);
      await page.getByLabel('Name').pressSequentially('Ottilie Brandauer');
      await page.evaluate(() => void setTimeout(() => history.back()));
      const titles = () => intake.records('view').map(({ title }) => title);
      await vi.waitFor(() => expect(titles().join()).toContain('Cart of'), { timeout: 10_000, interval: 50 });
    });
    await until(() => expect(JSON.stringify(intake.segments)).toContain('Cart of'));
    expect(JSON.stringify([intake.batches, intake.segments])).not.toMatch(/Ottilie|Brandauer/);
  } finally {
    await close();
  }
});

/** A browser that keeps pages for those who go back. */
async function openKeeping(): Promise<{ context: BrowserContext; close(): Promise<void> }> {
  const profile = mkdtempSync(join(tmpdir(), 'sightglass-bfcache-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath,
    args: ['--no-sandbox', '--disable-gpu'],
    // Playwright keeps pages out of that cache.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  return {
    context,
    async close() {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

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
    // Its title is told once it can be known what was typed there before.
    const told = { path: '/prepared', cause: 'load', loadMs: 0, title: 'Parts' };
    await until(() => expect(views().at(-1)).toMatchObject(told));
    expect(new Set(views().map(({ view }) => view)).size).toBe(1);
    for (const { at } of [...intake.records('session'), ...views()]) expect(at).toBeGreaterThanOrEqual(seen);
    await until(() => expect(intake.records('vital')[0]).toMatchObject({ navigation: 'prerender' }));
  } finally {
    browser.kill();
    await ended;
    rmSync(profile, { recursive: true, force: true });
  }
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
