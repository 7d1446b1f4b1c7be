import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browsing, startBrowsing } from '../../../../e2e/lib/chromium.ts';
import { type Running, startSightglass } from '../../../../e2e/lib/sightglass.ts';

const owner = { email: 'ada@example.com', password: 'correct horse battery' };
let sightglass: Running;
let browsing: Browsing;

beforeAll(async () => {
  [sightglass, browsing] = await Promise.all([startSightglass({ owner }), startBrowsing({ shell: true })]);
});
afterAll(async () => {
  await browsing?.stop();
  await sightglass?.stop();
});

for (const host of ['127.0.0.1', 'localhost'])
  test(`Chromium keeps the __Host- cookie over plain http on ${host}, out of reach of scripts`, async () => {
    const page = await browsing.context.newPage();
    const origin = sightglass.origin.replace('127.0.0.1', host);
    await page.goto(`${origin}/health`);
    const seen = await page.evaluate(async (body) => {
      const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
      const before = (await fetch('/api/v1/me')).status;
      const login = (await fetch('/api/v1/login', post)).status;
      const me = (await fetch('/api/v1/me')).status;
      const cookie = Reflect.get(globalThis, 'document').cookie;
      const logout = (await fetch('/api/v1/logout', { method: 'POST' })).status;
      const after = (await fetch('/api/v1/me')).status;
      return { before, login, me, cookie, logout, after };
    }, JSON.stringify(owner));
    expect(seen).toEqual({ before: 401, login: 200, me: 200, cookie: '', logout: 200, after: 401 });
    await page.close();
  });

test('another site can neither use the cookie nor sign its reader in', async () => {
  const page = await browsing.context.newPage();
  await page.goto(`${sightglass.origin}/health`);
  await page.evaluate(async (body) => {
    await fetch('/api/v1/login', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  }, JSON.stringify(owner));
  // Another port is another origin of the same site: cookies are sent there, so only our own check stands in between.
  const other = await startSightglass();
  const stranger = await browsing.context.newPage();
  await stranger.route(`${other.origin}/page`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>A page without a policy of its own</title>' }),
  );
  await stranger.goto(`${other.origin}/page`);
  await stranger.evaluate(
    async ({ origin, body }) => {
      const send = (path: string, more: RequestInit) =>
        fetch(`${origin}${path}`, { method: 'POST', mode: 'no-cors', credentials: 'include', ...more }).catch(
          () => null,
        );
      await send('/api/v1/projects', { body: '{"name":"Planted"}', headers: { 'content-type': 'text/plain' } });
      await send('/api/v1/logout', {});
      await send('/api/v1/login', { body });
    },
    { origin: sightglass.origin, body: JSON.stringify(owner) },
  );
  const after = await page.evaluate(async () => {
    const me = await fetch('/api/v1/me');
    return { status: me.status, me: await me.json() };
  });
  expect(after).toMatchObject({ status: 200, me: { member: { email: owner.email }, projects: [] } });
  await other.stop();
});
