import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { usualPolicy } from './testing/intake.ts';
import { newVisitors } from './testing/new-visitors.ts';
import { type Page as SitePage, startSite } from './testing/site.ts';
import { until } from './testing/until.ts';

/** Which pictures and fonts of a page are kept, and what is told of those that are not. */

const visitors = newVisitors();

/** A page with pictures and a font: one to whoever asks, one to who is logged in, one by a token, one in what is masked, and so on. */
function withPictures(): void {
  const zoo = join(import.meta.dirname, '../../../fixtures/zoo');
  const { pages } = visitors.watched.site;
  const png = (name: string) => ({ body: readFileSync(join(zoo, name)), type: 'image/png' });
  Object.assign(pages, { '/hill.png': png('hill.png'), '/sea.png': png('sea.png'), '/dune.png': png('dune.png') });
  pages['/mine.png'] = { ...png('private.png'), cookie: 'login=ada', headers: { 'cache-control': 'max-age=3600' } };
  pages['/bars.ttf'] = { body: readFileSync(join(zoo, 'bars.ttf')), type: 'font/ttf' };
  pages['/large.png'] = { body: Buffer.concat([png('hill.png').body, Buffer.alloc(1_048_576)]), type: 'image/png' };
  pages['/page.gif'] = { body: '<p>a page, sent as if it were a picture</p>', type: 'text/html' };
  pages['/'] = {
    body: visitors.watched.html(
      `<style>@font-face { font-family: Bars; src: url(/bars.ttf) } p { font-family: Bars }</style><p>In bars</p>
      <img src="/hill.png?v=1.2"><img src="/hill.png?v=1.2"><img src="/mine.png"><img src="/sea.png?sig=aB3dE5fG7hI9jK1lM3nO5p"><img src="/large.png"><img src="/page.gif">
      <div data-sightglass="mask"><img src="/dune.png?masked"></div><div data-sightglass="block"><img src="/dune.png?blocked"></div>`,
    ),
    headers: { 'set-cookie': 'login=ada' },
  };
}
type Operation = [kind: number, t: number, ...items: unknown[]];
const operations = (wanted: number): Operation[] =>
  visitors.watched.intake.segments
    .flatMap(({ events }) => events as Operation[])
    .filter(([kind, , , item]) => kind === wanted && (kind === 16 || String(item).startsWith('data:')));
/** What the page showed of files, by the length of each: they are all of other lengths. */
const files = (): number[] =>
  operations(9).map(([, , , text]) => Buffer.from(String(text).split(',')[1] ?? '', 'base64').length);
const sizeOf = (path: string): number => (visitors.watched.site.pages[path] as { body: Buffer }).body.length;
const ended = (count: number) => until(() => expect(operations(16)).toHaveLength(count));
/** What the recording says of why it has no pictures. */
const whyWithout = (): unknown[] => [
  ...new Set(
    visitors.watched.intake.segments
      .flatMap(({ events }) => events as Operation[])
      .flatMap(([kind, , name, about]) =>
        kind === 14 && name === 'assets' ? [(about as { state: string }).state] : [],
      ),
  ),
];
const asked = (): string[] =>
  visitors.watched.intake.bodies.filter(({ path }) => path === '/v1/assets').map(({ text }) => text);

test('a picture and a font that the site gives to anybody are sent once; what it gives to who is logged in or has a token, what is masked or blocked, too large or no picture stays', async () => {
  withPictures();
  visitors.watched.site.cookies = {};
  await visitors.watched.open('/');
  // Four may be asked for, and are told whatever came of them.
  await ended(4);
  expect(files().sort((a, b) => a - b)).toEqual([sizeOf('/bars.ttf'), sizeOf('/hill.png')].sort((a, b) => a - b));
  // The page's own, with what it has; and one of nobody's.
  expect(visitors.watched.site.cookies['/mine.png']).toEqual(['login=ada', '']);
  expect(visitors.watched.site.cookies['/hill.png']).toEqual(['login=ada', '']);
  expect(visitors.watched.site.cookies['/sea.png']).toEqual(['login=ada']);
  expect(visitors.watched.site.cookies['/dune.png']).toEqual(['login=ada', 'login=ada']);
  const text = JSON.stringify(visitors.watched.intake.segments);
  expect(['v=1.2', 'sig=', 'aB3dE5'].filter((part) => text.includes(part) || asked().join().includes(part))).toEqual(
    [],
  );
  expect(visitors.watched.complaints).toEqual([]);
});

