import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Sightglass } from './index.ts';
import { usualPolicy } from './testing/intake.ts';
import { type Page as SitePage, startSite } from './testing/site.ts';
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

const replayed = (): string => JSON.stringify(watched.intake.segments);
const anchored = (): Promise<void> =>
  until(() => expect(watched.intake.segments.some(({ anchor }) => anchor)).toBe(true));

test('P12: a mask that the project changes is in force on the next page', async () => {
  const page = await watched.open('/');
  await anchored();
  await until(() => expect(replayed()).toContain('plenty'));
  project({ mask: 'all' });
  await page.goto('about:blank');
  watched.intake.segments.length = 0;
  await page.goto(`${watched.site.origin}/`);
  await anchored();
  await page.getByText('Buy').click();
  await until(() => expect(watched.intake.segments.length).toBeGreaterThan(1));
  expect(replayed()).not.toMatch(/plenty|Buy/);
});

test('P13: where the policy cannot be had, a new visitor is masked wholly, and one who was here before as was said then', async () => {
  const context = watched.browsing.context;
  const block = (blocked: boolean): Promise<unknown> =>
    blocked ? context.route('**/v1/policy?*', (route) => route.abort()) : context.unroute('**/v1/policy?*');
  await block(true);
  try {
    const page = await watched.open('/');
    await anchored();
    await until(() => expect(watched.intake.records('vital').length).toBeGreaterThan(0));
    expect(replayed()).not.toMatch(/plenty|Buy/);
    await block(false);
    watched.intake.segments.length = 0;
    await page.goto(`${watched.site.origin}/`);
    await until(() => expect(replayed()).toContain('plenty'));
    await page.goto('about:blank');
    await block(true);
    watched.intake.segments.length = 0;
    await page.goto(`${watched.site.origin}/`);
    await until(() => expect(replayed()).toContain('plenty'));
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
    project({ mask });
    watched.site.pages['/'] = watched.html(body, { attributes: `data-mask="${own}"` });
    watched.intake.segments.length = 0;
    const page = await watched.open('/');
    await anchored();
    await until(() => expect(watched.intake.segments.length).toBeGreaterThan(0));
    const text = replayed();
    expect(['Open to all', 'plenty', 'Never'].filter((word) => text.includes(word))).toEqual([...shown]);
    await page.close();
    await until(() => expect(watched.intake.segments.length).toBeGreaterThan(0));
  }
});

const breaks: [what: string, (page: Page) => Promise<unknown>][] = [
  ['an error', (page) => page.evaluate(() => void setTimeout(() => (undefined as unknown as Page).url()))],
  ['a rage click', (page) => page.getByText('Buy').click({ clickCount: 5, delay: 20 })],
  [
    'the page itself',
    (page) => page.evaluate(() => (window as unknown as { sightglass: Sightglass }).sightglass.keep()),
  ],
];
for (const [what, happen] of breaks)
  test(`kept only when something breaks: nothing is sent of a replay before ${what}, then what led to it and all that follows`, async () => {
    project({ keep: 'broken' });
    const page = await opened();
    await until(async () =>
      expect(
        await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name)),
      ).toContainEqual(expect.stringContaining('sdk-recorder.js')),
    );
    await page.evaluate(() => {
      const { body } = document;
      body.append('before it broke');
    });
    // While somebody looks on, pieces are cut less often than ten batches are sent.
    for (let told = 1; told <= 10; told++) {
      await page.evaluate(() => (window as unknown as { sightglass: Sightglass }).sightglass.event('still whole'));
      await until(() => expect(watched.intake.records('custom')).toHaveLength(told));
    }
    expect(watched.intake.segments).toEqual([]);
    const brokeAt = Date.now();
    await happen(page);
    await until(() => expect(replayed()).toContain('before it broke'));
    expect(watched.intake.segments[0]).toMatchObject({ seq: 0, anchor: true });
    expect(watched.intake.segments[0]?.from).toBeLessThan(brokeAt - 1_000);
    await page.evaluate(() => document.body.append('after it broke'));
    await until(() => expect(replayed()).toContain('after it broke'));
    // The next page of the session is sent from its start.
    watched.intake.segments.length = 0;
    await page.goto(`${watched.site.origin}/`);
    await anchored();
    expect(watched.complaints.filter((line) => !line.includes('undefined'))).toEqual([]);
  });

