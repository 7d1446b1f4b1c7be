import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProject, listSessions, sendTestSession } from '@sightglass/wire';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Browsing, startBrowsing } from './lib/chromium.ts';
import { type Running, startSightglass } from './lib/sightglass.ts';

/** What happens while the live door is away is on the screen once the door is back, without another event. */

const owner = { email: 'ada@example.com', password: 'a glass that one sees through' };
/** Kept while the server is away. */
const data = mkdtempSync(join(tmpdir(), 'sg-gap-'));
const patience = { timeout: 40_000 };
const isLiveDoor = (url: URL): boolean => url.pathname.endsWith('/live');
let server: Running;
let browsing: Browsing;
let page: Page;
let project: string;

beforeAll(async () => {
  server = await startSightglass({ owner, data });
  project = ((await ask('POST', createProject.path, { name: 'Parts Desk' })) as { id: string }).id; // as wire says
  browsing = await startBrowsing({ width: 1440, height: 900, shell: true });
  page = await browsing.context.newPage();
  await page.goto(server.origin);
  await page.getByLabel('E-mail').fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/p/${project}`);
});

afterAll(async () => {
  await browsing?.stop();
  await server?.stop();
  rmSync(data, { recursive: true, force: true });
});

test('a session that came while the live door was away is listed when it is back', async () => {
  await makeSession();
  await page.goto(`${server.origin}/p/${project}/sessions`);
  await page.getByRole('table', { name: /^Sessions/ }).waitFor(patience);
  await page.getByRole('status').getByText('Live', { exact: true }).waitFor(patience);

  await page.route(isLiveDoor, (route) => route.abort());
  await breakLine();
  await page.getByText('Not live; connecting').waitFor(patience);
  await makeSession();
  await page.unroute(isLiveDoor);
  await page.getByRole('button', { name: '1 new session' }).waitFor(patience);
});

test('a list that was left and is opened again knows what came meanwhile', async () => {
  await page.getByRole('button', { name: '1 new session' }).click();
  await page.getByRole('link', { name: 'Issues', exact: true }).click();
  await page.getByRole('heading', { name: 'Issues' }).waitFor(patience);
  await makeSession();
  await page.getByRole('link', { name: 'Sessions', exact: true }).click();
  await page.getByRole('button', { name: '1 new session' }).waitFor(patience);
});

/** The server goes and comes back at the same address, as after an update. */
async function breakLine(): Promise<void> {
  const { port } = new URL(server.origin);
  await server.stop();
  server = await startSightglass({ owner, data, port: Number(port) });
}

async function makeSession(): Promise<void> {
  const { session } = sendTestSession.answer.parse(
    await ask('POST', sendTestSession.path.replace(':project', project)),
  );
  const span = `from=${Date.now() - 3_600_000}&until=${Date.now() + 3_600_000}`;
  const path = `${listSessions.path.replace(':project', project)}?${span}`;
  await vi.waitUntil(
    async () => listSessions.answer.parse(await ask('GET', path)).sessions.some((one) => one.session === session),
    patience,
  );
}

async function ask(method: string, path: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(`${server.origin}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${server.bootstrapToken}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(answer.status).toBe(200);
  return answer.json();
}
