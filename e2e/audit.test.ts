import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as wire from '@sightglass/wire';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { seriousFaults } from './lib/axe.ts';
import { type Browsing, startBrowsing } from './lib/chromium.ts';
import type { NewProject } from './lib/doors.ts';
import { type Running, startSightglass } from './lib/sightglass.ts';
import { signIn } from './lib/sign-in.ts';
import { tellScreens } from './lib/tell-screens.ts';

/** Who did what: it stands after a kill, names nobody who was erased, and an admin reads it. */

const owner = { email: 'ada@example.com', password: 'a glass that one sees through' };
const patience = { timeout: 180_000, interval: 100 };
const data = mkdtempSync(join(tmpdir(), 'sg-audit-'));
let server: Running;
let browsing: Browsing | undefined;
let project: NewProject;
beforeAll(async () => {
  server = await startSightglass({ data, owner });
  project = await server.makeProject('Parts Desk');
});
afterAll(async () => {
  await browsing?.stop();
  await server?.stop();
  rmSync(data, { recursive: true, force: true });
});

/** As `tellScreens` calls them. */
const visitor = 'somebody';
const audit = async (about: object = {}) => {
  const { deeds } = await server.ask(wire.listDeeds, { project: project.id, ...about });
  return deeds;
};

test('what was done is told after a kill, and of whom was erased no more than that somebody was', async () => {
  const about = { project: project.id };
  const session = randomUUID();
  const told = { session, at: Date.now(), screens: ['orders'] };
  expect(await tellScreens(server.origin, project.clientKey, told)).toBe('taken');
  await vi.waitUntil(async () => (await server.ask(wire.listSessions, about)).total === 1, patience);
  await server.ask(wire.listRecords, { ...about, session });
  await vi.waitUntil(async () => (await audit({ about: session })).length === 1, patience);

  await server.ask(wire.changeRetention, about, { days: 30 });
  server.child.kill('SIGKILL');
  await once(server.child, 'close');
  server = await startSightglass({ data, owner });
  const [changed, look] = await audit();
  expect(changed).toMatchObject({
    ...{ did: 'retention-changed', details: [{ name: 'days', from: 90, to: 30 }], outcome: 'done' },
  });
  expect(look).toMatchObject({
    ...{ did: 'session-looked-at', about: { id: session, erased: false }, by: { kind: 'token', name: 'bootstrap' } },
  });
  // After a start that has forgotten the first look, and just before the session goes.
  await server.ask(wire.listRecords, { ...about, session });

  await server.ask(wire.eraseVisitor, { ...about, visitor });
  const looks = await audit({ about: session });
  // Two, where an hour began between them.
  expect(looks.length).toBeGreaterThan(0);
  for (const { about: whom } of looks)
    expect(whom).toEqual({ id: expect.stringMatching(/^[0-9a-f]{32}$/), name: null, erased: true });
  expect((await audit())[0]).toMatchObject({
    ...{ did: 'person-erased', about: { id: '', name: null } },
    details: expect.arrayContaining([{ name: 'sessions', from: null, to: 1 }]),
  });
  for (const file of ['catalog.sqlite', 'catalog.sqlite-wal']) {
    const bytes = readFileSync(join(data, file)).toString('latin1');
    for (const name of [session, visitor]) expect(bytes, file).not.toContain(name);
  }
}, 180_000);

test('an admin reads it on a screen of its own, and its address holds what is chosen', async () => {
  browsing = await startBrowsing({ width: 1280, height: 800, shell: true });
  const page: Page = await browsing.context.newPage();
  const address = `${server.origin}/p/${project.id}/settings/audit`;
  await signIn(page, `${address}?what=retention-changed`, owner);
  const table = page.getByRole('table', { name: 'Who did what, newest first' });
  await expect.poll(() => table.getByRole('row').count()).toBe(2);
  expect(await table.textContent()).toContain('days kept: 90 → 30');
  expect(await page.title()).toContain('Audit');

  await page.getByRole('button', { name: 'What: Changed how long it is kept' }).press('Enter');
  await page.getByRole('menuitemradio', { name: 'Everything' }).click();
  await expect.poll(() => table.textContent()).toContain('Erased a person');
  expect(new URL(page.url()).search).toBe('');
  expect(await seriousFaults(page)).toEqual([]);

  // Written by hand: the years before it is written to its end are no days.
  await page.getByLabel('From').pressSequentially('01012020');
  await expect.poll(() => new URL(page.url()).search).toBe('?first=2020-01-01');
  await expect.poll(() => table.textContent()).toContain('Erased a person');
  const id = page.getByLabel('Session, or another id');
  await id.fill('never');
  await id.press('Enter');
  await page.getByText('Nobody did that').waitFor();
  expect(await id.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.getByRole('button', { name: 'Show everything' }).click();

  await page.getByRole('button', { name: 'Done with: This project' }).click();
  await page.getByRole('menuitemradio', { name: 'The server' }).click();
  await expect.poll(() => table.textContent()).toMatch(/Made project Parts Desk/);
  const saved = page.waitForEvent('download');
  await page.getByRole('link', { name: 'CSV' }).click();
  const lines = readFileSync(await (await saved).path(), 'utf8').split('\r\n');
  expect(lines[0]).toMatch(/^number,at,by_kind,/);
  expect(lines.join('\n')).toMatch(/,ada@example\.com,signed-in,/);
}, 180_000);