test('of what the project has only the hash is sent, and nothing is fetched', async () => {
  withPictures();
  await visitors.watched.open('/');
  await ended(4);
  const names = asked().flatMap((text): string[] => JSON.parse(text));
  visitors.watched.intake.manner.assets = Object.fromEntries(
    names.map((name, at) => [name, String(at).padStart(22, 'h')]),
  );
  visitors.watched.intake.segments.length = 0;
  visitors.watched.site.cookies = {};
  await visitors.watched.open('/');
  await ended(4);
  expect(files()).toEqual([]);
  expect(operations(16).map(([, , , token]) => token)).toEqual(names.map((_, at) => [7, String(at).padStart(22, 'h')]));
  expect(visitors.watched.site.cookies['/hill.png']).toEqual(['login=ada']);
  visitors.watched.intake.manner.assets = {};
});

test('of a page with more pictures than one visitor fetches, the next one fetches the others', async () => {
  withPictures();
  const { pages, cookies } = visitors.watched.site;
  const paths = Array.from({ length: 70 }, (_, at) => `/menu-${at}.png`);
  for (const path of paths) pages[path] = pages['/hill.png'] as SitePage;
  const pictures = paths.map((path) => `<img src="${path}">`).join('');
  // The largest comes first, though it stands behind them.
  const { body } = pages['/hill.png'] as { body: Buffer };
  pages['/photo.png'] = { body: Buffer.concat([body, Buffer.alloc(50_000)]), type: 'image/png' };
  pages['/'] = { body: visitors.watched.html(`<div hidden>${pictures}</div><img src="/photo.png">`) };
  /** That came with what was told of them. */
  const fetched = (): string[] => [...paths, '/photo.png'].filter((path) => cookies[path]?.length === 2);
  await visitors.watched.open('/');
  await ended(64);
  expect(fetched()).toEqual([...paths.slice(0, 63), '/photo.png']);
  const names = asked().flatMap((text): string[] => JSON.parse(text));
  expect(names).toHaveLength(71);
  const known = names.slice(0, 64).map((name) => [name, 'h'.repeat(22)]);
  visitors.watched.intake.manner.assets = Object.fromEntries(known);
  visitors.watched.intake.segments.length = 0;
  for (const path of paths) delete cookies[path];
  await visitors.watched.open('/');
  await ended(71);
  expect(fetched()).toEqual(paths.slice(63));
  visitors.watched.intake.manner.assets = {};
});

test('fonts only is fonts only; none, and a choice of a later version, is none: nobody even asks', async () => {
  withPictures();
  visitors.project({ assets: 'fonts' });
  const page = await visitors.watched.open('/');
  await ended(1);
  expect(files()).toEqual([sizeOf('/bars.ttf')]);
  expect(whyWithout()).toEqual(['fonts']);
  await page.close();
  for (const assets of ['none', 'some', undefined]) {
    visitors.watched.intake.segments.length = visitors.watched.intake.bodies.length = 0;
    visitors.watched.intake.manner.policy = { ...usualPolicy, assets } as typeof usualPolicy;
    const next = await visitors.watched.open('/');
    await visitors.anchored();
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
    const page = await visitors.watched.browsing.context.newPage();
    await page.addInitScript((given) => Object.defineProperty(navigator, 'connection', { value: given }), connection);
    visitors.watched.site.cookies = {};
    await page.goto(`${visitors.watched.site.origin}/`);
    await visitors.anchored();
    await page.waitForLoadState('networkidle');
    expect(whyWithout()).toEqual(['saving']);
    expect(asked()).toEqual([]);
    expect(visitors.watched.site.cookies['/hill.png']).toHaveLength(1);
  },
);

test('a picture of another host is kept where the page may read it, and else not even asked for', async () => {
  withPictures();
  const host = await startSite();
  try {
    const [read, shut] = ['/hill.png', '/sea.png'] as const;
    const headers = { 'access-control-allow-origin': '*' };
    host.pages[read] = { ...(visitors.watched.site.pages[read] as Exclude<SitePage, string>), headers };
    host.pages[shut] = visitors.watched.site.pages[shut] ?? '';
    const images = `<img crossorigin src="${host.origin}${read}"><img src="${host.origin}${shut}">`;
    visitors.watched.site.pages['/'] = visitors.watched.html(images);
    await visitors.watched.open('/');
    await ended(1);
    expect(files()).toEqual([sizeOf(read)]);
    // The page's own request, and one of nobody's; of the other only the page's.
    expect([host.cookies[read]?.length, host.cookies[shut]?.length]).toEqual([2, 1]);
    expect(visitors.watched.complaints).toEqual([]);
  } finally {
    await host.stop();
  }
});

test('where the policy of a page lets no worker begin, pictures stay boxes, and the recording says so', async () => {
  withPictures();
  const { origin } = visitors.watched.intake;
  const policy = `default-src 'self'; script-src ${origin}; style-src 'unsafe-inline'; connect-src ${origin}`;
  Object.assign(visitors.watched.site.pages['/'] as object, { headers: { 'content-security-policy': policy } });
  await visitors.watched.open('/');
  await until(() =>
    expect(visitors.watched.intake.segments.flatMap(({ events }) => events as Operation[])).toContainEqual([
      ...[14, expect.any(Number), 'assets', { state: 'forbidden' }],
    ]),
  );
  expect(operations(16)).toEqual([]);
  expect(visitors.watched.complaints).toEqual([]);
});

test('where the policy of a page forbids the worker to ask for its pictures, one is asked for and no other of that host: each would be reported', async () => {
  withPictures();
  const { origin } = visitors.watched.intake;
  const policy = `default-src 'self'; script-src ${origin}; style-src 'unsafe-inline'; worker-src blob:; connect-src ${origin}; report-uri /report`;
  Object.assign(visitors.watched.site.pages['/'] as object, { headers: { 'content-security-policy': policy } });
  const reported: string[] = [];
  const page = await visitors.watched.browsing.context.newPage();
  page.on('request', (request) => {
    if (request.url().endsWith('/report'))
      reported.push(JSON.parse(request.postData() ?? '')['csp-report']['blocked-uri']);
  });
  await page.goto(`${visitors.watched.site.origin}/`);
  await ended(4);
  expect(operations(9)).toEqual([]);
  expect(reported).toHaveLength(1);
  expect(visitors.watched.complaints).toEqual([]);
});

/** What the browser reports of a page to its own server, as long as it is open. */
function reportsOf(page: Page): string[] {
  const reported: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/report'))
      reported.push(JSON.parse(request.postData() ?? '')['csp-report']['effective-directive']);
  });
  return reported;
}

