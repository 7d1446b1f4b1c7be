import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { commands, run } from '@sightglass/cli';
import type { WireRecord } from '@sightglass/wire';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browsing, startBrowsing } from './lib/chromium.ts';
import { since } from './lib/doors.ts';
import { shownPage } from './lib/shown-page.ts';
import { type Running, startSightglass } from './lib/sightglass.ts';
import { signIn } from './lib/sign-in.ts';
import { recordsWhere, sessionWhere } from './lib/stored.ts';

/** Behind a proxy that has it at a path of a site, and takes the path away on the way in; what is asked of the site itself is counted. */

const owner = { email: 'ada@example.com', password: 'a glass that one sees through' };
const base = '/tools/sightglass';
let server: Running;
let browsing: Browsing;
let page: Page;
let proxy: Server;
/** Of the site. */
let site: string;
let project: { id: string; clientKey: string };
const askedOutside: string[] = [];

beforeAll(async () => {
  const trusts = {
    SIGHTGLASS_BASE_PATH: `${base}/`,
    SIGHTGLASS_TRUST_PROXY: '127.0.0.1',
    SIGHTGLASS_COUNTRY_HEADER: 'X-Country',
  };
  server = await startSightglass({ owner, environment: trusts });
  proxy = startProxy(new URL(server.origin));
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
  site = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`; // listening on a port
  project = await server.makeProject('Parts Desk');
  browsing = await startBrowsing({ width: 1440, height: 900, shell: true });
  page = await browsing.context.newPage();
});

afterAll(async () => {
  await browsing?.stop();
  proxy?.close();
  proxy?.closeAllConnections();
  await server?.stop();
});

test('one signs in, is led to where one wanted to go, and the cookie stays below the path', async () => {
  await signIn(page, `${site}${base}/p/${project.id}/settings/snippet`, owner);
  await page.waitForURL(`${site}${base}/p/${project.id}/settings/snippet`);
  const cookies = await browsing.context.cookies();
  const below = { path: `${base}/`, httpOnly: true, sameSite: 'Strict' };
  // On this machine also one for browsers that keep a Secure one over https alone.
  const given = [
    { name: '__Secure-sightglass', secure: true, ...below },
    { name: 'sightglass', secure: false, ...below },
  ];
  expect(cookies).toHaveLength(given.length);
  expect(cookies).toEqual(expect.arrayContaining(given.map((cookie) => expect.objectContaining(cookie))));
  await page.getByText(`src="${site}${base}/sdk.js"`).first().waitFor();
  await page.reload();
  await page.getByText(`src="${site}${base}/sdk.js"`).first().waitFor();
});

test('a visit that the snippet records comes in live, replays, and is in the specification with links that lead there', async () => {
  await page.goto(`${site}${base}/p/${project.id}/sessions`);
  const visit = await browsing.context.newPage();
  await visit.goto(`${site}/app/orders?key=${project.clientKey}`);
  await visit.getByRole('button', { name: 'Place order' }).click();
  await visit.getByText('Ordered').waitFor();
  const { session } = await sessionWhere(server, { project: project.id, ...since(3_600_000) }, { replay: true });
  const isPressed = (one: WireRecord) => one.kind === 'action' && one.name === 'Place order';
  await recordsWhere(server, { project: project.id, session }, (records) => records.some(isPressed));
  await visit.close();
  // Nobody asks for it anew: the live tail brings it.
  await page.getByRole('cell', { name: 'CH', exact: true }).first().waitFor();
  await page
    .getByRole('link', { name: /^Visitor/ })
    .first()
    .click();
  await page.waitForURL(`${site}${base}/p/${project.id}/sessions/*`);
  await expect.poll(() => shownPage(page).locator('h1').textContent()).toBe('Orders');
  await page
    .getByRole('button', { name: /Place order/ })
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Share and save' }).click();
  const file = await page.getByRole('menuitem', { name: /Playwright/ }).getAttribute('href');
  expect(file).toMatch(new RegExp(`^${base}/api/v1/`));
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Specification' }).first().click();
  await page.waitForURL(`${site}${base}/p/${project.id}`);
  await page.getByText('/app/orders').first().waitFor();
  // Evidence of a statement, as a link that can be opened beside, and as programs are told it.
  await page
    .getByRole('button', { name: /^GET \/app\/orders|\/app\/orders/ })
    .first()
    .click();
  const evidence = page.getByRole('link', { name: /^Watch moment 1:/ }).first();
  expect(await evidence.getAttribute('href')).toMatch(new RegExp(`^${base}/p/${project.id}/sessions/`));
  await evidence.click();
  await page.waitForURL(`${site}${base}/p/${project.id}/sessions/*`);
  const script = await fetch(`${site}${file}`, { headers: { authorization: `Bearer ${server.bootstrapToken}` } });
  expect(await script.text()).toContain(`${site}${base}/p/${project.id}/sessions/`);
  const said: string[] = [];
  const code = await run(commands, ['spec', '--format', 'json', '--project', project.id], {
    ...{ cwd: '.', env: { SIGHTGLASS_URL: `${site}${base}/`, SIGHTGLASS_TOKEN: server.bootstrapToken } },
    ...{ out: (text: string) => void said.push(text), say: (line: string) => void said.push(line), fetch },
  });
  expect(code, said.join('\n')).toBe(0);
  expect(said.join('')).toContain('/app/orders');
  await expect.poll(() => shownPage(page).locator('h1').textContent()).toBe('Orders');
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL(`${site}${base}/signin*`);
  expect(await browsing.context.cookies()).toEqual([]);
});

test('nothing was asked of the site beside it', () => expect(askedOutside).toEqual([]));

/** Any site: at the path what is asked is handed on without it, at `/app` an application is, and else there is nothing. */
function startProxy(to: URL): Server {
  return createServer((asked, reply) => {
    const { url = '/', method = 'GET', headers } = asked;
    if (url.startsWith('/app/')) {
      const { pathname, searchParams } = new URL(url, 'http://app');
      reply.setHeader('content-type', pathname === '/app/orders' ? 'text/html' : 'application/json');
      reply.end(
        pathname === '/app/orders'
          ? application(searchParams.get('key') ?? '')
          : '{"order":{"id":7,"totalCents":1250}}',
      );
      return;
    }
    if (!url.startsWith(`${base}/`)) {
      if (url !== '/favicon.ico') askedOutside.push(`${method} ${url}`);
      reply.writeHead(404).end();
      return;
    }
    const forwarded = { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http', 'x-country': 'CH' };
    const about = { method, headers: { ...headers, ...forwarded }, path: url.slice(base.length) };
    const on = request({ host: to.hostname, port: to.port, ...about }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(reply);
    });
    on.on('error', () => reply.destroy());
    reply.on('close', () => on.destroy());
    asked.pipe(on);
  });
}

function application(key: string): string {
  return `<!doctype html><html lang="en"><title>Orders</title><script defer src="${base}/sdk.js" data-key="${key}"></script>
<main><h1>Orders</h1><button>Place order</button><p></p></main>
<script>document.querySelector('button').onclick = () => fetch('/app/api/orders', { method: 'POST' }).then(() => {
  document.querySelector('p').textContent = 'Ordered';
});</script></html>`;
}
