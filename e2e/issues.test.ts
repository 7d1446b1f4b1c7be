import { issues as issuesDoor } from '@sightglass/wire';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uploadReleases } from '../demo/sample/upload-releases.ts';
import { type Browsing, startBrowsing } from './lib/chromium.ts';
import { type Running, startSightglass } from './lib/sightglass.ts';
import { signIn } from './lib/sign-in.ts';

/** An error of the example application's minified build, from the browser to its line of TypeScript, and back after it was resolved. */
const owner = { email: 'owner@workshop.example', password: 'a-long-enough-password-1' };

let sightglass: Running;
let manager: Browsing;
let shopper: Browsing;
let dashboard: Page;
let shop: Page;
let project = '';

beforeAll(async () => {
  sightglass = await startSightglass({ demo: 'unfed', owner });
  [manager, shopper] = await Promise.all([startBrowsing({ width: 1400, height: 1000, shell: true }), startBrowsing()]);
  dashboard = await manager.context.newPage();
  shop = await shopper.context.newPage();
});
afterAll(async () => {
  await Promise.all([manager?.stop(), shopper?.stop()]);
  await sightglass?.stop();
});

/** Names of parts without a weight, over which the desk's one fault stumbles. */
const light: string[] = [];

async function openPart(at: number): Promise<void> {
  const name = light[at] ?? '';
  await shop.getByRole('link', { name: 'Parts', exact: true }).first().click();
  await shop.getByRole('link', { name, exact: true }).first().click();
  await shop.getByRole('heading', { name, exact: true }).waitFor();
}

async function issues() {
  const about = { project, from: 0, until: Date.now() + 600_000, kind: 'error', sort: 'last' };
  return (await sightglass.ask(issuesDoor, about)).issues;
}

test('an error thrown in the minified build shows its line of TypeScript', async () => {
  await signIn(dashboard, `${sightglass.origin}/signin`, owner);
  await dashboard.waitForURL(/\/p\/p_\w+/);
  project = /\/p\/(p_\w+)/.exec(dashboard.url())?.[1] ?? '';

  await uploadReleases({ origin: sightglass.origin, project, token: sightglass.bootstrapToken });

  const before = Date.now();
  await shop.goto(sightglass.demoOrigin);
  await shop.getByRole('button', { name: 'Fill in the member' }).click();
  const parts = shop.waitForResponse(/\/api\/parts(\?|$)/);
  await shop.getByRole('button', { name: 'Sign in' }).click();
  const listed: { items: { name: string; weightGrams?: number | null }[] } = await (await parts).json();
  light.push(...listed.items.filter(({ weightGrams }) => (weightGrams ?? null) === null).map(({ name }) => name));
  expect(light.length).toBeGreaterThan(1);
  await openPart(0);
  await expect
    .poll(async () => (await issues())[0], { interval: 300 })
    .toMatchObject({
      last: expect.toSatisfy((last: number) => last >= before),
      place: 'client/parcel-label.ts in prepareLabel',
    });

  await dashboard.getByRole('link', { name: 'Issues' }).first().click();
  await dashboard.getByRole('link', { name: /TypeError Cannot read properties/ }).click();
  await dashboard.getByText('client/parcel-label.ts:9').waitFor();
  await dashboard.getByText('weightGrams.toFixed(0)').waitFor();
  await dashboard.getByText(/frames? of react-dom/).waitFor();
  await dashboard.getByText('Raw', { exact: true }).click();
  await dashboard
    .getByText(/assets\/[\w-]+\.js:\d+:\d+/)
    .first()
    .waitFor();
  expect(dashboard.url()).toContain('stack=raw');
});

test('resolved, it regresses before the eyes of whoever looks when somebody meets it again', async () => {
  await dashboard.getByRole('button', { name: 'Resolve', exact: true }).click();
  await dashboard.getByText('resolved', { exact: true }).waitFor();
  await expect.poll(async () => (await issues()).find(({ place }) => place !== '')?.standing.state).toBe('resolved');
  await openPart(1);
  await dashboard.getByText(/^regressed/).waitFor();
  await dashboard.getByRole('tab', { name: /Log/ }).click();
  await dashboard.getByText(/Seen again.*regressed/).waitFor();
  await dashboard.getByText(/resolved it/).waitFor();
});

test('from an issue one goes to a report and back by keyboard, and on to whoever met it, at the moment when they did', async () => {
  const report = dashboard.getByRole('button', { name: 'Report', exact: true });
  await report.press('Enter');
  await dashboard.getByRole('dialog').waitFor();
  await dashboard.keyboard.press('Escape');
  await expect.poll(() => report.evaluate((button) => button === document.activeElement)).toBe(true);

  await dashboard.getByRole('link', { name: 'in 1 session', exact: true }).click();
  await dashboard.waitForURL(/\/sessions\?.*q=issue/);
  const met = dashboard.getByRole('row').filter({ hasText: 'TypeError' });
  await met.getByRole('link').first().click();
  await dashboard.waitForURL(/\/sessions\/\w+\?.*t=\d+/);
  // The way back leads through each place, and each has its name, also where all of it is known already.
  await dashboard.goBack();
  await expect.poll(() => dashboard.title()).toContain('Sessions');
  await dashboard.goBack();
  await dashboard.getByRole('tab', { name: /Log/, selected: true }).waitFor();
  await expect.poll(() => dashboard.title()).toContain('Cannot read properties');
  await dashboard.goBack();
  await dashboard.getByRole('tab', { name: /Stack/, selected: true }).waitFor();
  expect(dashboard.url()).toContain('stack=raw');
});

test('the text of an error as a browser tells it finds its issue; in whose list nothing moves while the pointer is on it', async () => {
  const list = dashboard.getByRole('table', { name: 'Issues' });
  const [met] = await issues();
  await dashboard.goto(`${sightglass.origin}/p/${project}/issues`);
  await dashboard.getByRole('searchbox', { name: 'Search issues' }).fill(`Uncaught TypeError: ${met?.message}`);
  await dashboard.keyboard.press('Enter');
  await dashboard.waitForURL(/q=error%3ATypeError/);
  await list.getByRole('link', { name: /TypeError/ }).waitFor();

  // Another issue, which comes first from the next answer on.
  let comesFirst = false;
  await dashboard.route(/\/api\/.*\/issues\?/, async (route) => {
    const response = await route.fetch();
    const told = await response.json();
    const other = { ...told.issues[0], id: '0123456789abcdef', type: 'RangeError' };
    const listed = comesFirst ? [other, ...told.issues] : [...told.issues, other];
    // One that moved between two pages of the list is on both.
    await route.fulfill({ response, json: { ...told, issues: [...listed, listed[0]] } });
  });
  await dashboard.goto(`${sightglass.origin}/p/${project}/issues`);
  await list.getByRole('link', { name: /RangeError/ }).waitFor();
  await list.getByRole('link', { name: /TypeError/ }).hover();
  comesFirst = true;
  await openPart(0);
  const names = async () => (await list.getByRole('link').allInnerTexts()).map((text) => text.split(' ')[0]);
  await list.getByRole('row', { name: new RegExp(`TypeError.* ${(met?.times ?? 0) + 1} `) }).waitFor();
  expect(await names()).toEqual(['TypeError', 'RangeError']);
  await dashboard.mouse.move(0, 0);
  await expect.poll(names).toEqual(['RangeError', 'TypeError']);
  await dashboard.unrouteAll({ behavior: 'wait' });
});
