import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as wire from '@sightglass/wire';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browsing, startBrowsing } from './lib/chromium.ts';
import type { NewProject } from './lib/doors.ts';
import { shownPage } from './lib/shown-page.ts';
import { type Running, startSightglass } from './lib/sightglass.ts';
import { signIn } from './lib/sign-in.ts';
import { replayUntil, sessionWhere } from './lib/stored.ts';

/** A session that is erased while somebody watches or reads it. */

const owner = { email: 'ada@example.com', password: 'a glass that one sees through' };
const start = Date.now() - 3_600_000;
let server: Running;
let browsing: Browsing;
let page: Page;
let project: NewProject;
beforeAll(async () => {
  server = await startSightglass({ owner });
  project = await server.makeProject('Parts Desk');
  browsing = await startBrowsing({ width: 1440, height: 900, shell: true });
  page = await browsing.context.newPage();
});
afterAll(async () => {
  await browsing?.stop();
  await server?.stop();
});

const about = (session: string) => ({ project: project.id, session });
const erase = (session: string) => server.ask(wire.eraseSessions, { project: project.id }, { ids: [session] });

/** A session of pages that each stood for a minute, with a heading of their own. @param filling - Random characters beside it. */
async function record(session: string, pages: number, filling = 0): Promise<void> {
  for (let number = 0; number < pages; number += 1) {
    const from = start + number * 60_000;
    let text = '';
    for (let at = 0; text.length < filling; at += 1)
      text += createHash('sha512').update(`${session} ${number} ${at}`).digest('base64');
    const tokens = [[10, 'html'], ['html'], ['head'], -1, ['body'], ['h1'], `Page ${number}`, -1, ['p'], text];
    const segment = {
      ...{ v: 1, format: 'sightglass/1', session, tab: 'tab-000001', page: `page-${session}-${number}`, seq: 0 },
      ...{ from, until: from + 59_000, anchor: true, sentAt: Date.now() },
      events: [
        [0, 0, 1, { href: `/${number}`, width: 800, height: 600 }, tokens],
        [1, 2],
      ],
    };
    const sent = await fetch(`${server.origin}/v1/segments?key=${project.clientKey}`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: JSON.stringify(segment),
    });
    expect(sent.status).toBe(202);
  }
  await replayUntil(server, about(session), start + pages * 60_000 - 1_000);
  await sessionWhere(server, { project: project.id, from: start, until: Date.now() }, { session, replay: true });
}

async function expectErased(door: wire.Endpoint, session: string, more: Record<string, string> = {}): Promise<void> {
  const answer = await server.send(door, { ...about(session), ...more });
  expect([answer.status, await answer.json()]).toMatchObject([410, { code: 'erased' }]);
}

test('who reads the replay of a session that is erased meanwhile gets no end of it, and hears that it was erased', async () => {
  const session = 'session-read-00001';
  // More than waits in sockets between two programs of one machine.
  await record(session, 24, 1_000_000);
  const answer = await server.send(wire.getReplay, { ...about(session), as: 'segments' });
  const reader = answer.body?.getReader();
  expect((await reader?.read())?.done).toBe(false);

  expect(await erase(session)).toMatchObject({ sessions: 1, segments: 24 });

  const rest = async () => {
    while (!(await reader?.read())?.done);
  };
  await expect(rest()).rejects.toThrow();
  for (const door of [wire.getSession, wire.getReplay, wire.listRecords, wire.sessionSpecification])
    await expectErased(door, session);
  for (const format of ['html', 'rrweb', 'playwright']) await expectErased(wire.exportSession, session, { format });
  const log = readFileSync(join(server.data, 'sightglass.log'), 'utf8').trim().split('\n');
  expect(log.filter((line) => (JSON.parse(line) as { level: number }).level >= 50)).toEqual([]);
  // Of one that never was, nobody says that it was erased.
  expect((await server.send(wire.getSession, about('session-never-0001'))).status).toBe(404);
});

test('whoever watches a session that is erased meanwhile is told so, and so is who follows a link to it', async () => {
  const session = 'session-seen-00001';
  await record(session, 3);
  const address = `${server.origin}/p/${project.id}/sessions/${session}`;
  await signIn(page, server.origin, owner);
  await page.waitForURL(`**/p/${project.id}`);
  // Of what is fetched ahead nothing comes before it is erased.
  const erased = Promise.withResolvers<void>();
  await page.route(
    ({ pathname, searchParams }) =>
      pathname.endsWith('/replay') &&
      searchParams.get('as') === 'segments' &&
      searchParams.get('page') !== `page-${session}-0`,
    async (route) => {
      await erased.promise;
      await route.continue();
    },
  );
  await page.goto(address);
  await shownPage(page).getByText('Page 0').waitFor();
  await erase(session);
  erased.resolve();

  await page.keyboard.press('9');
  await page.getByRole('heading', { name: 'This session was erased' }).waitFor();
  expect(await page.getByTitle('Stage').count()).toBe(0);
  await page.goto(address);
  await page.getByRole('heading', { name: 'This session was erased' }).waitFor();
  await page.getByRole('link', { name: 'To the sessions' }).click();
  await page.waitForURL('**/sessions');
});

test('a replay that stands still goes from the screen when somebody else has its session erased, and so does its row in the list', async () => {
  const [watched, listed] = ['session-rest-00001', 'session-rest-00002'];
  for (const session of [watched, listed]) await record(session, 1);
  await page.goto(`${server.origin}/p/${project.id}/sessions/${watched}`);
  await shownPage(page).getByText('Page 0').waitFor();
  await page.getByRole('button', { name: 'Pause' }).click();
  const list = await browsing.context.newPage();
  await list.goto(`${server.origin}/p/${project.id}/sessions`);
  const row = (session: string) => list.locator(`a[href*="${session}"]`).first();
  await row(watched).waitFor();

  await erase(watched);

  await page.getByRole('heading', { name: 'This session was erased' }).waitFor();
  await row(watched).waitFor({ state: 'detached' });
  await row(listed).waitFor();
  await list.close();
});
