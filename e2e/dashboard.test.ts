import * as wire from '@sightglass/wire';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Browsing, startBrowsing } from './lib/chromium.ts';
import { since } from './lib/doors.ts';
import { type Running, startSightglass } from './lib/sightglass.ts';
import { signIn } from './lib/sign-in.ts';
import { sessionWhere } from './lib/stored.ts';

/** The dashboard as a person meets it: with a keyboard, in two themes, under its own content security policy. */

const owner = { email: 'ada@example.com', password: 'a glass that one sees through' };
const patience = { timeout: 180_000, interval: 250 };
const origins = new Set<string>();
const violations: string[] = [];
let server: Running;
let browsing: Browsing;
let page: Page;
let project: string;

beforeAll(async () => {
  server = await startSightglass({ owner });
  browsing = await startBrowsing({ width: 1440, height: 900, shell: true });
  page = await browsing.context.newPage();
  await watchPolicy(page);
  project = (await server.makeProject('Parts Desk')).id;
  await signIn(page, server.origin, owner);
  await page.waitForURL(`**/p/${project}`);
});

afterAll(async () => {
  await browsing?.stop();
  await server?.stop();
});

test('each view has a title of its own', async () => {
  const titles: string[] = [];
  for (const name of ['Sessions', 'Issues', 'Performance', 'Settings', 'Specification']) {
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name, exact: true }).click();
    await expect.poll(() => page.title()).toContain(name);
    titles.push(await page.title());
    expect(titles.at(-1)).toContain('Parts Desk');
  }
  expect(new Set(titles).size).toBe(titles.length);
});

test('scripts and sheets come packed', async () => {
  const sizes = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\/assets\/[^/]+\.(?:js|css)$/.test(name))
      .map((entry) => entry as PerformanceResourceTiming) // what entries of this type are
      .map(({ name, encodedBodySize, decodedBodySize }) => ({ name, sent: encodedBodySize, whole: decodedBodySize })),
  );
  const large = sizes.filter(({ whole }) => whole > 10_000);
  expect(large.length).toBeGreaterThan(3);
  for (const { name, sent, whole } of large) expect(sent, name).toBeLessThan(whole / 2);
});

test('a browser whose language is none that anybody knows opens every screen', async () => {
  const other = await browsing.context.newPage();
  // As WebKit's is where the system's is C; Chromium takes no such name.
  await other.addInitScript(() => Object.defineProperty(navigator, 'language', { value: 'C', configurable: true }));
  await other.goto(`${server.origin}/p/${project}/performance`);
  await other.getByRole('heading', { name: 'Nothing measured yet' }).waitFor();
  await other.close();
});

test('what the top bar holds is in the URL and comes along from screen to screen', async () => {
  await page.goto(`${server.origin}/p/${project}/sessions`);
  await page.getByRole('button', { name: /^Time:/ }).click();
  await page.getByRole('menuitemradio', { name: 'Last 7 days' }).click();
  await expect.poll(() => new URL(page.url()).search).toBe('?range=7d');
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.waitForURL('**/settings/snippet?range=7d');
  // Settings are of no time, and the time is not lost there.
  await page.getByRole('link', { name: 'Issues', exact: true }).click();
  await page.getByRole('button', { name: 'Time: Last 7 days' }).waitFor();
});

test('the first key leads past the rail', async () => {
  await page.goto(`${server.origin}/p/${project}/sessions`);
  await page.getByRole('navigation', { name: 'Screens' }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
});

test('the palette finds every screen by a few letters', async () => {
  await page.goto(`${server.origin}/p/${project}/sessions`);
  await page.getByRole('navigation', { name: 'Screens' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.locator('[aria-label="Search and jump"]:focus').waitFor();
  await page.keyboard.type('members');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/settings/members**');
  await expect.poll(() => page.title()).toContain('Members');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
});

test('the sheet lists the keys, and a sequence of two opens a screen', async () => {
  await page.getByRole('navigation', { name: 'Screens' }).waitFor();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard' });
  await sheet.getByText('Go to Sessions').waitFor();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'hidden' });
  // The second key has to come soon after the first: a busy machine may be too late with it.
  await vi.waitFor(async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await page.waitForURL('**/sessions**', { timeout: 3_000 });
  }, patience);
});

