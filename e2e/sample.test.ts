import { join } from 'node:path';
import { countSample, listSessions, type RecordBatch, removeSample } from '@sightglass/wire';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Browsing, startBrowsing } from './lib/chromium.ts';
import { lookAtFiles } from './lib/data-folder.ts';
import { createFinder } from './lib/find-bytes.ts';
import { type Running, startSightglass } from './lib/sightglass.ts';
import { signIn } from './lib/sign-in.ts';

/** Sample data goes when it is told to: what will go is said before, what went is said after, and a failure is no dead end. */

const owner = { email: 'ada@example.com', password: 'a glass that one sees through' };
const patience = { timeout: 180_000, interval: 250 };
/** The engine writes its parts again without them; a look at all files takes the time from it. */
const untilDeleted = { timeout: 180_000, interval: 1_000 };
const dayMs = 24 * 3_600_000;
const at = Date.now() - 3 * dayMs;
let server: Running;
let browsing: Browsing;
let page: Page;
let project: { id: string; clientKey: string };

beforeAll(async () => {
  server = await startSightglass({ owner });
  project = await server.makeProject('Parts Desk');
  await send('older-session-001', { 'x-sightglass-backfill': server.bootstrapToken }, Date.now() - 8 * dayMs);
  await send('made-up-session-1', { 'x-sightglass-backfill': server.bootstrapToken });
  await send('made-up-session-2', { 'x-sightglass-backfill': server.bootstrapToken });
  await send('real-session-0001');
  await vi.waitFor(async () => expect(await sessions()).toHaveLength(4), patience);
  // What the catalog writes down of an error is to go as well: it has to be there first.
  const isWritten = (session: string) =>
    filesWith(`Lost by ${session}`).some((file) => file.includes('catalog.sqlite'));
  await vi.waitUntil(() => isWritten('older-session-001') && isWritten('made-up-session-1'), patience);
  browsing = await startBrowsing({ width: 1440, height: 900, shell: true });
  page = await browsing.context.newPage();
  await signIn(page, server.origin, owner);
  await page.waitForURL(`**/p/${project.id}`);
});

afterAll(async () => {
  await browsing?.stop();
  await server?.stop();
});

test('fewer days are read again before they hold; then what is older is gone from the disk, and the newer is there', async () => {
  await page.goto(`${server.origin}/p/${project.id}/settings/project`);
  const days = page.getByRole('textbox', { name: 'Days' });
  await days.fill('200');
  await page.getByText('A whole number from 1 to 90').waitFor();
  await days.fill('5');
  const asked = Date.now();
  await page.getByRole('button', { name: 'Keep only 5 days' }).click();
  const dialog = page.getByRole('dialog', { name: 'Keep only 5 days?' });
  const firstKept = await dialog.locator('time').getAttribute('datetime');
  // The day that the dialog was opened on, or the one that began since.
  const dayBefore = (ms: number): string => new Date(ms - 5 * dayMs).toISOString().slice(0, 10);
  expect([dayBefore(asked), dayBefore(Date.now())]).toContain(firstKept);
  await dialog.getByRole('button', { name: 'Delete what is older' }).click();
  await page.getByText(/^5 days since .*, by /).waitFor();
  await expect.poll(sessions).toEqual(['real-session-0001', 'made-up-session-2', 'made-up-session-1']);
  await expect.poll(() => filesWith('Orders, older-session-001'), untilDeleted).toEqual([]);
  expect(filesWith('Orders, made-up-session-1')).not.toEqual([]);
  // Nor what the catalog wrote down of its error.
  await expect.poll(() => filesWith('Lost by older-session-001'), untilDeleted).toEqual([]);
  expect(filesWith('Lost by made-up-session-1')).toContain(join(server.data, 'catalog.sqlite'));
});

test('the dialog says what will go; a removal that fails can be tried again; then what went is said, and the rest is there', async () => {
  await page.goto(`${server.origin}/p/${project.id}/settings/project`);
  await page.getByRole('button', { name: 'Remove sample data' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove all sample data?' });
  await dialog.getByText('2 sessions, 6 records and 0 replay segments are deleted').waitFor();

  const removal = (url: URL): boolean => url.pathname.endsWith('/sample');
  await page.route(removal, (route) => (route.request().method() === 'DELETE' ? route.abort() : route.continue()));
  await dialog.getByRole('button', { name: 'Remove it' }).click();
  const failed = page.getByRole('alert');
  await failed.getByText('Still there: 2 sessions').waitFor();
  await page.unroute(removal);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('The sample data is gone: 2 sessions, 6 records and 0 replay segments.').waitFor();

  await page.reload();
  await page.getByText('There is no sample data in this project.').waitFor();
  await expect.poll(sessions).toEqual(['real-session-0001']);
});

test('who has sample data removed again while that is under way waits until what has come since is gone as well', async () => {
  const backfill = { 'x-sightglass-backfill': server.bootstrapToken };
  const left = () => server.ask(countSample, { project: project.id });
  await server.ask(removeSample, { project: project.id });
  await Promise.all(Array.from({ length: 8 }, (_, number) => send(`made-up-before-${number}`, backfill)));
  await expect.poll(async () => (await left()).sessions, patience).toBe(8);

  const first = server.ask(removeSample, { project: project.id });
  await send('made-up-meanwhile', backfill);
  const second = server.ask(removeSample, { project: project.id });
  expect((await first).sessions).toBeGreaterThanOrEqual(8);
  await second;
  expect(await left()).toEqual({ sessions: 0, records: 0, segments: 0 });
});

/** One view, one click and one error, three days ago where that is allowed, and now where it is not. */
async function send(session: string, headers: Record<string, string> = {}, when = at): Promise<void> {
  const sample = 'x-sightglass-backfill' in headers;
  const start = sample ? when : Date.now() - 60_000;
  const common = { view: `view-of-${session}`, route: '/orders', version: 0 };
  const batch: RecordBatch = {
    v: 1,
    session,
    tab: `tab-of-${session}`,
    seq: 0,
    first: 0,
    sentAt: start + 5_000,
    startedAt: start,
    sdk: { name: 'sightglass', version: '0.1.0' },
    release: '1.0.0',
    environment: 'production',
    visitor: `visitor-of-${session}`,
    records: [
      { ...common, kind: 'view', at: start, path: '/orders', title: `Orders, ${session}`, cause: 'load', loadMs: 80 },
      {
        ...common,
        kind: 'action',
        at: start + 1_000,
        id: `action-of-${session}`,
        type: 'click',
        name: 'Submit',
        role: 'button',
        frustrations: [],
      },
      {
        ...common,
        kind: 'error',
        at: start + 2_000,
        source: 'uncaught',
        handled: false,
        type: 'Error',
        message: `Lost by ${session}`,
        stack: [{ function: 'lose', host: '', file: `/${session}.js`, line: 1, column: 2 }],
      },
    ],
  };
  const answer = await fetch(`${server.origin}/v1/records?key=${project.clientKey}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(batch),
  });
  expect(answer.status).toBe(202);
}

/** Files of the data folder that hold these words, packed or not. */
function filesWith(words: string): string[] {
  const finder = createFinder(new Map([[words, [words]]]));
  const holding: string[] = [];
  lookAtFiles(server.data, (file, bytes) => {
    if (finder.find(bytes).size > 0) holding.push(file);
  });
  return holding;
}

async function sessions(): Promise<string[]> {
  const about = { project: project.id, from: at - 10 * dayMs, until: Date.now() + 60_000 };
  return (await server.ask(listSessions, about)).sessions.map(({ session }) => session);
}
