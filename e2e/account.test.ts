import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seriousFaults } from './lib/axe.ts';
import { type Browsing, startBrowsing } from './lib/chromium.ts';
import { type Running, startSightglass } from './lib/sightglass.ts';
import { signIn } from './lib/sign-in.ts';

/** Passwords, from the first link to the lost one, as people meet them: each in a browser of their own. */

const root = fileURLToPath(new URL('../', import.meta.url));
const ada = { email: 'ada@example.com', password: 'a glass that one sees through' };
const bo = { email: 'bo@example.com', password: 'the first one of bo' };
let server: Running;
let browsing: Browsing;
let owner: Page;
let members: string;

beforeAll(async () => {
  server = await startSightglass({ owner: ada });
  browsing = await startBrowsing({ width: 1440, height: 900, shell: true });
  owner = await browsing.context.newPage();
  await signIn(owner, server.origin, ada);
  await owner.getByLabel('Name of the application').fill('Parts Desk');
  await owner.getByRole('button', { name: 'Make the project' }).click();
  await owner.waitForURL('**/settings/snippet');
  members = owner.url().replace('snippet', 'members');
});

afterAll(async () => {
  await browsing?.stop();
  await server?.stop();
});

test('an admin invites somebody, and makes a link when their password is lost', async () => {
  const guest = await ownBrowser();
  const page = await guest.newPage();
  await owner.goto(members);
  await owner.getByLabel('E-mail').fill(bo.email);
  await owner.getByRole('button', { name: 'Invite' }).click();
  await page.goto(await linkIn(owner, 'the invitation'));
  await page.getByLabel('Your name').fill('Bo');
  await page.getByLabel('Password', { exact: true }).fill(bo.password);
  await page.getByRole('button', { name: 'Join' }).click();
  await page.waitForURL('**/p/**');

  await owner.reload();
  await owner.getByRole('button', { name: 'Link for a new password of Bo' }).click();
  const link = await linkIn(owner, 'the link for a new password');
  await page.goto(link);
  await page.getByLabel('New password').fill('the second one of bo');
  await page.getByRole('button', { name: 'Save and sign in' }).click();
  await page.waitForURL('**/p/**');

  const late = await guest.newPage();
  await late.goto(link);
  await late.getByLabel('New password').fill('the third one of bo');
  await late.getByRole('button', { name: 'Save and sign in' }).click();
  await late.getByRole('alert').getByText('not valid any more').waitFor();
  await guest.close();
});

test('a login that ends under a form is renewed in front of it, and what was typed is still there', async () => {
  const browser = await ownBrowser();
  const page = await browser.newPage();
  await signIn(page, server.origin, ada);
  await page.waitForURL('**/p/**');
  await page.goto(members.replace('members', 'tokens'));
  await page.getByLabel('What it is for').fill('nightly figures');
  await browser.clearCookies();
  await page.getByRole('button', { name: 'Make the token' }).click();

  const door = page.getByRole('dialog', { name: 'Sign in again' });
  await door.waitFor();
  expect(await door.getByLabel('E-mail').inputValue()).toBe(ada.email);
  expect(await seriousFaults(page)).toEqual([]);
  for (let times = 0; times < 3; times += 1) await page.keyboard.press('Escape');
  await page.keyboard.type('not this one');
  await page.keyboard.press('Enter');
  await door.getByRole('alert').waitFor();
  await door.getByLabel('Password', { exact: true }).fill(ada.password);
  await page.keyboard.press('Enter');
  await door.waitFor({ state: 'hidden' });
  expect(await page.getByLabel('What it is for').inputValue()).toBe('nightly figures');
  await page.getByRole('button', { name: 'Make the token' }).click();
  await page.getByRole('rowheader', { name: 'nightly figures' }).waitFor();
  await browser.close();
});

test('changing a password signs out every other browser, and leaves this one in', async () => {
  const guest = await ownBrowser();
  const elsewhere = await guest.newPage();
  await signIn(elsewhere, server.origin, ada);
  await elsewhere.waitForURL('**/p/**');

  await owner.getByRole('button', { name: 'Account' }).click();
  await owner.getByRole('menuitem', { name: 'Account and password' }).click();
  await owner.getByLabel('Current password').fill('not this one');
  await owner.getByLabel('New password').fill('a better glass to see through');
  await owner.getByRole('button', { name: 'Change the password' }).click();
  await owner.getByText('The current password is wrong').waitFor();
  await owner.getByLabel('Current password').fill(ada.password);
  await owner.getByRole('button', { name: 'Change the password' }).click();
  await owner.getByText('Your password is changed').waitFor();

  await elsewhere.reload();
  await elsewhere.waitForURL('**/signin**');
  await owner.reload();
  await owner.getByRole('heading', { name: 'Account', exact: true }).waitFor();
  await guest.close();
});

test('an owner whose password is lost gets in by the command, while the server runs', async () => {
  const { stdout } = await promisify(execFile)(
    `${root}node_modules/.bin/node`,
    [`${root}packages/server/src/main.ts`, 'reset-owner'],
    { env: { ...process.env, SIGHTGLASS_DATA: server.data, PORT: new URL(server.origin).port } },
  );
  const link = /http:\S+\/reset#\S+/.exec(stdout)?.[0] ?? '';
  const page = await browsing.context.newPage();
  await page.goto(link);
  await page.getByLabel('New password').fill('the best glass of them all');
  await page.getByRole('button', { name: 'Save and sign in' }).click();
  await page.waitForURL('**/p/**');
  expect(new URL(page.url()).origin).toBe(server.origin);
});

/** A browser of somebody else: nothing of the owner's is known there. */
async function ownBrowser(): Promise<BrowserContext> {
  const browser = browsing.context.browser();
  if (browser === null) throw new Error('the browser is gone');
  return browser.newContext();
}

async function linkIn(page: Page, label: string): Promise<string> {
  const link = await page.getByRole('figure', { name: label }).locator('code').textContent();
  return link ?? '';
}
