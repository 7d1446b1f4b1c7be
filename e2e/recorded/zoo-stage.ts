import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Look, PageLine } from '@sightglass/replay';
import type { ReplayText } from '@sightglass/wire';
import type { BrowserContext, Page } from 'playwright-core';
import { addSecurityHeadersTo } from '../../packages/server/src/serve/headers.ts';
import { bundleStagePage } from '../lib/stage-page.ts';

/** The stage of the dashboard, under the dashboard's own headers, with nothing around it. */
export interface StagePage {
  /** Takes a recording in place of the one before. */
  load(lines: readonly PageLine[]): Promise<void>;
  /**
   * What it shows at a moment, in the visitor's size.
   *
   * @param pictures - Every canvas shows a picture there, which takes a while to load.
   * @param isAsSeen - Asked of each picture: as long as it is not what the page showed, the stage is given time until it stands still.
   */
  shown(at: number, pictures: boolean, isAsSeen: (shown: Buffer) => boolean): Promise<void>;
  /** Comes to a moment as `shown` does, where nobody looks at a picture of it. */
  reach(at: number): Promise<void>;
  /** Events that could not be applied since `load`. */
  failed(): Promise<number>;
  /** Addresses that were asked for since `load`. */
  requests(): string[];
  stop(): void;
}

/** So many pictures in a row that are the same, a tenth of a second apart, are what it shows. */
const mostSame = 50;

type Staged = Window & { at(ms: number): Promise<{ failed: number; width: number; height: number }> };

const home = `<!doctype html><meta name="viewport" content="width=device-width"><style>#root { position: fixed; inset: 0; overflow: hidden }</style><div id="root"></div><script src="/replay.js"></script>`;