test('a theme once chosen is there before the first paint', async () => {
  await page.goto(`${server.origin}/p/${project}/sessions`);
  await page.getByRole('button', { name: 'Appearance' }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect.poll(() => scheme(page)).toBe('dark');

  const bundle = (url: URL): boolean => url.pathname.startsWith('/assets/') && url.pathname.endsWith('.js');
  await page.route(bundle, (route) => route.abort());
  await page.reload();
  expect(await scheme(page)).toBe('dark');
  await page.unroute(bundle);
  await page.reload();
  await page.getByRole('navigation', { name: 'Screens' }).waitFor();
  await page.keyboard.press('t');
  await expect.poll(() => scheme(page)).toBe('light');
});

test('an address that leads nowhere says so, and the way back works', async () => {
  const nowhere: [path: string, current: string[]][] = [
    ['/nowhere', []],
    ['/p/p_000000000000/sessions', ['Sessions']],
  ];
  for (const [path, current] of nowhere) {
    await page.goto(`${server.origin}${path}`);
    await page.getByRole('main').getByRole('heading', { name: 'There is nothing at this address' }).waitFor();
    await expect.poll(() => page.title()).toContain('Not found');
    expect(await page.locator('[aria-current=page]').allInnerTexts()).toEqual(current);
  }
  await page.getByRole('link', { name: 'Go to your project' }).click();
  await page.waitForURL(`**/p/${project}**`);
});

test('an empty list says how sessions get here, and fills by itself when one comes', async () => {
  await page.goto(`${server.origin}/p/${project}/sessions`);
  await page.getByRole('heading', { name: 'No sessions yet' }).waitFor();
  const facets = page.getByRole('complementary', { name: 'Facets' });
  // Of nothing, nothing can be told apart.
  await facets.waitFor({ state: 'hidden' });
  await liveDoorIsOpen();
  await sendTestSession();
  await page.getByRole('table', { name: /^Sessions/ }).waitFor();
  await expect.poll(rows).toBe(1);
  await facets.waitFor();
});

test('a session that comes in later waits behind a button, and the list does not jump', async () => {
  await sendTestSession();
  const pill = page.getByRole('button', { name: '1 new session' });
  await pill.waitFor();
  expect(await rows()).toBe(1);
  await pill.click();
  await expect.poll(rows).toBe(2);
});

test('a search that finds nothing says so, and clearing it brings the sessions back', async () => {
  await page.keyboard.press('/');
  await page.keyboard.type('no such thing anywhere');
  // What is typed is searched for in passing, too: the whole of it has to be what was asked.
  await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('no such thing anywhere');
  await page.getByRole('heading', { name: 'No session matches' }).waitFor();
  await page.getByRole('button', { name: 'Clear the filters' }).click();
  await expect.poll(rows).toBe(2);
});

test('arrow keys walk the list and Enter opens a session', async () => {
  const table = page.getByRole('table', { name: /^Sessions/ });
  // A line leads to its session first, and to its visitor after.
  const link = (row: number) => table.getByRole('row').nth(row).getByRole('link').first();
  const second = await link(2).getAttribute('href');
  await link(1).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === second);
});

test('a test session says how far it came and leads to itself', async () => {
  await page.goto(`${server.origin}/p/${project}/settings/snippet`);
  await page.getByRole('button', { name: 'Send a test session' }).click();
  await page.getByText(/^Stored/).waitFor();
  await page.getByRole('link', { name: 'Watch it' }).click();
  await page.waitForURL(/\/sessions\/[0-9a-f-]{36}/);
});

test('when the server does not answer, a screen says so and tries again', async () => {
  const question = (url: URL): boolean => /^\/api\/.*\/keys$/.test(url.pathname);
  await page.route(question, (route) =>
    route.fulfill({
      status: 503,
      contentType: 'application/problem+json',
      body: JSON.stringify({ type: 'about:blank', title: 'The disk is full', status: 503, code: 'disk_full' }),
    }),
  );
  await page.goto(`${server.origin}/p/${project}/settings/keys`);
  const failed = page.getByRole('alert');
  await failed.getByText('disk_full').waitFor();
  await page.unroute(question);
  await failed.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('table', { name: 'Client keys' }).waitFor();
});

test('a double click makes one key, however soon that is there', async () => {
  const keys = page.getByRole('table', { name: 'Client keys' }).locator('tbody tr');
  const before = await keys.count();
  const asked: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && asked.push(new URL(request.url()).pathname));
  const make = page.getByRole('button', { name: 'Make a key' });
  await make.click();
  await expect.poll(() => keys.count()).toBe(before + 1);
  // The other half comes when all is done already, as it does where the server is near.
  await make.hover();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await page.reload();
  await expect.poll(() => keys.count()).toBeGreaterThan(0);
  expect(await keys.count()).toBe(before + 1);
  expect(asked).toEqual([`/api/v1/projects/${project}/keys`]);
});

