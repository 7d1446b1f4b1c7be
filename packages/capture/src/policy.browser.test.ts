import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Sightglass } from './index.ts';
import { newVisitors } from './testing/new-visitors.ts';
import { until } from './testing/until.ts';

const visitors = newVisitors();
const stored = (page: Page): Promise<string[]> =>
  page.evaluate(async () => [
    ...Object.keys(localStorage),
    ...Object.keys(sessionStorage),
    ...(await indexedDB.databases()).map(({ name }) => name ?? ''),
  ]);
const sessions = (): Set<string> => new Set(visitors.watched.intake.batches.map(({ session }) => session));

test('H3: switched off, an open page stops at its next word and leaves nothing behind; the next page says nothing at all', async () => {
  const page = await visitors.opened();
  visitors.project({ off: true });
  await page.getByText('Buy').click();
  await until(async () => expect(await stored(page)).toEqual([expect.stringContaining('sightglass:policy:')]));
  const { intake } = visitors.watched;
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(`${visitors.watched.site.origin}/`);
  await page.getByText('Buy').click();
  await page.waitForLoadState('networkidle');
  await page.goto('about:blank');
  expect(requests.filter((url) => url.startsWith(`${intake.origin}/v1/`)).map((url) => new URL(url).pathname)).toEqual([
    '/v1/policy',
  ]);
  expect(requests.filter((url) => /sdk-/.test(url))).toEqual([]);
  expect(intake.records('action')).toEqual([]);
  expect(visitors.watched.complaints).toEqual([]);
});

test('switched off, nothing that a page says brings back what was stored', async () => {
  const page = await visitors.opened();
  visitors.project({ off: true });
  await page.getByText('Buy').click();
  await until(async () => expect(await stored(page)).toEqual([expect.stringContaining('sightglass:policy:')]));
  await page.evaluate(async () => {
    const { sightglass } = window as unknown as { sightglass: Sightglass };
    sightglass.setUser({ id: 'somebody@example.com' });
    sightglass.setContext({ plan: 'team' });
    sightglass.event('bought');
    sightglass.keep();
    await new Promise((done) => setTimeout(done, 200));
  });
  expect(await stored(page)).toEqual([expect.stringContaining('sightglass:policy:')]);
});

test('switched off before the first visit, a page is silent as soon as it has heard', async () => {
  visitors.project({ off: true });
  const page = await visitors.watched.open('/');
  await until(async () => expect(await stored(page)).toEqual([expect.stringContaining('sightglass:policy:')]));
  expect(visitors.watched.intake.bodies).toEqual([]);
});

test('switched on again, the next page records', async () => {
  visitors.project({ off: true });
  const page = await visitors.watched.open('/');
  await until(async () => expect(await stored(page)).toEqual([expect.stringContaining('sightglass:policy:')]));
  visitors.project({});
  await page.goto(`${visitors.watched.site.origin}/`);
  await until(() => expect(visitors.watched.intake.records('session')).toHaveLength(1));
  await page.getByText('Buy').click();
  await until(() => expect(visitors.watched.intake.records('action').map(({ name }) => name)).toContain('Buy'));
});

test('no share of sessions: the first page ends as it hears so, the session stays silent, the next visit from its start', async () => {
  visitors.project({ sessions: 0 });
  const page = await visitors.watched.open('/');
  const session = (): Promise<{ sampled: boolean; decided: boolean }> =>
    page.evaluate(() => JSON.parse(localStorage.getItem('sightglass:session') ?? '{}'));
  await until(async () => expect(await session()).toMatchObject({ sampled: false, decided: true }));
  const { length } = visitors.watched.intake.bodies;
  await page.getByText('Buy').click();
  await page.goto(`${visitors.watched.site.origin}/`);
  await page.waitForLoadState('networkidle');
  const { asked } = visitors.watched.intake;
  expect(asked).toBe(1);
  await page.evaluate(() => localStorage.removeItem('sightglass:session'));
  await page.goto(`${visitors.watched.site.origin}/`);
  await until(() => expect(visitors.watched.intake.asked).toBe(2));
  await until(async () => expect(await session()).toMatchObject({ sampled: false, decided: true }));
  expect(visitors.watched.intake.bodies).toHaveLength(length);
});

test('a share that has grown since it was remembered holds in the session that hears of it', async () => {
  visitors.project({ sessions: 0 });
  const page = await visitors.watched.open('/');
  await until(async () =>
    expect(await page.evaluate(() => localStorage.getItem('sightglass:session'))).toContain('"decided":true'),
  );
  await page.evaluate(() => localStorage.removeItem('sightglass:session'));
  visitors.watched.intake.batches.length = 0;
  visitors.project({ sessions: 100 });
  await page.goto(`${visitors.watched.site.origin}/`);
  await until(() => expect(visitors.watched.intake.records('session')).toHaveLength(1));
  await until(() => expect(visitors.watched.intake.records('view').length).toBeGreaterThan(0));
  expect(sessions().size).toBe(1);
});

test('no share of replays: everything is told, and the recorder is not even loaded', async () => {
  visitors.project({ replays: 0 });
  const page = await visitors.opened();
  await page.getByText('Buy').click();
  await until(() => expect(visitors.watched.intake.records('action').map(({ name }) => name)).toContain('Buy'));
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  expect(loaded.filter((name) => name.includes('sdk-recorder'))).toEqual([]);
  expect(visitors.watched.intake.segments).toEqual([]);
});