/** @param bars - Of the visitor, as the dashboard knows them of phones. */
export async function startStage(context: BrowserContext, bars?: Look['bars']): Promise<StagePage> {
  const files = await bundleStagePage();
  // The page asks for its recording: handed over as an argument it would be walked and written anew, value by value.
  let recording = '';
  const server = createServer((request, response) => {
    addSecurityHeadersTo({ headers: (values) => Object.entries(values).map((pair) => response.setHeader(...pair)) });
    const script = files[request.url ?? ''];
    response.setHeader('content-type', `${script ? 'text/javascript' : 'text/html'}; charset=utf-8`);
    if (request.url === '/stage.js') response.setHeader('cross-origin-resource-policy', 'cross-origin');
    response.end(request.url === '/lines' ? recording : (script ?? home));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const requests: string[] = [];
  let failed = 0;
  let page: Page | undefined;

  const listenedTo = (made: Page): Page => made.on('request', (request) => void requests.push(request.url()));

  async function reach(at: number, pictures: boolean): Promise<Page> {
    if (!page) throw new Error('Load a recording first.');
    await page.bringToFront();
    const show = (ms: number) => (window as unknown as Staged).at(ms);
    const { width, height } = await page.evaluate(show, at);
    await page.setViewportSize({ width, height });
    ({ failed } = await page.evaluate(show, at));
    const stage = page.frames().find((frame) => frame.url().startsWith('data:'));
    await stage?.evaluate(drawn, { pictures, width, height });
    return page;
  }

  return {
    async load(lines) {
      page ??= listenedTo(await context.newPage());
      await page.goto(origin);
      requests.splice(0);
      failed = 0;
      recording = JSON.stringify([...storedTexts(lines), ...lines]);
      await page.evaluate(startShowing, bars);
    },
    async shown(at, pictures, isAsSeen) {
      const there = await reach(at, pictures);
      // As it stands: the stage itself brings a page to rest that does not play.
      const look = (): Promise<Buffer> => there.screenshot({ animations: 'allow', caret: 'hide' });
      // Icons of a browser's own controls come after the controls, and nothing says when: on a busy machine two pictures in a row were the
      // same before they had. Only what is not as it was seen is looked at for so long.
      let now = await look();
      for (let same = 0; !isAsSeen(now) && same < mostSame; ) {
        await there.evaluate(() => new Promise((done) => setTimeout(done, 100)));
        const before = now;
        now = await look();
        same = before.equals(now) ? same + 1 : 0;
      }
    },
    reach: async (at) => void (await reach(at, false)),
    failed: async () => failed,
    requests: () =>
      requests.filter(
        (url) => !/^(data|about|blob):/.test(url) && ![`${origin}stage.js`, `${origin}lines`].includes(url),
      ),
    stop: () => void server.close(),
  };
}

/** As the store hands them out: apart, wherever in the recording they came. */
function storedTexts(lines: readonly PageLine[]): ReplayText[] {
  // What came from another SDK holds events, which are no lists.
  const operations = lines.flatMap((line) => ('events' in line ? (line.events as unknown[]) : []));
  return operations
    .filter(Array.isArray)
    .flatMap(([kind, , text, value]) => (kind === 9 && typeof value === 'string' ? { text: String(text), value } : []));
}

/** Runs in the stage's page: as the player does it, but for the worker, with the lines in place of the door. */
async function startShowing(bars: Look['bars']): Promise<void> {
  const { replay } = window as unknown as { replay: typeof import('@sightglass/replay') };
  const root = document.querySelector<HTMLElement>('#root');
  if (!root) throw new Error('no root');
  const lines: PageLine[] = await (await fetch('/lines')).json();
  // What is fetched ahead comes to nobody's help who looks at the first moment: until another one is asked for, no screen is idle.
  const { requestIdleCallback: idle } = window;
  let first: number | undefined;
  let held: IdleRequestCallback | undefined;
  window.requestIdleCallback = (run) => {
    held = run;
    return 0;
  };
  const goOn = (): void => {
    window.requestIdleCallback = idle;
    if (held) idle(held);
    held = undefined;
  };
  const feed = replay.createReplayFeed(async ({ as, first = 0, last = Number.POSITIVE_INFINITY }) => {
    const told = lines.flatMap((line): object[] => {
      if (!('seq' in line)) return as === 'index' ? [] : [line];
      const { events, ...place } = line;
      const anchor = events.some((event) => Array.isArray(event) && event[0] === 0);
      if (as === 'index') return [{ place: { ...place, anchor, bytes: 1_000 } }];
      return line.seq >= first && line.seq <= last ? [line] : [];
    });
    return new Blob(told.map((line) => `${JSON.stringify(line)}\n`)).stream();
  }, replay.createDecoder());
  const stage = replay.openStage(root, { script: '/stage.js', look: { accent: 'teal', pointerPx: 0, bars } });
  feed.watchedBy(stage.events);
  feed.catchUp();
  const at = async (ms: number) => {
    first ??= ms;
    if (ms !== first) goOn();
    for (;;) {
      feed.around(ms);
      const shown = await stage.show(feed.state().recording, ms);
      if (feed.state().state === 'failed') throw feed.state().error;
      if (shown.page && !shown.waiting) return { failed: shown.failed, width: shown.width, height: shown.height };
      await new Promise((done) => setTimeout(done));
    }
  };
  Object.assign(window, { at });
}

/** Runs in the stage's own document: until it has its size, fonts and pictures have come, and two frames were drawn. */
async function drawn(until: { pictures: boolean; width: number; height: number }): Promise<void> {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  while (innerWidth !== until.width || innerHeight !== until.height) await frame();
  const inner = document.querySelector('iframe')?.contentDocument;
  const isDrawn = (canvas: HTMLCanvasElement) => canvas.style.content.includes('base64');
  while (until.pictures && ![...(inner?.querySelectorAll('canvas') ?? [])].every(isDrawn)) await frame();
  await inner?.fonts.ready;
  await Promise.all([...(inner?.images ?? [])].map((image) => image.decode().catch(() => undefined)));
  await frame();
  await frame();
}
