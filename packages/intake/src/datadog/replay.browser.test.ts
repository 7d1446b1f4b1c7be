import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ReplayEvent } from '@sightglass/wire';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browsing, startBrowsing } from '../../../../e2e/lib/chromium.ts';
import { readCaptured, tools } from '../../../../fixtures/corpus/captured.ts';
import { createReplayLifter, foreignFormats } from '../index.ts';

let browsing: Browsing;
let server: Server;
let origin = '';

beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: { contents: "export { Replayer } from 'rrweb';", resolveDir: import.meta.dirname },
    bundle: true,
    format: 'iife',
    globalName: 'rrweb',
    write: false,
  });
  server = createServer((request, response) => {
    const isScript = request.url === '/rrweb.js';
    // What a recording names on its own host is not there: the player must do without.
    response.writeHead(isScript || request.url === '/' ? 200 : 404, {
      'content-type': isScript ? 'text/javascript' : 'text/html',
    });
    response.end(
      isScript ? outputFiles[0]?.text : '<!doctype html><div id="root"></div><script src="/rrweb.js"></script>',
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // listens on a port, as just asked
  browsing = await startBrowsing({ shell: true });
});

afterAll(async () => {
  await browsing.stop();
  server.close();
});

/** The pages of a visit as rrweb's events. */
function pagesOf(sdk: string, visit: string): ReplayEvent[][] {
  const segments = readCaptured(sdk, visit).flatMap(({ url, headers, body, receivedAt }) => {
    const [path = '', query = ''] = url.replace(/^\/dd\/(proxy|fn)/, '/datadog').split(/\?(.*)/s);
    const head = { path, query, contentType: headers['content-type'] ?? '', userAgent: '' };
    if (!head.contentType.startsWith('multipart')) return [];
    const lifted = foreignFormats.datadog.decode(body, head, { receivedAt, sample: false }, tools);
    return 'reason' in lifted ? [] : lifted.segments;
  });
  return [...Map.groupBy(segments, ({ page }) => page).values()].map((some) => {
    const lifter = createReplayLifter();
    return some.sort((one, other) => one.seq - other.seq).flatMap(({ seq, events }) => lifter.lift(seq, events));
  });
}

test.each([
  // Page by page what stands there at the end, as the visitor saw it.
  [
    'datadog',
    'shop-guest-1.0.0',
    [
      'Recommendations are unavailable',
      '25 shown',
      'Giant Kale 18',
      'Your cart',
      'Checkout',
      'Only administrators',
      'NO_SUCH_PRODUCT',
      'Page not found',
    ],
  ],
  [
    'datadog',
    'site-reader',
    ['Harbour Library', 'Catalogue', 'Catalogue', 'Catalogue', 'Catalogue', 'Events', 'Boiler repairs'],
  ],
  [
    'datadog6',
    'shop-guest-1.0.0',
    [
      'Recommendations are unavailable',
      '25 shown',
      'Giant Kale 18',
      'Your cart',
      'Checkout',
      'Only administrators',
      'NO_SUCH_PRODUCT',
      'Page not found',
    ],
  ],
])('%s %s: every page plays in rrweb to its end without a word of complaint', async (sdk, visit, words) => {
  const pages = pagesOf(sdk, visit);
  const page = await browsing.context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (!message.text().includes('Failed to load resource')) complaints.push(message.text());
  });
  await page.goto(origin);
  const shown = await page.evaluate(play, pages);
  expect(complaints).toEqual([]);
  expect(shown).toHaveLength(words.length);
  for (const [index, word] of words.entries()) expect(shown[index]).toContain(word);
  await page.close();
});

/** In the page. @returns the text of each recorded page at its end */
function play(pages: { type: number; timestamp: number }[][]): string[] {
  interface Player {
    iframe: HTMLIFrameElement;
    pause(at: number): void;
    destroy(): void;
  }
  const { Replayer } = (
    globalThis as unknown as { rrweb: { Replayer: new (events: unknown, options: object) => Player } }
  ).rrweb;
  return pages.map((events) => {
    const root = document.getElementById('root');
    const player = new Replayer(events, { root, showWarning: true });
    player.pause((events.at(-1)?.timestamp ?? 0) - (events[0]?.timestamp ?? 0) + 1);
    const text = player.iframe.contentDocument?.body.textContent?.replace(/\s+/g, ' ') ?? '';
    player.destroy();
    return text;
  });
}
