import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { type BenchPage, pageHtml, tabItems } from './pages.ts';
import { packages, type Sdk } from './sdks.ts';
import { rawBytes } from './unpack.ts';

/** What an SDK sent: questions and uploads, without the loading of its own files. */
export interface Sent {
  requests: number;
  wireBytes: number;
  rawBytes: number;
}

export interface Sink {
  origin: string;
  sent: Sent;
  stop(): Promise<void>;
}

/** Serves one page at `/page` with one SDK, and answers on the same origin as that SDK's backend does. */
export async function serveVisit(page: BenchPage, sdk: Sdk, scripts: string): Promise<Sink> {
  const sent: Sent = { requests: 0, wireBytes: 0, rawBytes: 0 };
  const server = createServer(async (request, response) => {
    // Ours sends to where its script lies.
    const pathname = new URL(request.url ?? '/', 'http://bench').pathname.replace(/^\/sdk(?=\/v1\/)/, '');
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const say = (type: string, body: string | Buffer | undefined, status = 200): void => {
      response.writeHead(status, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' });
      response.end(body);
    };
    if (pathname === '/page') return say('text/html', pageHtml(page, sdk.tag));
    if (pathname === '/left')
      return say('text/html', '<!doctype html><link rel="icon" href="data:,"><title>left</title>');
    if (pathname === '/shop/items') return say('application/json', JSON.stringify(tabItems(request.url ?? '')));
    const file = fileOf(pathname, scripts);
    if (file) {
      const text = await readFile(file).catch(() => undefined); // Not there: 404.
      return say('text/javascript', text, text ? 200 : 404);
    }
    const body = Buffer.concat(chunks);
    sent.requests += 1;
    sent.wireBytes += body.length;
    sent.rawBytes += rawBytes(body);
    const answer = answerTo(pathname);
    say('application/json', answer.body, answer.status);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  return {
    origin: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    sent,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

function fileOf(pathname: string, scripts: string): string | undefined {
  const name = /^\/sdk\/([\w.-]+)$/.exec(pathname)?.[1];
  if (name) return join(scripts, name);
  const recorder = /^\/posthog\/static\/(?:[\w.-]+\/)?([\w-]+\.js)$/.exec(pathname)?.[1];
  return recorder && join(packages, 'posthog-js/dist', recorder);
}

/** By the beginning of the path; what is in none of these is taken with 200 and an empty object. */
const answers: [begin: RegExp, status: number, body: unknown][] = [
  [
    /^\/v1\/policy/,
    200,
    { v: 1, off: false, sessions: 100, replays: 100, mask: 'inputs', keep: 'all', canvas: 0, assets: 'all', texts: [] },
  ],
  [/^\/v1\//, 202, { accepted: 1, refused: [], watched: false }],
  [/^\/datadog/, 202, undefined],
  // Empty: it leaves bodies unread, and Chromium counts such requests as open, until its next uploads are refused.
  [/^\/api\/1\/envelope/, 204, undefined],
  [/^\/clarity/, 204, undefined],
  [/^\/rrweb/, 204, undefined],
  [
    /^\/openreplay\/v1\/web\/start/,
    200,
    {
      token: 'bench',
      userUUID: '00000000-0000-4000-8000-000000000000',
      projectID: '1',
      sessionID: '1',
      delay: 0,
      beaconSizeLimit: 1_000_000,
      compressionThreshold: 24_000,
      canvasEnabled: false,
      assistOnly: false,
    },
  ],
  [/^\/openreplay\/v1\/web\/(tags|conditions)/, 200, { tags: [], conditions: [] }],
  [
    /^\/posthog\/(array\/.*\/config$|flags|decide)/,
    200,
    {
      supportedCompression: ['gzip', 'gzip-js'],
      featureFlags: {},
      flags: {},
      hasFeatureFlags: false,
      siteApps: [],
      surveys: false,
      heatmaps: true,
      captureDeadClicks: true,
      autocaptureExceptions: true,
      autocapture_opt_out: false,
      capturePerformance: { web_vitals: true, network_timing: true },
      sessionRecording: { endpoint: '/s/', recorderVersion: 'v2', consoleLogRecordingEnabled: false },
      isAuthenticated: false,
      toolbarParams: {},
    },
  ],
  [/^\/posthog\//, 200, { status: 1 }],
];

function answerTo(pathname: string): { status: number; body: string | undefined } {
  const [, status = 200, body = {}] = answers.find(([begin]) => begin.test(pathname)) ?? [];
  return { status, body: status === 204 ? undefined : JSON.stringify(body) };
}