test('of what is held back only the last two minutes are sent, beginning with the page as it was then', async () => {
  project({ keep: 'broken' });
  const page = await watched.browsing.context.newPage();
  await page.clock.install({ time: Date.now() });
  const recorded = page.waitForResponse(/sdk-recorder/);
  await page.goto(`${watched.site.origin}/`);
  await page.clock.runFor(2_000);
  await recorded;
  await page.evaluate(() => {
    document.body.insertAdjacentHTML('beforeend', '<p>soon gone</p>');
  });
  await page.clock.runFor(5_000);
  await page.evaluate(() => {
    document.querySelector('p')?.replaceWith('there since');
    setInterval(() => document.querySelector('h1')?.append('.'), 7_000);
  });
  for (let minute = 0; minute < 4; minute++) await page.clock.runFor(60_000);
  const brokeAt = await page.evaluate(() => Date.now());
  await page.evaluate(() => (window as unknown as { sightglass: Sightglass }).sightglass.keep());
  await page.clock.runFor(10_000);
  await until(() => expect(replayed()).toContain('there since'));
  expect(replayed()).not.toContain('soon gone');
  const [first] = watched.intake.segments;
  expect(first).toMatchObject({ seq: 0, anchor: true });
  expect(brokeAt - (first?.from ?? 0)).toBeGreaterThan(55_000);
  expect(brokeAt - (first?.from ?? 0)).toBeLessThan(135_000);
});

/** A page with pictures and a font: one to whoever asks, one to who is logged in, one by a token, one in what is masked, and so on. */
function withPictures(): void {
  const zoo = join(import.meta.dirname, '../../../fixtures/zoo');
  const { pages } = watched.site;
  const png = (name: string) => ({ body: readFileSync(join(zoo, name)), type: 'image/png' });
  Object.assign(pages, { '/hill.png': png('hill.png'), '/sea.png': png('sea.png'), '/dune.png': png('dune.png') });
  pages['/mine.png'] = { ...png('private.png'), cookie: 'login=ada', headers: { 'cache-control': 'max-age=3600' } };
  pages['/bars.ttf'] = { body: readFileSync(join(zoo, 'bars.ttf')), type: 'font/ttf' };
  pages['/large.png'] = { body: Buffer.concat([png('hill.png').body, Buffer.alloc(1_048_576)]), type: 'image/png' };
  pages['/page.gif'] = { body: '<p>a page, sent as if it were a picture</p>', type: 'text/html' };
  pages['/'] = {
    body: watched.html(
      `<style>@font-face { font-family: Bars; src: url(/bars.ttf) } p { font-family: Bars }</style><p>In bars</p>
      <img src="/hill.png?v=1.2"><img src="/hill.png?v=1.2"><img src="/mine.png"><img src="/sea.png?sig=aB3dE5fG7hI9jK1lM3nO5p"><img src="/large.png"><img src="/page.gif">
      <div data-sightglass="mask"><img src="/dune.png?masked"></div><div data-sightglass="block"><img src="/dune.png?blocked"></div>`,
    ),
    headers: { 'set-cookie': 'login=ada' },
  };
}
type Operation = [kind: number, t: number, ...items: unknown[]];
const operations = (wanted: number): Operation[] =>
  watched.intake.segments
    .flatMap(({ events }) => events as Operation[])
    .filter(([kind, , , item]) => kind === wanted && (kind === 16 || String(item).startsWith('data:')));
/** What the page showed of files, by the length of each: they are all of other lengths. */
const files = (): number[] =>
  operations(9).map(([, , , text]) => Buffer.from(String(text).split(',')[1] ?? '', 'base64').length);
const sizeOf = (path: string): number => (watched.site.pages[path] as { body: Buffer }).body.length;
const ended = (count: number) => until(() => expect(operations(16)).toHaveLength(count));
/** What the recording says of why it has no pictures. */
const whyWithout = (): unknown[] => [
  ...new Set(
    watched.intake.segments
      .flatMap(({ events }) => events as Operation[])
      .flatMap(([kind, , name, about]) =>
        kind === 14 && name === 'assets' ? [(about as { state: string }).state] : [],
      ),
  ),
];
const asked = (): string[] => watched.intake.bodies.filter(({ path }) => path === '/v1/assets').map(({ text }) => text);

test('a picture and a font that the site gives to anybody are sent once; what it gives to who is logged in or has a token, what is masked or blocked, too large or no picture stays', async () => {
  withPictures();
  watched.site.cookies = {};
  await watched.open('/');
  // Five may be asked for, and are told whatever came of them.
  await ended(5);
  expect(files().sort((a, b) => a - b)).toEqual([sizeOf('/bars.ttf'), sizeOf('/hill.png')].sort((a, b) => a - b));
  // The page's own, with what it has; and one of nobody's.
  expect(watched.site.cookies['/mine.png']).toEqual(['login=ada', '']);
  expect(watched.site.cookies['/hill.png']).toEqual(['login=ada', '']);
  expect(watched.site.cookies['/sea.png']).toEqual(['login=ada']);
  expect(watched.site.cookies['/dune.png']).toEqual(['login=ada', 'login=ada']);
  const text = JSON.stringify(watched.intake.segments);
  expect(['v=1.2', 'sig=', 'aB3dE5'].filter((part) => text.includes(part) || asked().join().includes(part))).toEqual(
    [],
  );
  expect(watched.complaints).toEqual([]);
});

