import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sendTestSession } from '@sightglass/wire';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { type Browsing, startBrowsing } from './lib/chromium.ts';
import { since } from './lib/doors.ts';
import { type ReservedPorts, reservePorts } from './lib/ports.ts';
import { type Running, startSightglass } from './lib/sightglass.ts';
import { signIn } from './lib/sign-in.ts';
import { sessionWhere } from './lib/stored.ts';

/** What happens while the live door is away is on the screen once the door is back, without another event. */

const owner = { email: 'ada@example.com', password: 'a glass that one sees through' };
/** Kept while the server is away. */
const data = mkdtempSync(join(tmpdir(), 'sg-gap-'));
const isLiveDoor = (url: URL): boolean => url.pathname.endsWith('/live');
let server: Running;
let ports: ReservedPorts;
let browsing: Browsing;
let page: Page;
let project: string;

beforeAll(async () => {
  ports = await reservePorts();
  server = await startSightglass({ owner, data, port: ports.port });
  project = (await server.makeProject('Parts Desk')).id;
  browsing = await startBrowsing({ width: 1440, height: 900, shell: true });
  page = await browsing.context.newPage();
  await signIn(page, server.origin, owner);
  await page.waitForURL(`**/p/${project}`);
});

afterAll(async () => {
  await browsing?.stop();
  await server?.stop();
  ports?.release();
  rmSync(data, { recursive: true, force: true });
});

test('a session that came while the live door was away is listed when it is back', async () => {
  await makeSession();
  await page.goto(`${server.origin}/p/${project}/sessions`);
  await page.getByRole('table', { name: /^Sessions/ }).waitFor();
  await page.getByRole('status').getByText('Live', { exact: true }).waitFor();

  await page.route(isLiveDoor, (route) => route.abort());
  await breakLine();
  await page.getByText('Not live; connecting').waitFor();
  await makeSession();
  await page.unroute(isLiveDoor);
  await page.getByRole('button', { name: '1 new session' }).waitFor();
});

test('a list that was left and is opened again knows what came meanwhile', async () => {
  await page.getByRole('button', { name: '1 new session' }).click();
  await page.getByRole('link', { name: 'Issues', exact: true }).click();
  await page.getByRole('heading', { name: 'Issues', exact: true }).waitFor();
  await makeSession();
  await page.getByRole('link', { name: 'Sessions', exact: true }).click();
  await page.getByRole('button', { name: '1 new session' }).waitFor();
});

/** The server goes and comes back at the same address, as after an update. */
async function breakLine(): Promise<void> {
  await server.stop();
  server = await startSightglass({ owner, data, port: ports.port });
}

async function makeSession(): Promise<void> {
  const { session } = await server.ask(sendTestSession, { project });
  await sessionWhere(server, { project, ...since(3_600_000) }, { session });
}