test('P25: without consent the policy is not asked for; withdrawn on a page that never began, what is stored is deleted', async () => {
  const page = await visitors.opened();
  await until(async () => expect((await stored(page)).length).toBeGreaterThan(1));
  visitors.watched.site.pages['/'] = visitors.watched.html('<button>Buy</button>', {
    attributes: 'data-consent="required"',
  });
  const { asked } = visitors.watched.intake;
  await page.goto(`${visitors.watched.site.origin}/`);
  await page.waitForLoadState('networkidle');
  expect(visitors.watched.intake.asked).toBe(asked);
  await page.evaluate(() => (window as unknown as { sightglass: Sightglass }).sightglass.consent(false));
  await until(async () => expect(await stored(page)).toEqual([]));
});

test('P12: a mask that the project changes is in force on the next page', async () => {
  const page = await visitors.watched.open('/');
  await visitors.anchored();
  await until(() => expect(visitors.replayed()).toContain('plenty'));
  visitors.project({ mask: 'all' });
  await page.goto('about:blank');
  visitors.watched.intake.segments.length = 0;
  await page.goto(`${visitors.watched.site.origin}/`);
  await visitors.anchored();
  await page.getByText('Buy').click();
  await until(() => expect(visitors.watched.intake.segments.length).toBeGreaterThan(1));
  expect(visitors.replayed()).not.toMatch(/plenty|Buy/);
});

test('P13: where the policy cannot be had, a new visitor is masked wholly, and one who was here before as was said then', async () => {
  const context = visitors.watched.browsing.context;
  const block = (blocked: boolean): Promise<unknown> =>
    blocked ? context.route('**/v1/policy?*', (route) => route.abort()) : context.unroute('**/v1/policy?*');
  await block(true);
  try {
    const page = await visitors.watched.open('/');
    await visitors.anchored();
    await until(() => expect(visitors.watched.intake.records('vital').length).toBeGreaterThan(0));
    expect(visitors.replayed()).not.toMatch(/plenty|Buy/);
    await block(false);
    visitors.watched.intake.segments.length = 0;
    await page.goto(`${visitors.watched.site.origin}/`);
    await until(() => expect(visitors.replayed()).toContain('plenty'));
    await page.goto('about:blank');
    await block(true);
    visitors.watched.intake.segments.length = 0;
    await page.goto(`${visitors.watched.site.origin}/`);
    await until(() => expect(visitors.replayed()).toContain('plenty'));
  } finally {
    await block(false);
  }
});

test('of what the page and the project ask for, the more private holds', async () => {
  const body = '<h1>Parts of plenty</h1><p data-sightglass="allow">Open to all</p><p data-sightglass="mask">Never</p>';
  const cases = [
    { own: 'all', mask: 'none', shown: [] },
    { own: 'none', mask: 'all', shown: [] },
    { own: 'listed', mask: 'inputs', shown: ['Open to all'] },
    { own: 'none', mask: 'inputs', shown: ['Open to all', 'plenty'] },
    { own: 'nonsense', mask: 'none', shown: [] },
  ] as const;
  for (const { own, mask, shown } of cases) {
    visitors.project({ mask });
    visitors.watched.site.pages['/'] = visitors.watched.html(body, { attributes: `data-mask="${own}"` });
    visitors.watched.intake.segments.length = 0;
    const page = await visitors.watched.open('/');
    await visitors.anchored();
    await until(() => expect(visitors.watched.intake.segments.length).toBeGreaterThan(0));
    const text = visitors.replayed();
    expect(['Open to all', 'plenty', 'Never'].filter((word) => text.includes(word))).toEqual([...shown]);
    await page.close();
    await until(() => expect(visitors.watched.intake.segments.length).toBeGreaterThan(0));
  }
});

test('consent that is taken back while a page is prepared in the background holds once somebody sees it', async () => {
  const prepared = `let prepared = true; Object.defineProperty(Document.prototype, 'prerendering', { get: () => prepared });
    const shown = () => { prepared = false; document.dispatchEvent(new Event('prerenderingchange')) }`;
  visitors.watched.site.pages['/'] = visitors.watched.html('<button>Buy</button>', {
    head: `<script>${prepared}</script>`,
  });
  const page = await visitors.watched.open('/');
  await page.evaluate('sightglass.consent(false); shown()');
  await page.getByText('Buy').click();
  await page.waitForLoadState('networkidle');
  expect(await stored(page)).toEqual([]);
  expect(visitors.watched.intake.asked).toBe(0);
  // Given again it is seen.
  await page.evaluate('sightglass.consent(true)');
  await until(() => expect(visitors.watched.intake.records('view').length).toBeGreaterThan(0));
});

test('consent that was taken back can be given again where the page has no database', async () => {
  const none = `Object.defineProperty(window, 'indexedDB', { get() { throw new DOMException('none', 'SecurityError') } })`;
  visitors.watched.site.pages['/'] = visitors.watched.html('<button>Buy</button>', {
    head: `<script>${none}</script>`,
  });
  const page = await visitors.watched.open('/');
  await until(() => expect(sessions().size).toBe(1));
  await page.evaluate('sightglass.consent(false); sightglass.consent(true)');
  await until(() => expect(sessions().size).toBe(2));
});
