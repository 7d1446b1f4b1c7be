import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as wire from '@sightglass/wire';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browsing, startBrowsing } from './lib/chromium.ts';
import type { NewProject } from './lib/doors.ts';
import { type Running, startSightglass } from './lib/sightglass.ts';
import { replayWith, type Summary, sessionWhere } from './lib/stored.ts';

/** Pages with Sentry's own SDK or with plain rrweb, of which one line is changed: where it sends. */

/** All visits of this file are later. */
const begun = Date.now() - 1_000;
let server: Running;
let visitor: Browsing;
let app: Server;
let appPort = 0;
/** By the host that its page has: visits go on at once, each of a project and with cookies of its own. */
const scripts = new Map<string, string>();

const bundled: Record<string, string> = {};

beforeAll(async () => {
  server = await startSightglass();
  for (const [name, contents] of Object.entries({
    '/sentry-11.js': "export * from '@sentry/browser';",
    '/sentry-8.js': "export * from 'sentry-browser-8';",
    '/rrweb-2.js': "export { record } from 'rrweb';",
    '/rrweb-1.js': "export { record } from 'rrweb-1';",
  })) {
    const stdin = { contents, resolveDir: import.meta.dirname };
    const { outputFiles } = await build({ stdin, bundle: true, format: 'iife', globalName: 'sdk', write: false });
    bundled[name] = outputFiles[0]?.text ?? '';
  }
  app = createServer((request, response) => {
    const code = bundled[request.url ?? ''];
    const isCall = request.url?.startsWith('/api/') === true;
    const type = code !== undefined ? 'text/javascript' : isCall ? 'text/plain' : 'text/html';
    response.writeHead(isCall ? 502 : 200, { 'content-type': type });
    response.end(code ?? (isCall ? 'no' : html(request.headers.host)));
  });
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
  appPort = (app.address() as AddressInfo).port; // listens on a port, as just asked
  visitor = await startBrowsing({ shell: true });
});
afterAll(async () => {
  await visitor?.stop();
  app?.close();
  await server?.stop();
});

const html = (
  host = '',
): string => `<!doctype html><html lang="en"><head><title>Shop</title>${scripts.get(host) ?? ''}</head><body><h1>Oiled hinges</h1>
  <button onclick="fetch('/api/orders/10023?q=Quillon').then(() => { document.querySelector('h1').textContent = 'Ordered one' })">Order</button>
  <button onclick="throw new TypeError('no hinge for Mira Holt')">Break</button>
  <button onclick="history.pushState({}, '', '/orders/10023')">Go</button></body></html>`;

/** The session of the project that says all of this. */
const told = ({ id: project }: NewProject, said: Partial<Summary>): Promise<Summary> =>
  sessionWhere(server, { project, from: begun, until: begun + 3_600_000 }, said);

/** What a person does on a page with this script, until what they did is shown. @returns that, and what the browser's console complained of */
async function visit<Shown>(
  script: string,
  shown: () => Promise<Shown>,
): Promise<{ shown: Shown; complaints: string[] }> {
  const host = `shop-${scripts.size}.localhost:${appPort}`;
  scripts.set(host, script);
  const page = await visitor.context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (/sentry|cors|rrweb|envelope/i.test(message.text())) complaints.push(message.text());
  });
  await page.goto(`http://${host}/`);
  await page.getByRole('button', { name: 'Order' }).click();
  await page.getByRole('heading', { name: 'Ordered' }).waitFor();
  await page.getByRole('button', { name: 'Break' }).click();
  await page.getByRole('button', { name: 'Go' }).click();
  const found = await shown();
  await page.close();
  return { shown: found, complaints };
}

async function whatIsShown(
  project: NewProject,
  { session }: Summary,
): Promise<{ records: wire.WireRecord[]; replay: string }> {
  const about = { project: project.id, session };
  const { records } = await server.ask(wire.listRecords, { ...about, limit: 500 });
  const replay = await replayWith(server, about, 'Ordered one');
  return { records: records.map(({ record }) => record), replay };
}

const pathsOf = (records: wire.WireRecord[]) => records.flatMap((one) => (one.kind === 'view' ? [one.path] : []));
const namesOf = (records: wire.WireRecord[]) => records.flatMap((one) => (one.kind === 'action' ? [one.name] : []));

const withSentry = (major: string, options: string): string => `<script src="/sentry-${major}.js"></script><script>
  sdk.init({ ${options}, release: 'shop@2.1', environment: 'live', tracesSampleRate: 1, replaysSessionSampleRate: 1,
    integrations: [sdk.browserTracingIntegration(), sdk.replayIntegration({ maskAllText: false, blockAllMedia: false })] });
</script>`;

const dsn = ({ clientKey }: NewProject) => `dsn: '${server.origin.replace('//', `//${clientKey}@`)}/1'`;
const tunnel = ({ clientKey }: NewProject) =>
  `dsn: 'https://${clientKey}@sentry.invalid/1', tunnel: '${server.origin}/sentry-tunnel'`;

// A recording is sent after five seconds at the earliest: they are waited for together.
test.concurrent.each([
  ['11', 'dsn', dsn],
  ['8', 'dsn', dsn],
  ['8', 'tunnel', tunnel],
  ['11', 'tunnel', tunnel],
] as const)(
  'with version %s and another `%s` Sentry’s session is there with its replay, and the SDK has nothing to complain of',
  async (major, _, options) => {
    const project = await server.makeProject('Shop');
    // What was pressed comes with the recording, whose next part leaves seconds after what the others tell.
    const whole = { views: 2, actions: 3, errors: 1, failedCalls: 1, replay: true };
    const { shown, complaints } = await visit(withSentry(major, options(project)), async () =>
      whatIsShown(project, await told(project, whole)),
    );
    const { records, replay } = shown;
    expect(namesOf(records)).toEqual(['Order', 'Break', 'Go']);
    expect(pathsOf(records)).toEqual(['/', '/orders/{integer}']);
    expect(records.find((one) => one.kind === 'error')?.message).toBe('no hinge for {name}');
    expect(JSON.stringify(records)).not.toMatch(/Quillon|\b10023\b|Mira/);
    expect(replay).not.toMatch(/performanceSpan|breadcrumb/);
    expect(complaints).toEqual([]);
  },
);

test.concurrent.each(['2', '1'])('rrweb %s, posted by a few lines, is a session with its replay', async (major) => {
  const project = await server.makeProject('Shop');
  const session = `rrweb-visit-${major}`;
  const script = `<script src="/rrweb-${major}.js"></script><script>
    const events = [];
    let seq = 0;
    sdk.record({ emit: (event) => events.push(event) });
    addEventListener('error', ({ error: { name, message, stack } }) => sdk.record.addCustomEvent('error', { name, message, stack }));
    setInterval(() => {
      if (events.length === 0) return;
      const query = new URLSearchParams({ key: '${project.clientKey}', session: '${session}', page: 'rrweb-page-${major}', seq: seq++, url: location.href });
      fetch('${server.origin}/rrweb?' + query, { method: 'POST', body: JSON.stringify(events.splice(0)) });
    }, 200);
  </script>`;
  const whole = { session, errors: 1, actions: 3, views: 2, replay: true };
  const { shown, complaints } = await visit(script, async () => whatIsShown(project, await told(project, whole)));
  const { records } = shown;
  // The address that the sender names, and the words that an earlier body brought.
  expect(pathsOf(records)).toEqual(['/', '/orders/{integer}']);
  expect(namesOf(records)).toEqual(['Order', 'Break', 'Go']);
  expect(complaints).toEqual([]);
});
