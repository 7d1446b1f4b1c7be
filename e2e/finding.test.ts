import { mkdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { listQuarantine, listSessions } from '@sightglass/wire';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { seriousFaults } from './lib/axe.ts';
import { type Browsing, startBrowsing } from './lib/chromium.ts';
import { type Running, startSightglass } from './lib/sightglass.ts';
import { signIn } from './lib/sign-in.ts';

/** Finding the session that matters by what was on its screen, opening it at that moment, and keeping the search. */

const owner = { email: 'ada@example.com', password: 'a glass that one sees through' };
const patience = { timeout: 180_000, interval: 250 };
const shots = process.env.SHOTS;
let server: Running;
let browsing: Browsing;
let page: Page;
let project: { id: string; clientKey: string };
const began = Date.now() - 3_600_000;
const metAt = began + 95_000;

beforeAll(async () => {
  server = await startSightglass({ owner });
  project = await server.makeProject('Parts Desk');
  for (let number = 0; number < 12; number += 1) await visit(number);
  const found = async (search: string) => {
    const span = { from: began - 3_600_000, until: Date.now() + 60_000 };
    return (await server.ask(listSessions, { project: project.id, search, ...span })).total;
  };
  await vi.waitFor(async () => expect(await found('screen:"Payment was refused"')).toBe(1), patience);
  browsing = await startBrowsing({ width: 1400, height: 900, shell: true });
  page = await browsing.context.newPage();
  await signIn(page, server.origin, owner);
  await page.waitForURL(`**/p/${project.id}`);
});

afterAll(async () => {
  await browsing?.stop();
  await server?.stop();
});

/** A visit of a few minutes; the eighth met what everybody looks for. */
async function visit(number: number): Promise<void> {
  const start = began - number * 60_000 * (number === 7 ? 0 : 1);
  const session = `5e551000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  const about = { v: 1, session, tab: `aaaaaaaa-${number}`, startedAt: start, sentAt: Date.now() };
  const view = (at: number, id: string, route: string, title: string) => ({
    kind: 'view',
    at: start + at,
    id,
    view: id,
    cause: 'load',
    title,
    path: route,
    route,
    version: 0,
  });
  const records = [
    {
      ...{ kind: 'session', at: start, userAgent: 'Mozilla/5.0', viewport: { width: 800, height: 600 } },
      ...{ language: number % 4 ? 'en-GB' : 'de-CH', timeZone: 'Europe/Zurich', entryPath: '/', replay: true },
      ...(number % 5 === 0 && { referrerHost: 'search.example' }),
    },
    view(0, 'view-0001', '/', 'Home'),
    {
      kind: 'user',
      at: start + 5,
      visitor: number % 3 === 0 ? 'ann@parts.example' : `visitor-${number}`,
      role: number % 2 ? 'member' : 'admin',
      traits: { plan: 'gold', team: 'north' },
    },
    view(30_000, 'view-0002', '/orders', 'Orders'),
    {
      kind: 'vital',
      at: start + 31_000,
      id: 'lcp-00001',
      name: 'LCP',
      value: 900 + number * 500,
      rating: 'good',
      navigation: 'navigate',
      view: 'view-0002',
      route: '/orders',
    },
    ...Array.from({ length: number }, (_, at) => ({
      kind: 'action',
      at: start + 40_000 + at * 5_000,
      id: `action-${number}-${at}`,
      type: 'click',
      name: 'Submit order',
      role: 'button',
      view: 'view-0002',
      route: '/orders',
      version: 0,
      frustrations: number === 7 && at < 3 ? ['rage'] : [],
    })),
    ...(number % 4 === 3
      ? [
          {
            kind: 'error',
            at: start + 90_000,
            source: 'uncaught',
            type: 'TypeError',
            handled: false,
            stack: [],
            message: 'x is undefined',
            view: 'view-0002',
            route: '/orders',
          },
        ]
      : []),
    view(100_000, 'view-0003', '/orders/{integer}', 'Order'),
  ];
  await send('records', {
    ...about,
    seq: 0,
    first: 0,
    environment: 'production',
    release: '1.4.0',
    sdk: { name: 'x', version: '1' },
    records,
  });
  const tokens = [
    [10, 'html'],
    ['html'],
    ['head'],
    -1,
    ['body'],
    ['h1'],
    `Orders of ${number}`,
    -1,
    ['p'],
    'Nothing yet',
  ];
  const events = [
    [0, 1, 1, { href: '/', width: 1000, height: 700 }, tokens],
    [1, 2],
    ...(number === 7 ? [[3, metAt - start, 8, 'Payment was refused: LIMIT']] : []),
  ];
  await send('segments', {
    ...about,
    format: 'sightglass/1',
    page: `bbbbbbbb-${number}`,
    seq: 0,
    from: start,
    until: start + 120_000,
    anchor: true,
    events,
  });
}

async function send(door: string, body: object): Promise<void> {
  const answer = await fetch(`${server.origin}/v1/${door}?key=${project.clientKey}`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain', 'x-sightglass-backfill': server.bootstrapToken },
    body: gzipSync(JSON.stringify(body)),
  });
  expect(answer.status, await answer.text()).toBe(202);
}

async function shoot(name: string): Promise<void> {
  if (shots === undefined) return;
  mkdirSync(shots, { recursive: true });
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1400, 390]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({ path: `${shots}/${name}-${colorScheme}-${width}.png` });
    }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1400, height: 900 });
}

test('a text that stood on a screen leads to the session, at most half a second before it stood there', async () => {
  await page.goto(`${server.origin}/p/${project.id}/sessions`);
  await page.getByRole('table', { name: 'Sessions, newest first' }).waitFor();
  await shoot('sessions');
  expect(await seriousFaults(page)).toEqual([]);
  await page.goto(`${server.origin}/p/${project.id}/sessions?q=${encodeURIComponent('screen:"payment was refused"')}`);
  const found = page.getByRole('link', { name: /Payment was refused/ });
  await found.waitFor();
  await shoot('sessions-found');
  expect(await seriousFaults(page)).toEqual([]);
  // By keyboard alone.
  await found.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/sessions\/5e551000/);
  const opened = Number(new URL(page.url()).searchParams.get('t'));
  expect(metAt - opened).toBeGreaterThanOrEqual(0);
  expect(metAt - opened).toBeLessThanOrEqual(500);
  await page.goBack();
  await page.getByText('watched', { exact: true }).first().waitFor({ state: 'attached' });
});

test('what is shown is kept under a name, with its columns, and opened again', async () => {
  await page.goto(`${server.origin}/p/${project.id}/sessions?q=frustration:rage`);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Environment' }).click();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.url()).toContain('environment');
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('menuitem', { name: 'Save what is shown' }).click();
  await page.getByLabel('Name').fill('Angry ones');
  await shoot('save-view');
  await page.keyboard.press('Enter');
  await page.getByText('“Angry ones” is saved').waitFor();
  await page.goto(`${server.origin}/p/${project.id}/sessions`);
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('menuitem', { name: /^Angry ones/ }).click();
  await page.waitForURL(/q=frustration/);
  await expect.poll(() => page.url()).toContain('environment');
});

test('a value that nobody has, asked for and left out at once, stands once among the others', async () => {
  const q = encodeURIComponent('role:nobody -role:nobody');
  await page.goto(`${server.origin}/p/${project.id}/sessions?q=${q}`);
  await page.getByRole('checkbox', { name: /^nobody *0$/ }).waitFor();
  await page.getByRole('checkbox', { name: /^admin *6$/ }).waitFor();
});

test('sessions are told apart by what people came with, and by the site that led them here', async () => {
  await page.goto(`${server.origin}/p/${project.id}/sessions`);
  await page.getByRole('checkbox', { name: /^search\.example *3$/ }).check();
  await page.getByText(/^3 sessions/).waitFor();
  await page.getByRole('checkbox', { name: /^de-CH *1$/ }).check();
  await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('referrer:search.example language:de-CH');
  await page.getByText(/^1 session/).waitFor();
  await page.getByRole('checkbox', { name: /^en-GB *2$/ }).waitFor();
});

test('by keyboard alone a value that was seen is chosen, another is added to it, and a part of the time is looked at', async () => {
  await page.goto(`${server.origin}/p/${project.id}/sessions`);
  await page.getByRole('checkbox', { name: /^admin *6$/ }).waitFor();
  const chosen = Promise.withResolvers<void>();
  await page.route('**/facets?*', (route) => chosen.promise.then(() => route.continue()));
  await page.keyboard.press('/');
  await page.keyboard.type('action:subm');
  await page.getByRole('option', { name: /Submit order/ }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('action:"Submit order"');
  await page.keyboard.press('Escape');
  // What is chosen of a facet leaves its other values to choose from.
  await page.getByRole('checkbox', { name: /^admin/ }).focus();
  // Fewer of the admins did that: the answer that orders the roles anew comes while the key is down.
  await page.keyboard.down('Space');
  chosen.resolve();
  await page.getByRole('checkbox', { name: /^admin *5$/ }).waitFor();
  await page.keyboard.up('Space');
  await page.unroute('**/facets?*');
  await expect.poll(() => new URL(page.url()).searchParams.get('q')).toContain('role:admin');
  await page.getByRole('checkbox', { name: /^member/ }).focus();
  await page.keyboard.press('Space');
  await expect.poll(() => new URL(page.url()).searchParams.get('q')).toContain('role:(admin OR member)');
  // Bars are those of the time that was asked about last: where an answer comes in between, others stand in their place.
  const bars = page.getByRole('button', { name: /with trouble$/ });
  await vi.waitFor(async () => {
    await bars.last().focus();
    for (const key of ['ArrowLeft', 'Shift+ArrowLeft', 'Enter']) await page.keyboard.press(key);
    await page.waitForURL(/from=/, { timeout: 3_000 });
  }, patience);
});

test('Performance is searched in the same words', async () => {
  await page.goto(`${server.origin}/p/${project.id}/performance?q=${encodeURIComponent('role:admin')}`);
  const samples = page.getByRole('group', { name: /^Web Vitals/ }).getByRole('button', { name: /^LCP/ });
  await samples.waitFor();
  await shoot('performance');
  expect(await seriousFaults(page)).toEqual([]);
  const ofAdmins = await samples.textContent();
  await page.keyboard.press('/');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('role:(admin OR member)');
  await page.keyboard.press('Enter');
  await expect.poll(() => samples.textContent()).not.toBe(ofAdmins);
  expect(new URL(page.url()).searchParams.get('q')).toBe('role:(admin OR member)');
  // The order of a table is in the address; what was asked before is one step back.
  await page.getByRole('columnheader', { name: /^LCP/ }).getByRole('button').click();
  await page.waitForURL(/routes=-LCP/);
  await page.reload();
  await page.getByRole('columnheader', { name: /^LCP/ }).and(page.locator('[aria-sort=descending]')).waitFor();
  await page.goBack();
  await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('role:admin');
});

test('a slider and a pin write themselves into the address', async () => {
  await page.goto(`${server.origin}/p/${project.id}/sessions`);
  await page.getByRole('slider', { name: 'Errors, at least' }).focus();
  // Whoever chooses by keyboard keeps their place while the answer comes, and one step back takes all of it back.
  for (const bound of [1, 2]) {
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe(`errors:>=${bound}`);
    await page.getByRole('complementary', { name: 'Facets' }).and(page.locator(':not(:has([data-loading]))')).waitFor();
  }
  await page.goBack();
  await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe(null);
  await page.goto(`${server.origin}/p/${project.id}/sessions`);
  await page.getByRole('button', { name: 'Pin Role' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/pin=/);
});

test('a visitor has a page with all visits, devices, traits and ways, that is left empty when they are erased', async () => {
  await page.goto(`${server.origin}/p/${project.id}/sessions`);
  await page.getByRole('link', { name: 'All visits of ann@parts.example' }).first().click();
  await page.getByRole('heading', { name: 'ann@parts.example' }).waitFor();
  await page.getByRole('table', { name: /Sessions of ann@parts.example/ }).waitFor();
  await page.getByText('north').waitFor();
  await shoot('visitor');
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Erase this person' }).click();
  await page.getByText('It cannot be taken back').waitFor();
  await shoot('erase');
  await page.getByRole('button', { name: /^Erase 4 sessions/ }).click();
  await page.getByText(/Gone from the disk: 4 sessions, .* of replay\./).waitFor();
  await page.goto(`${server.origin}/p/${project.id}/visitors/ann%40parts.example`);
  await page.getByRole('heading', { name: 'No session names “ann@parts.example”' }).waitFor();
  await shoot('visitor-gone');
});

test('who is named by nothing but a body that could not be understood is erased there too, and told so', async () => {
  // A number that is taken, by something else.
  for (const who of ['somebody@parts.example', 'zoe@parts.example']) {
    const tokens = [[10, 'html'], ['html'], ['head'], -1, ['body'], ['p'], `Signed in as ${who}`];
    const sent = await fetch(`${server.origin}/v1/segments?key=${project.clientKey}`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: JSON.stringify({
        ...{
          v: 1,
          format: 'sightglass/1',
          session: 'session-aside-00001',
          tab: 'tab-aside-00001',
          page: 'page-aside-0001',
        },
        ...{ seq: 0, from: began, until: began + 900, anchor: true, startedAt: began, sentAt: Date.now() },
        events: [
          [0, 0, 1, { href: '/', width: 800, height: 600 }, tokens],
          [1, 2],
        ],
      }),
    });
    expect(sent.status).toBe(202);
  }
  const aside = () => server.ask(listQuarantine, { project: project.id });
  await vi.waitFor(async () => expect((await aside()).total).toBe(1), patience);
  await page.goto(`${server.origin}/p/${project.id}/visitors/zoe%40parts.example`);
  await page.getByRole('heading', { name: 'No session names “zoe@parts.example”' }).waitFor();
  await shoot('visitor-aside');
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Erase this person' }).click();
  await page.getByRole('button', { name: 'Erase what names them' }).click();
  await page.getByText('Gone from the disk: 1 body from the quarantine.').waitFor();
  await shoot('visitor-aside-gone');
  expect((await aside()).total).toBe(0);
});
