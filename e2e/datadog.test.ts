import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as wire from '@sightglass/wire';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Browsing, startBrowsing } from './lib/chromium.ts';
import { type Running, startSightglass } from './lib/sightglass.ts';

/** A page with Datadog's own SDK, of which one line is changed: where it sends. */

const patience = { timeout: 180_000, interval: 250 };
/** All visits of this file are later. */
const begun = Date.now() - 1_000;
let server: Running;
let visitor: Browsing;
let app: Server;
let appPort = 0;
/** By the host that it has: visits go on at once, each of a project and with cookies of its own. */
const pages = new Map<string, string>();
const bundled: Record<string, string> = {};

beforeAll(async () => {
  server = await startSightglass();
  for (const [name, sdk] of Object.entries({ '/sdk-7.js': '@datadog/browser-rum', '/sdk-5.js': 'datadog-rum-5' })) {
    const stdin = { contents: `export { datadogRum } from '${sdk}';`, resolveDir: import.meta.dirname };
    const { outputFiles } = await build({ stdin, bundle: true, format: 'iife', globalName: 'sdk', write: false });
    bundled[name] = outputFiles[0]?.text ?? '';
  }
  app = createServer((request, response) => {
    const code = bundled[request.url ?? ''];
    const isCall = request.url?.startsWith('/api/') === true;
    const type = code !== undefined ? 'text/javascript' : isCall ? 'text/plain' : 'text/html';
    response.writeHead(isCall ? 502 : 200, { 'content-type': type });
    response.end(code ?? (isCall ? 'no' : pages.get(request.headers.host ?? '')));
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

const asText = (origin: string, key: string): string => `'${origin}/datadog?key=${key}'`;
const asFunction = (origin: string, key: string): string =>
  `({ path, parameters }) => '${origin}/datadog/${key}' + path + '?' + parameters`;

// A segment is sent after five seconds: they are waited for together.
test.concurrent.each([
  ['7', 'a text', asText, false],
  ['7', 'a function, compressed', asFunction, true],
  ['5', 'a text', asText, false],
  ['5', 'a function, compressed', asFunction, true],
] as const)(
  'with version %s and `proxy` as %s the session is there with its replay, and the SDK has nothing to complain of',
  async (major, _, proxy, packs) => {
    const { id: project, clientKey } = await server.makeProject('Shop');
    const host = `shop-${pages.size}.localhost:${appPort}`;
    const html = `<!doctype html><html lang="en"><head><title>Shop</title><script src="/sdk-${major}.js"></script><script>
    sdk.datadogRum.init({ applicationId: '11111111-2222-4333-8444-555555555555', clientToken: 'pub0', service: 'shop', env: 'live', version: '2.1',
      sessionSampleRate: 100, sessionReplaySampleRate: 100, trackUserInteractions: true, trackResources: true, trackLongTasks: true, defaultPrivacyLevel: 'mask-user-input',
      compressIntakeRequests: ${packs}, proxy: ${proxy(server.origin, clientKey)} });
  </script></head><body><h1>Oiled hinges</h1>
    <button onclick="fetch('/api/orders/10023?q=Quillon').then(() => { document.querySelector('h1').textContent = 'Ordered one' })">Order</button>
    <button onclick="throw new TypeError('no hinge')">Break</button>
    <button onclick="history.pushState({}, '', '/orders/10023')">Go</button></body></html>`;
    pages.set(host, html);
    const page = await visitor.context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (/datadog|cors|v1\//i.test(message.text())) complaints.push(message.text());
    });
    await page.goto(`http://${host}/`);
    await page.getByRole('button', { name: 'Order' }).click();
    await page.getByRole('heading', { name: 'Ordered' }).waitFor();
    await page.getByRole('button', { name: 'Break' }).click();
    await page.getByRole('button', { name: 'Go' }).click();
    /** The session, once it is the only one. */
    const newest = async () => {
      const about = { project, from: begun, until: Date.now() + 60_000 };
      const { sessions } = await server.ask(wire.listSessions, about);
      return sessions.length === 1 ? sessions[0] : undefined;
    };
    const { session } = await vi.waitUntil(newest, patience);
    // A snapshot for each of the two views: what the SDK's worker has not packed when the page goes is lost to it.
    const replay = await vi.waitUntil(async () => {
      const answer = await server.send(wire.getReplay, { project, session, as: 'rrweb' });
      const text = (await answer.text()).trim();
      const events: { type: number }[] = text === '' ? [] : text.split('\n').map((line) => JSON.parse(line));
      return events.filter(({ type }) => type === 2).length === 2 ? JSON.stringify(events) : undefined;
    }, patience);
    // As when somebody goes to another tab: then it sends what it holds. As a page is left it may do so by calls that end with the page.
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await vi.waitUntil(async () => {
      const told = await newest();
      return told?.views === 2 && told.errors > 0 && told.failedCalls > 0 && told.replay;
    }, patience);
    // What the SDK sends last may be stored last: the session is told before all of its actions are.
    const records = await vi.waitUntil(async () => {
      const told = (await server.ask(wire.listRecords, { project, session, limit: 500 })).records;
      return told.filter(({ record }) => record.kind === 'action').length >= 3 ? told : undefined;
    }, patience);
    const names = records.flatMap(({ record }) => (record.kind === 'action' ? [record.name] : []));
    expect(new Set(names)).toEqual(new Set(['Order', 'Break', 'Go']));
    const calls = records.flatMap(({ record }) => (record.kind === 'resource' ? [record.path] : []));
    expect(calls).toContain('/api/orders/{integer}');
    // As a whole number: those that records are counted by are long, and may hold any digits.
    expect(JSON.stringify(records)).not.toMatch(/Quillon|\b10023\b/);
    expect(replay).toContain('Ordered one');
    expect(replay).not.toContain('"tag":"datadog"');
    expect(complaints).toEqual([]);
    await page.close();
    const { received, accepted, refused, outcomes } = await server.ask(wire.intakeOutcomes, { project });
    // A view may be told twice, packed and plain; one SDK in a hundred tells its makers how it was set up.
    const usual = ['accepted', 'duplicate', 'note:telemetry'];
    expect(outcomes.filter(({ outcome }) => !usual.includes(outcome))).toEqual([]);
    expect(received).toBe(accepted + refused);
  },
);
