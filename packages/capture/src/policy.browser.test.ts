import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Sightglass } from './index.ts';
import { usualPolicy } from './testing/intake.ts';
import { type Watched, watchedSite } from './testing/watched.ts';

let watched: Watched;
beforeAll(async () => {
  watched = await watchedSite();
});
afterAll(() => watched.stop());
beforeEach(async () => {
  const { browsing, intake, complaints, site } = watched;
  for (const page of browsing.context.pages()) await page.close();
  // Each test begins as a new visitor.
  site.pages['/empty'] = '<title>empty</title>';
  const page = await watched.open('/empty');
  await page.evaluate(async () => {
    localStorage.clear();
    await new Promise((done) => {
      indexedDB.deleteDatabase('sightglass').onsuccess = done;
    });
  });
  await page.close();
  intake.batches.length = intake.segments.length = intake.bodies.length = complaints.length = intake.asked = 0;
  Object.assign(intake.manner, { status: 202, watched: true, policy: usualPolicy });
  site.pages['/'] = watched.html('<h1>Parts of plenty</h1><button>Buy</button>');
});

const until = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 15_000, interval: 50 });
const project = (policy: Partial<typeof usualPolicy>): void => {
  watched.intake.manner.policy = { ...usualPolicy, ...policy };
};
const stored = (page: Page): Promise<string[]> =>
  page.evaluate(async () => [
    ...Object.keys(localStorage),
    ...Object.keys(sessionStorage),
    ...(await indexedDB.databases()).map(({ name }) => name ?? ''),
  ]);
/** Opens a page and waits until all of the SDK is there and has asked for the policy. */
async function opened(): Promise<Page> {
  const page = await watched.open('/');
  await until(() => expect(watched.intake.records('vital').map(({ name }) => name)).toContain('TTFB'));
  await until(() => expect(watched.intake.asked).toBe(1));
  return page;
}
const sessions = (): Set<string> => new Set(watched.intake.batches.map(({ session }) => session));

test('H3: switched off, an open page stops at its next word and leaves nothing behind; the next page says nothing at all', async () => {
  const page = await opened();
  project({ off: true });
  await page.getByText('Buy').click();
  await until(async () => expect(await stored(page)).toEqual([expect.stringContaining('sightglass:policy:')]));
  const { intake } = watched;
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(`${watched.site.origin}/`);
  await page.getByText('Buy').click();
  await page.waitForLoadState('networkidle');
  await page.goto('about:blank');
  expect(requests.filter((url) => url.startsWith(`${intake.origin}/v1/`)).map((url) => new URL(url).pathname)).toEqual([
    '/v1/policy',
  ]);
  expect(requests.filter((url) => /sdk-/.test(url))).toEqual([]);
  expect(intake.records('action')).toEqual([]);
  expect(watched.complaints).toEqual([]);
});

test('switched off before the first visit, a page is silent as soon as it has heard', async () => {
  project({ off: true });
  const page = await watched.open('/');
  await until(async () => expect(await stored(page)).toEqual([expect.stringContaining('sightglass:policy:')]));
  expect(watched.intake.bodies).toEqual([]);
});

test('switched on again, the next page records', async () => {
  project({ off: true });
  const page = await watched.open('/');
  await until(async () => expect(await stored(page)).toEqual([expect.stringContaining('sightglass:policy:')]));
  project({});
  await page.goto(`${watched.site.origin}/`);
  await until(() => expect(watched.intake.records('session')).toHaveLength(1));
  await page.getByText('Buy').click();
  await until(() => expect(watched.intake.records('action').map(({ name }) => name)).toContain('Buy'));
});

test('no share of sessions: the first page ends as it hears so, the session stays silent, the next visit from its start', async () => {
  project({ sessions: 0 });
  const page = await watched.open('/');
  const session = (): Promise<{ sampled: boolean; decided: boolean }> =>
    page.evaluate(() => JSON.parse(localStorage.getItem('sightglass:session') ?? '{}'));
  await until(async () => expect(await session()).toMatchObject({ sampled: false, decided: true }));
  const { length } = watched.intake.bodies;
  await page.getByText('Buy').click();
  await page.goto(`${watched.site.origin}/`);
  await page.waitForLoadState('networkidle');
  const { asked } = watched.intake;
  expect(asked).toBe(1);
  await page.evaluate(() => localStorage.removeItem('sightglass:session'));
  await page.goto(`${watched.site.origin}/`);
  await until(() => expect(watched.intake.asked).toBe(2));
  await until(async () => expect(await session()).toMatchObject({ sampled: false, decided: true }));
  expect(watched.intake.bodies).toHaveLength(length);
});

test('a share that has grown since it was remembered holds in the session that hears of it', async () => {
  project({ sessions: 0 });
  const page = await watched.open('/');
  await until(async () =>
    expect(await page.evaluate(() => localStorage.getItem('sightglass:session'))).toContain('"decided":true'),
  );
  await page.evaluate(() => localStorage.removeItem('sightglass:session'));
  watched.intake.batches.length = 0;
  project({ sessions: 100 });
  await page.goto(`${watched.site.origin}/`);
  await until(() => expect(watched.intake.records('session')).toHaveLength(1));
  await until(() => expect(watched.intake.records('view').length).toBeGreaterThan(0));
  expect(sessions().size).toBe(1);
});

test('no share of replays: everything is told, and the recorder is not even loaded', async () => {
  project({ replays: 0 });
  const page = await opened();
  await page.getByText('Buy').click();
  await until(() => expect(watched.intake.records('action').map(({ name }) => name)).toContain('Buy'));
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  expect(loaded.filter((name) => name.includes('sdk-recorder'))).toEqual([]);
  expect(watched.intake.segments).toEqual([]);
});

test('P25: without consent the policy is not asked for; withdrawn on a page that never began, what is stored is deleted', async () => {
  const page = await opened();
  await until(async () => expect((await stored(page)).length).toBeGreaterThan(1));
  watched.site.pages['/'] = watched.html('<button>Buy</button>', { attributes: 'data-consent="required"' });
  const { asked } = watched.intake;
  await page.goto(`${watched.site.origin}/`);
  await page.waitForLoadState('networkidle');
  expect(watched.intake.asked).toBe(asked);
  await page.evaluate(() => (window as unknown as { sightglass: Sightglass }).sightglass.consent(false));
  await until(async () => expect(await stored(page)).toEqual([]));
});