test('a page whose policy lets scripts in by a nonce alone, and workers from blobs, has its pictures kept and hears of nothing', async () => {
  withPictures();
  const { site, intake, browsing } = visitors.watched;
  const policy = `script-src 'nonce-n'; worker-src blob:; connect-src 'self' ${intake.origin}; report-uri /report`;
  const found = site.pages['/'] as { body: string };
  const heard = `<script>window.heard = []; addEventListener('error', ({ message }) => { if (message) heard.push(message) })</script>`;
  found.body = found.body.replace('<head>', `<head>${heard}`).replaceAll('<script', '<script nonce="n"');
  Object.assign(found, { headers: { 'content-security-policy': policy } });
  const page = await browsing.context.newPage();
  const reported = reportsOf(page);
  await page.goto(`${site.origin}/`);
  await ended(4);
  expect(files().length).toBeGreaterThan(0);
  expect(reported).toEqual([]);
  expect(await page.evaluate('heard')).toEqual([]);
});

test.each([
  ['a blocker has cut off', undefined],
  ['a proxy has put a page of its own in the place of', '<!doctype html><p>Log in'],
])('the window of a page hears nothing of it where %s what its pictures are gathered with', async (_, body) => {
  withPictures();
  const { site, browsing } = visitors.watched;
  const page = await browsing.context.newPage();
  await page.route('**/sdk-assets.js', (route) => (body ? route.fulfill({ body }) : route.abort()));
  await page.addInitScript(
    `window.heard = []; addEventListener('error', ({ message }) => { if (message) heard.push(message) })`,
  );
  await page.goto(`${site.origin}/`);
  await until(() => expect(whyWithout()).toEqual(['forbidden']));
  expect(await page.evaluate('heard')).toEqual([]);
});

test('where a page itself lets no second worker begin, pictures stay boxes, and the recording says so', async () => {
  withPictures();
  const { site, browsing } = visitors.watched;
  const page = await browsing.context.newPage();
  await page.addInitScript(() => {
    let begun = 0;
    window.Worker = class extends Worker {
      constructor(url: string | URL) {
        if (begun++) throw new Error('one is enough');
        super(url);
      }
    };
  });
  await page.goto(`${site.origin}/`);
  await until(() => expect(whyWithout()).toEqual(['forbidden']));
});

test('that the policy of a page lets no worker begin is reported once in a tab, however soon its pages have loaded', async () => {
  withPictures();
  const { site, intake, browsing } = visitors.watched;
  const policy = `default-src 'self'; script-src ${intake.origin}; style-src 'unsafe-inline'; connect-src ${intake.origin}; report-uri /report`;
  Object.assign(site.pages['/'] as object, { headers: { 'content-security-policy': policy } });
  const page = await browsing.context.newPage();
  const reported = reportsOf(page);
  for (const times of [1, 2, 3]) {
    await page.goto(`${site.origin}/`);
    const said = () =>
      intake.segments.flatMap(({ events }) => (events as Operation[]).filter(([, , name]) => name === 'assets'));
    await until(() => expect(said()).toHaveLength(times));
  }
  expect(reported).toEqual(['worker-src']);
});