test('a tab that is older than an update loads the new dashboard at its next step', async () => {
  await page.goto(`${server.origin}/p/${project}/sessions`);
  await page.getByRole('heading', { name: 'Sessions', exact: true }).waitFor();
  const part = (url: URL): boolean => url.pathname.startsWith('/assets/') && url.pathname.endsWith('.js');
  let old = true;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) old = false;
  });
  await page.route(part, (route) => (old ? route.fulfill({ status: 404 }) : route.continue()));
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Performance' }).click();
  await page.getByRole('heading', { name: 'Performance', exact: true }).waitFor();
  expect(old).toBe(false);
  await page.unroute(part);
});

test('a secret of a token is shown once', async () => {
  await page.goto(`${server.origin}/p/${project}/settings/tokens`);
  await page.getByLabel('What it is for').fill('nightly export');
  await page.getByRole('button', { name: 'Make the token' }).click();
  const secret = await page.getByRole('figure', { name: 'the token' }).locator('code').textContent();
  expect(secret).toMatch(/^\S{20,}$/);
  await page.reload();
  await page.getByRole('table', { name: 'API tokens' }).getByText('nightly export').waitFor();
  expect(await page.content()).not.toContain(secret);
});

test('what stands on a screen does not move when its answers come', async () => {
  await page.addInitScript(() => {
    const moved = { score: 0 };
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[])
        if (!hadRecentInput) moved.score += value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const [screen, last] of [
    ['/performance', page.getByRole('heading', { name: 'Calls', exact: true })],
    ['/sessions', page.getByRole('region', { name: 'Numbers' })],
  ] as const) {
    await page.goto(`${server.origin}/p/${project}${screen}`);
    await last.waitFor();
    await page.waitForFunction(() => document.querySelector('[role=status][aria-label^=Loading]') === null);
    // What moved is told with the frame after.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const score = await page.evaluate(() => (window as unknown as { moved: { score: number } }).moved.score); // set above
    expect(score, screen).toBeLessThan(0.02);
  }
});

test('the button that ends a project stays where it is when answers come', async () => {
  const held = Promise.withResolvers<void>();
  await page.route(/\/(retention|sample)/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(`${server.origin}/p/${project}/settings/project`);
  const button = page.getByRole('button', { name: 'Remove this project' });
  await button.waitFor();
  await page.getByRole('status', { name: 'How long it is kept' }).waitFor();
  const before = await button.boundingBox();
  held.resolve();
  await page.getByRole('textbox', { name: 'Days' }).waitFor();
  await page.getByText('There is no sample data in this project').waitFor();
  const after = await button.boundingBox();
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(1);
  await page.unrouteAll();
});

test('what a narrow table has no column for is told below the name, and no screen is wider than 320 pixels', async () => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`${server.origin}/p/${project}/settings/tokens`);
  await page
    .getByRole('row', { name: /nightly export/ })
    .getByText('Last used')
    .waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test('a narrow window keeps every screen in reach', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${server.origin}/p/${project}/sessions`);
  await page.getByRole('table', { name: /^Sessions/ }).waitFor();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Settings' }).click();
  await page.waitForURL('**/settings/**');
});

test('signing out leads to the door, and a link into the project leads back after signing in', async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL('**/signin');
  await signIn(page, `${server.origin}/p/${project}/sessions?range=7d`, owner);
  await page.waitForURL(`**/p/${project}/sessions?range=7d`);
});

test('every part stands in the gallery', async () => {
  await page.goto(`${server.origin}/gallery`);
  await page.getByRole('heading', { name: 'Gallery' }).waitFor();
});

test('through all of this the content security policy had nothing to forbid, and nothing called out', () => {
  expect(violations).toEqual([]);
  expect([...origins]).toEqual([server.origin]);
});

async function watchPolicy(watched: Page): Promise<void> {
  await watched.exposeFunction('tellViolation', (told: string) => violations.push(told));
  await watched.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      const { tellViolation } = window as unknown as { tellViolation: (told: string) => void }; // exposed above
      tellViolation(`${violatedDirective} ${blockedURI} ${sourceFile}`);
    });
  });
  watched.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith('http')) origins.add(origin);
  });
}

const scheme = (of: Page): Promise<string | undefined> =>
  of.evaluate(() => document.documentElement.dataset.mantineColorScheme);

const rows = (): Promise<number> =>
  page
    .getByRole('table', { name: /^Sessions/ })
    .locator('tbody tr[aria-rowindex]')
    .count();

const liveDoorIsOpen = (): Promise<void> => page.getByRole('status').getByText('Live', { exact: true }).waitFor();

/** Comes back once the session is stored. */
async function sendTestSession(): Promise<void> {
  const { session } = await server.ask(wire.sendTestSession, { project });
  await sessionWhere(server, { project, ...since(3_600_000) }, { session });
}
