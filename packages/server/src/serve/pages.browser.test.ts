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

test('every page of the dashboard lives within our policy: nothing is blocked, nothing leaves our origin', async () => {
  const page = await browsing.context.newPage();
  const broken: string[] = [];
  const strangers: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy|violates the following/i.test(message.text())) broken.push(message.text());
  });
  page.on('request', (request) => {
    if (!/^(data|blob|about):/.test(request.url()) && !request.url().startsWith(sightglass.origin))
      strangers.push(request.url());
  });

  await page.goto(`${sightglass.origin}/`);
  await page.waitForLoadState('networkidle');
  const made = await page.evaluate(async (given) => {
    const post = async (path: string, body?: object) => {
      const said = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
      const answer = await fetch(`/api/v1${path}`, { method: 'POST', ...said });
      return (await answer.json()) as { id: string; session: string };
    };
    await post('/login', given);
    const { id } = await post('/projects', { name: 'Shop' });
    const { session } = await post(`/projects/${id}/test-session`);
    return { project: id, session };
  }, owner);
  const stored = async () =>
    page.evaluate(
      async ({ project, session }) => (await fetch(`/api/v1/projects/${project}/sessions/${session}`)).status,
      made,
    );
  await expect.poll(stored).toBe(200);

  const inProject = `/p/${made.project}`;
  for (const path of [
    inProject,
    `${inProject}/sessions`,
    `${inProject}/sessions/${made.session}`,
    `${inProject}/issues`,
    `${inProject}/performance`,
    `${inProject}/settings`,
  ]) {
    await page.goto(`${sightglass.origin}${path}`);
    await page.getByRole('main').waitFor();
    // The live tail never ends, so the network is never idle: the page is there when nothing says that it loads.
    await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0);
  }
  expect(broken).toEqual([]);
  expect(strangers).toEqual([]);
});
