import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { changeRecording, getRecording, intakeOutcomes, inviteMember, parcelsAnswer, policy } from '@sightglass/wire';
import type { Page, Response } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browsing, startBrowsing } from './lib/chromium.ts';
import { type Running, startSightglass } from './lib/sightglass.ts';
import { signIn } from './lib/sign-in.ts';

/** What a project records is chosen in the dashboard, and holds on the next page of a visitor. */

const owner = { email: 'ada@example.com', password: 'a glass that one sees through' };
const patience = { timeout: 180_000, interval: 250 };
let server: Running;
let site: Server;
let siteOrigin: string;
let desk: Browsing;
let admin: Page;
let visitor: Browsing;
let project: { id: string; clientKey: string };

beforeAll(async () => {
  server = await startSightglass({ owner });
  project = await server.makeProject('Parts Desk');
  site = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(
      `<!doctype html><script defer src="${server.origin}/sdk.js" data-key="${project.clientKey}"></script><h1>Parts</h1><button>Buy</button>`,
    );
  });
  await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening));
  siteOrigin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`; // it listens on a port
  [desk, visitor] = [await startBrowsing({ width: 1440, height: 900, shell: true }), await startBrowsing()];
  admin = await desk.context.newPage();
  await signIn(admin, server.origin, owner);
  await admin.waitForURL(`**/p/${project.id}`);
  await admin.goto(`${server.origin}/p/${project.id}/settings/recording`);
});
afterAll(async () => {
  await desk?.stop();
  await visitor?.stop();
  site?.close();
  await server?.stop();
});

const told = async () =>
  policy.parse(await (await fetch(`${server.origin}/v1/policy?key=${project.clientKey}`)).json());
const outcomes = async () => {
  const { outcomes: rows } = await server.ask(intakeOutcomes, { project: project.id });
  return Object.fromEntries(rows.map(({ door, outcome, items }) => [`${door} ${outcome}`, items]));
};
const accepted = async (): Promise<number> => {
  const told = await outcomes();
  return (told['records accepted'] ?? 0) + (told['segments accepted'] ?? 0);
};

test('the choices are read again before they hold, and then pages are told them at once', async () => {
  await admin.getByText('nobody has changed it').waitFor();
  await admin.getByRole('radio', { name: /^Every text that/ }).check();
  await admin.getByLabel('Sessions recorded').fill('');
  await admin.getByText('A number from 0 to 100').waitFor();
  expect(await admin.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  await admin.getByLabel('Sessions recorded').fill('100');
  await admin.getByRole('button', { name: 'Save' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Change what is recorded?' });
  await dialog.getByText('Less is recorded').waitFor();
  expect((await told()).mask).toBe('inputs');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await admin.getByText(`by ${owner.email}`).waitFor();
  expect((await told()).mask).toBe('listed');
});

test('the kill switch ends an open page, the pages after it, and the intake; the refusals are counted; it goes on as if nothing had been', async () => {
  const page = await visitor.context.newPage();
  const taken: Promise<number>[] = [];
  const take = (answer: Response) => {
    if (/v1.(records|segments|parcels)/.test(answer.url()) && answer.ok())
      taken.push(answer.json().then((told) => parcelsAnswer.parse(told).accepted));
  };
  page.on('response', take);
  const acknowledged = async () => (await Promise.all(taken)).reduce((sum, records) => sum + records, 0);
  await page.goto(siteOrigin);
  await expect.poll(accepted, patience).toBeGreaterThan(3);

  await admin.getByRole('button', { name: 'Switch recording off' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Switch it off' }).click();
  await admin.getByText('switched off').waitFor();
  await page.getByText('Buy').click();
  const stored = () => page.evaluate(() => Object.keys(localStorage).map((name) => name.split(':')[1]));
  await expect.poll(stored).toEqual(['policy']);
  // What was acknowledged before is counted a little later, and what was on its way as it was switched off is told the test later still.
  await expect.poll(async () => (await accepted()) - (await acknowledged())).toBe(0);
  // An answer that comes as the page is left or closed has no body that could be read.
  page.off('response', take);
  await acknowledged();
  const before = await accepted();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const heard = page.waitForResponse(/v1\/policy/);
  await page.goto(siteOrigin);
  await heard;
  await page.getByText('Buy').click();
  await page.waitForLoadState('networkidle');
  expect(asked).toEqual(['/', '/sdk.js', '/v1/policy']);
  expect(await accepted()).toBe(before);

  const refused = await fetch(`${server.origin}/v1/records?key=${project.clientKey}`, { method: 'POST', body: '{}' });
  expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'recording_off' }]);
  await admin.goto(`${server.origin}/p/${project.id}/settings/intake`);
  await admin
    .getByText(/\d recording_off/)
    .first()
    .waitFor();

  await admin.goto(`${server.origin}/p/${project.id}/settings/recording`);
  await admin.getByRole('button', { name: 'Switch on again' }).click();
  await admin.getByRole('button', { name: 'Switch recording off' }).waitFor();
  await page.goto(siteOrigin);
  await expect.poll(accepted, patience).toBeGreaterThan(before);
});

test('who may only look sees what is in force and who may change it, and can change nothing', async () => {
  const email = 'bo@example.com';
  const { invitation } = await server.ask(inviteMember, { project: project.id }, { email, role: 'member' });
  const looking = await startBrowsing({ width: 390, height: 844, dark: true, shell: true });
  try {
    const page = await looking.context.newPage();
    await page.goto(invitation ?? '');
    await page.getByLabel('Name').fill('Bo');
    await page.getByLabel('Password', { exact: true }).fill('another glass to see through');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/p/${project.id}`);
    await page.goto(`${server.origin}/p/${project.id}/settings/recording`);
    await page.getByText('Only admins and owners').waitFor();
    expect(await page.getByRole('radio', { name: /^Every text that/ }).isChecked()).toBe(true);
    expect(await page.getByRole('radio', { name: /^Secrets only/ }).isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Switch recording off' }).isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  } finally {
    await looking.stop();
  }
});

test('an old screen takes back nothing that another has changed; its kill switch works, and leaves the rest as it is', async () => {
  const params = { project: project.id };
  const before = await server.ask(getRecording, params);
  const { changedAt: after, changedBy: _, ...settings } = before;
  const stricter = await server.ask(changeRecording, params, { ...settings, mask: 'all', sessions: 40, after });
  await expect(server.ask(changeRecording, params, { ...settings, sessions: 50, after })).rejects.toThrow();
  expect(await server.ask(getRecording, params)).toEqual(stricter);
  const off = await server.ask(changeRecording, params, { ...settings, off: true, after });
  expect(off).toMatchObject({ off: true, mask: 'all', sessions: 40 });
  await server.ask(changeRecording, params, { ...settings, after: off.changedAt });
});

test('what is not among the choices is refused, and what is in force stays', async () => {
  const about = { project: project.id };
  const now = await server.ask(getRecording, about);
  for (const wrong of [{ mask: 'some' }, { sessions: 101 }, { replays: -1 }, { canvas: 30 }, { keep: undefined }])
    expect(await (await server.send(changeRecording, about, { ...now, ...wrong })).json()).toMatchObject({
      code: 'bad_request',
    });
  expect(await server.ask(getRecording, about)).toEqual(now);
});