test('of what the project has only the hash is sent, and nothing is fetched', async () => {
  withPictures();
  await watched.open('/');
  await ended(5);
  const names = asked().flatMap((text): string[] => JSON.parse(text));
  watched.intake.manner.assets = Object.fromEntries(names.map((name, at) => [name, String(at).padStart(22, 'h')]));
  watched.intake.segments.length = 0;
  watched.site.cookies = {};
  await watched.open('/');
  await ended(5);
  expect(files()).toEqual([]);
  expect(operations(16).map(([, , , token]) => token)).toEqual(names.map((_, at) => [7, String(at).padStart(22, 'h')]));
  expect(watched.site.cookies['/hill.png']).toEqual(['login=ada']);
  // It belongs to the page from its start: what stands before the end of an anchor is a part of it.
  const kinds = watched.intake.segments.flatMap(({ events }) => (events as Operation[]).map(([kind]) => kind));
  expect(kinds.filter((kind) => kind === 1 || kind === 16)).toEqual([16, 16, 16, 16, 16, 1]);
  watched.intake.manner.assets = {};
});

test('fonts only is fonts only; none, and a choice of a later version, is none: nobody even asks', async () => {
  withPictures();
  project({ assets: 'fonts' });
  const page = await watched.open('/');
  await ended(1);
  expect(files()).toEqual([sizeOf('/bars.ttf')]);
  expect(whyWithout()).toEqual(['fonts']);
  await page.close();
  for (const assets of ['none', 'some', undefined]) {
    watched.intake.segments.length = watched.intake.bodies.length = 0;
    watched.intake.manner.policy = { ...usualPolicy, assets } as typeof usualPolicy;
    const next = await watched.open('/');
    await anchored();
    await next.waitForLoadState('networkidle');
    expect(next.workers().filter((worker) => worker.url().startsWith('blob:'))).toEqual([]);
    expect(asked()).toEqual([]);
    expect(whyWithout()).toEqual(['none']);
    await next.close();
  }
});

test.each([
  { saveData: true, effectiveType: '4g' },
  { saveData: false, effectiveType: 'slow-2g' },
])(
  'of a visitor who pays for each byte or waits for it nothing is fetched nor asked, and the recording says so: %o',
  async (connection) => {
    withPictures();
    const page = await watched.browsing.context.newPage();
    await page.addInitScript((given) => Object.defineProperty(navigator, 'connection', { value: given }), connection);
    watched.site.cookies = {};
    await page.goto(`${watched.site.origin}/`);
    await anchored();
    await page.waitForLoadState('networkidle');
    expect(whyWithout()).toEqual(['saving']);
    expect(asked()).toEqual([]);
    expect(watched.site.cookies['/hill.png']).toHaveLength(1);
  },
);

test('a picture of another host is kept where the page may read it, and else not even asked for', async () => {
  withPictures();
  const host = await startSite();
  try {
    const [read, shut] = ['/hill.png', '/sea.png'] as const;
    const headers = { 'access-control-allow-origin': '*' };
    host.pages[read] = { ...(watched.site.pages[read] as Exclude<SitePage, string>), headers };
    host.pages[shut] = watched.site.pages[shut] ?? '';
    const images = `<img crossorigin src="${host.origin}${read}"><img src="${host.origin}${shut}">`;
    watched.site.pages['/'] = watched.html(images);
    await watched.open('/');
    await ended(1);
    expect(files()).toEqual([sizeOf(read)]);
    // The page's own request, and one of nobody's; of the other only the page's.
    expect([host.cookies[read]?.length, host.cookies[shut]?.length]).toEqual([2, 1]);
    expect(watched.complaints).toEqual([]);
  } finally {
    await host.stop();
  }
});

test('where the policy of a page lets no worker begin, pictures stay boxes, and the recording says so', async () => {
  withPictures();
  const { origin } = watched.intake;
  const policy = `default-src 'self'; script-src ${origin}; style-src 'unsafe-inline'; connect-src ${origin}`;
  Object.assign(watched.site.pages['/'] as object, { headers: { 'content-security-policy': policy } });
  await watched.open('/');
  await until(() =>
    expect(watched.intake.segments.flatMap(({ events }) => events as Operation[])).toContainEqual([
      ...[14, expect.any(Number), 'assets', { state: 'forbidden' }],
    ]),
  );
  expect(operations(16)).toEqual([]);
  expect(watched.complaints).toEqual([]);
});
