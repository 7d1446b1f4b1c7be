import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import * as wire from '@sightglass/wire';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { visitOdd } from '../packages/capture/src/testing/odd-secrets.ts';
import { formsOf } from '../packages/capture/src/testing/secret-forms.ts';
import { fillSecretSite } from '../packages/capture/src/testing/secret-site.ts';
import { createSecrets } from '../packages/capture/src/testing/secrets.ts';
import { type Site, startSite } from '../packages/capture/src/testing/site.ts';
import { visitSecrets, visitWider } from '../packages/capture/src/testing/visit-secrets.ts';
import { type Browsing, startBrowsing } from './lib/chromium.ts';
import { lookAtFiles } from './lib/data-folder.ts';
import { type About, type NewProject, since } from './lib/doors.ts';
import { createFinder } from './lib/find-bytes.ts';
import { type Running, startSightglass } from './lib/sightglass.ts';

/** P20 to P24: a visit to pages full of secrets, and then a search through everything that the product holds, says and answers. */

/** Each time all of the visit is asked for: more often would take from what is waited for. */
const patience = { timeout: 180_000, interval: 1_000 };
const secrets = createSecrets();
const root = mkdtempSync(join(tmpdir(), 'sg-canary-'));
let server: Running;
let site: Site;
let visitor: Browsing;
let project: NewProject;

beforeAll(async () => {
  const temporary = mkdtempSync(join(root, 'tmp-'));
  server = await startSightglass({
    data: join(root, 'data'),
    environment: { TMPDIR: temporary, SIGHTGLASS_LOG_LEVEL: 'trace' },
  });
  project = await server.makeProject('Parts Desk');
  [site, visitor] = [await startSite(), await startBrowsing({ shell: true })];
});
afterAll(async () => {
  await visitor?.stop();
  await site?.stop();
  await server?.stop();
  rmSync(root, { recursive: true, force: true });
});

const answered: { path: string; status: number; text: string }[] = [];
async function ask(door: Pick<wire.Endpoint, 'method' | 'path'>, about: About = {}): Promise<string> {
  const answer = await server.send(door, about);
  const text = await answer.text();
  answered.push({ path: new URL(answer.url).pathname, status: answer.status, text });
  return text;
}

test('no secret of a visit is in the data folder, the logs, the specification or any answer', async () => {
  const watched = (body: string, { head }: { head: string }): string =>
    `<!doctype html><html lang="en"><head><title>Parts</title>${head}<script src="${server.origin}/sdk.js" data-key="${project.clientKey}"></script></head><body>${body}</body></html>`;
  fillSecretSite(site, secrets, watched);
  const { of } = secrets;
  await sendOfAnother();
  const page = await visitor.context.newPage();
  await page.goto(`${site.origin}/from?k=${of('referrer query')}`);
  const segment = () => page.waitForResponse((told) => /v1.(segments|parcels)/.test(told.url()) && told.ok());
  const first = segment();
  await page.getByRole('link').click();
  await first;
  await visitSecrets(page, secrets);
  const second = segment();
  await page.goto(`${site.origin}/wide?k=${of('wide query')}`);
  await second;
  await visitWider(page, secrets);
  const third = segment();
  await page.goto(`${site.origin}/odd?q=${of('searched on the page before', 'bladder infection')}`);
  await third;
  await visitOdd(page, secrets);
  // What did not fit into the last breath of that page waits in the browser for the next one.
  await page.goto(`${site.origin}/wide`);

  const about = { project: project.id, ...since(3_600_000) };
  const sessions = await vi.waitFor(async () => {
    const found = wire.listSessions.answer.parse(JSON.parse(await ask(wire.listSessions, about))).sessions;
    const ofOne = { project: project.id, session: found[0]?.session ?? expect.fail('no session is stored yet') };
    // The whole visit: both pages with their replay, and the last of the errors that echo what was typed.
    const [records, replay] = [await ask(wire.listRecords, ofOne), await ask(wire.getReplay, ofOne)];
    const stored = { people: records.includes('/people/'), shadow: replay.includes('Shadow of •') };
    expect(stored).toEqual({ people: true, shadow: true });
    return found;
  }, patience);
  expect(sessions).toHaveLength(1);
  const session = sessions[0]?.session ?? '';
  const { issues } = wire.issues.answer.parse(JSON.parse(await ask(wire.issues, about)));
  // What the visit shows of the application is written a little later.
  await expect.poll(() => ask(wire.getSpecification, about), patience).toContain('/people/');
  await askEverything(
    about,
    session,
    issues.map(({ id }) => id),
  );

  // Bodies of other SDKs are kept as they came until they are stored without: what that takes is over soon.
  const raw = (): string[] => {
    const holding: string[] = [];
    lookAtFiles(join(root, 'data', 'journal'), (file, bytes) => {
      if (bytes.includes(of('another SDK: password'))) holding.push(file);
    });
    return holding;
  };
  await expect.poll(raw, patience).toEqual([]);

  const names = new Map(secrets.places().map(([place, secret]) => [place, secret]));
  // A number of few digits is anywhere by chance.
  const finder = createFinder(
    new Map(
      [...names]
        .filter(([, secret]) => !/^[\d ]{1,11}$/.test(secret))
        .map(([place, secret]) => [place, formsOf(secret)]),
    ),
  );
  const holding: Record<string, string[]> = {};
  const look = (what: string, bytes: Buffer): void => {
    const found = finder.find(bytes);
    if (found.size > 0) holding[what] = [...found];
  };
  const files = lookAtFiles(root, (file, bytes) => look(file.slice(root.length), bytes));
  look('what it said', Buffer.from(server.said()));
  for (const { path, text } of answered) look(path, Buffer.from(text));

  const { bytes, unpacked } = finder.looked();
  const megabytes = (count: number): string => `${(count / 1e6).toFixed(1)} MB`;
  console.log(
    `${names.size} secrets; ${files.length} files, ${answered.length} answers, ${megabytes(bytes)} looked through, of these ${megabytes(unpacked)} unpacked; holding one:`,
    holding,
  );
  // Nothing to find in nothing would prove nothing.
  expect(files.some((file) => file.includes('/engine/')) && files.some((file) => file.endsWith('.pack'))).toBe(true);
  expect(unpacked).toBeGreaterThan(100_000);
  const probe = `in vain: ${[...names.values()][0]}`;
  expect(finder.find(gzipSync(probe)).size).toBe(1);
  expect(holding).toEqual({});
});

