import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listProjects, listSessions } from '@sightglass/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { since } from './lib/doors.ts';
import { type Safari, startSafari } from './lib/safari.ts';
import { type Running, startSightglass } from './lib/sightglass.ts';
import { replayUntil, replayWith } from './lib/stored.ts';

/** Of the three engines this one does most things its own way: who starts Sightglass on a Mac meets it first. */
const owner = { email: 'owner@workshop.example', password: 'a-long-enough-password-1' };
const monthMs = 30 * 86_400_000;
let sightglass: Running;
let safari: Safari;

beforeAll(async () => {
  [sightglass, safari] = await Promise.all([startSightglass({ demo: 'unfed', owner }), startSafari()]);
});
afterAll(async () => {
  await safari?.stop();
  await sightglass?.stop();
});

test('a visit with Safari is recorded, and seen there: from http://127.0.0.1, where it keeps no Secure cookie', async () => {
  await safari.goto(sightglass.demoOrigin);
  await safari.click("//button[contains(., 'Fill in the member')]");
  await safari.click("//button[normalize-space() = 'Sign in']");
  await safari.click("//a[normalize-space() = 'Orders']");
  await expect.poll(() => safari.ask('document.querySelector("h1")?.textContent')).toBe('Orders');
  const clickedAt = await safari.ask<number>('Date.now()');
  // Of an order: the list is there, and once this click is stored, so is all that was shown before it.
  await safari.click('//tbody//td');
  const [project] = (await sightglass.ask(listProjects, {})).projects;
  const visit = async () =>
    (await sightglass.ask(listSessions, { project: project?.id ?? '', ...since(monthMs) })).sessions[0];
  // The recorder is a part that comes when the page has nothing else to do.
  await expect.poll(visit).toMatchObject({ browser: 'Safari', lastRoute: '/orders', replay: true });
  const there = await safari.ask<string>('document.querySelector("main").innerText');
  const of = { project: project?.id ?? '', session: (await visit())?.session ?? '' };
  await replayUntil(sightglass, of, clickedAt);
  await safari.goto('about:blank');

  await safari.goto(`${sightglass.origin}/signin`);
  await safari.click("//input[@type = 'email']");
  await safari.type(owner.email);
  await safari.click("//input[@type = 'password']");
  await safari.type(owner.password);
  await safari.click("//button[@type = 'submit']");
  await expect.poll(() => safari.ask('location.pathname')).toContain(`/p/${project?.id}`);
  const session = await visit();
  await safari.goto(`${sightglass.origin}/p/${project?.id}/sessions/${session?.session}?t=${session?.end}`);
  await safari.enter("//iframe[starts-with(@src, 'data:')]");
  const shown = 'document.querySelector("iframe")?.contentDocument?.querySelector("main")?.innerText';
  await expect.poll(() => safari.ask(shown)).toBe(there);
});

/**
 * Garbage is collected all the time: some fall into what a part of the SDK takes to come here. And it goes on to another screen: where the
 * engine has no Navigation API, an element is found under its name.
 */
const busy = (key: string): string => `<!doctype html><html lang="en"><title>Busy</title>
  <script defer src="/sdk.js" data-key="${key}"></script><nav id="navigation">Busy</nav>
  <script>addEventListener('load', () => setTimeout(() => history.pushState(null, '', '/busy/still'), 200)); let junk; setInterval(() => { junk = Array.from({ length: 100_000 }, (_, at) => ({ at })) }, 100)</script></html>`;

/** A style sheet with pictures or fonts in it, as many builds write them: three million characters, none of them a word. */
const inOneFile = (key: string): string => `<!doctype html><html lang="en"><title>In one file</title>
  <script defer src="/sdk.js" data-key="${key}"></script><style></style>
  <script>document.querySelector('style').textContent = '.first { color: teal } ' + ('.more { background: url("data:font/woff2;base64,' + 'A'.repeat(20_000) + '") } ').repeat(150)</script></html>`;

test('a busy page with Safari is recorded as well: nobody but it collects a script that is still to come', async () => {
  const site = await startSite('/busy', busy);
  await safari.goto(`${site.origin}/busy`);
  await expect
    .poll(() => visitOf('/busy'))
    .toMatchObject({ browser: 'Safari', replay: true, lastRoute: '/busy/still' });
  await safari.goto('about:blank');
  site.stop();
});

test('a style sheet with its files in it is shown with Safari as well, which takes ten microseconds for a sign where a pattern leaves it a choice', async () => {
  const site = await startSite('/in-one-file', inOneFile);
  await safari.goto(`${site.origin}/in-one-file`);
  await expect.poll(() => visitOf('/in-one-file')).toMatchObject({ replay: true });
  const [project] = (await sightglass.ask(listProjects, {})).projects;
  const session = (await visitOf('/in-one-file'))?.session ?? '';
  await replayWith(sightglass, { project: project?.id ?? '', session }, '.first { color: teal; }');
  await safari.goto('about:blank');
  site.stop();
});

async function visitOf(entry: string) {
  const [project] = (await sightglass.ask(listProjects, {})).projects;
  const { sessions } = await sightglass.ask(listSessions, { project: project?.id ?? '', ...since(monthMs) });
  return sessions.find(({ entryRoute }) => entryRoute === entry);
}

/** A page, and behind the same origin all that Sightglass serves; parts of the SDK take a while to come. */
async function startSite(path: string, page: (key: string) => string): Promise<{ origin: string; stop(): void }> {
  const [, key = ''] = /data-key="(\w+)"/.exec(await (await fetch(sightglass.demoOrigin)).text()) ?? [];
  const site = createServer((asked, answer) => {
    if (asked.url === path) return void answer.setHeader('content-type', 'text/html').end(page(key));
    const to = new URL(asked.url ?? '', sightglass.origin);
    const pass = (): void => {
      const passed = request(to, { method: asked.method, headers: { ...asked.headers, host: to.host } }, (came) => {
        answer.writeHead(came.statusCode ?? 500, came.headers);
        came.pipe(answer);
      });
      asked.pipe(passed);
    };
    if (to.pathname.startsWith('/sdk-')) setTimeout(pass, 2_000);
    else pass();
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  return {
    origin: `http://127.0.0.1:${(site.address() as AddressInfo).port}`,
    stop: () => void site.close(),
  };
}