/** An error as a page tells it that lets its SDK tell everything. */
async function sendOfAnother(): Promise<void> {
  const { of } = secrets;
  const { number, clientKey } = await server.makeProject('Of another SDK');
  const id = 'c4'.repeat(16);
  const mail = of('another SDK: mail', 'quillon.foreign@canary.invalid');
  const event = {
    event_id: id,
    platform: 'javascript',
    timestamp: Date.now() / 1_000,
    user: { email: mail },
    extra: { password: of('another SDK: password') },
    request: { url: `${site.origin}/?token=${of('another SDK: query')}`, cookies: of('another SDK: cookie') },
    exception: { values: [{ type: 'Error', value: `No account of ${mail}` }] },
  };
  const lines = [
    { event_id: id, sdk: { name: 'sentry.javascript.browser', version: '10.0.0' } },
    { type: 'event' },
    event,
  ];
  const answer = await fetch(`${server.origin}/api/${number}/envelope/?sentry_key=${clientKey}`, {
    method: 'POST',
    body: lines.map((line) => JSON.stringify(line)).join('\n'),
  });
  expect(answer.status).toBe(200);
}

/** Every question that the API answers about a project, in every form, and what the server tells about itself. */
async function askEverything(about: About, session: string, issues: string[]): Promise<void> {
  const gets = wire.endpoints.filter(({ method, path }) => method === 'GET' && !path.endsWith('/live'));
  for (const door of gets) {
    const { path } = door;
    const forms: About[] = [
      ...(path === wire.exportSession.path ? [] : [path.endsWith('/spec/diff') ? { to: '1.0.0' } : {}]),
      ...(path.endsWith('/spec') ? wire.specificationFormats.map((format) => ({ format })) : []),
      ...(path.endsWith('/replay') ? [{ as: 'segments' }] : []),
      ...(path === wire.exportSession.path ? wire.sessionFormats.map((format) => ({ format })) : []),
    ];
    const which: About[] = path.includes(':issue') ? issues.map((issue) => ({ issue })) : [{}];
    const whose: About = path.includes(':session') ? { session } : {};
    for (const one of which) for (const form of forms) await ask(door, { ...about, ...whose, ...one, ...form });
  }
  for (const path of ['/metrics', '/health', '/ready', '/api/v1/openapi.json']) await ask({ method: 'GET', path });
  const refused = answered.filter(({ status }) => status !== 200).map(({ status, path }) => `${status} ${path}`);
  console.log(`asked ${answered.length} times, not answered:`, refused);
  expect(
    refused.filter((one) => one.includes(session) || /spec|issues|calls|routes|metrics|openapi/.test(one)),
  ).toEqual([]);
}
