import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PageLine } from '@sightglass/replay';
import { build } from 'esbuild';
import type { BrowserContext, Page } from 'playwright-core';
import { addSecurityHeadersTo } from '../../packages/server/src/serve/headers.ts';

/** The stage of the dashboard, under the dashboard's own headers, with nothing around it. */
export interface StagePage {
  /** Takes a recording in place of the one before. */
  load(lines: readonly PageLine[]): Promise<void>;
  /**
   * What it shows at a moment, in the visitor's size.
   *
   * @param pictures - Every canvas shows a picture there, which takes a while to load.
   */
  shown(at: number, pictures: boolean): Promise<Buffer>;
  /** Events that could not be applied since `load`. */
  failed(): Promise<number>;
  /** Addresses that were asked for since `load`. */
  requests(): string[];
  stop(): void;
}

type Staged = Window & { at(ms: number): Promise<{ failed: number; width: number; height: number }> };

/** As `stage-view.module.css` has it, without what the dashboard shows of its own (pointer, shadow). */
const home = `<!doctype html><style>
  #root { position: fixed; inset: 0; overflow: hidden }
  [data-part=page] { position: relative; background: white; color-scheme: light }
  iframe { display: block; border: 0 }
</style><div id="root"></div><script src="/replay.js"></script>`;

export async function startStage(context: BrowserContext): Promise<StagePage> {
  const { outputFiles } = await build({
    stdin: { contents: "export * from '@sightglass/replay';", resolveDir: import.meta.dirname },
    ...{ bundle: true, write: false, format: 'iife', globalName: 'replay', minify: true },
    // No worker is started here.
    logOverride: { 'empty-import-meta': 'silent' },
  });
  const script = outputFiles[0]?.text ?? '';
  const server = createServer((request, response) => {
    addSecurityHeadersTo({ headers: (values) => Object.entries(values).map((pair) => response.setHeader(...pair)) });
    const isScript = request.url === '/replay.js';
    response.setHeader('content-type', `${isScript ? 'text/javascript' : 'text/html'}; charset=utf-8`);
    response.end(isScript ? script : home);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const requests: string[] = [];
  let failed = 0;
  let page: Page | undefined;

  return {
    async load(lines) {
      await page?.close();
      page = await context.newPage();
      await page.goto(origin);
      requests.splice(0);
      failed = 0;
      page.on('request', (request) => void requests.push(request.url()));
      await page.evaluate(startShowing, lines);
    },
    async shown(at, pictures) {
      if (!page) throw new Error('Load a recording first.');
      const show = (ms: number) => (window as unknown as Staged).at(ms);
      const { width, height } = await page.evaluate(show, at);
      await page.setViewportSize({ width, height });
      ({ failed } = await page.evaluate(show, at));
      await page.evaluate(drawn, pictures);
      // As it stands: the stage itself brings a page to rest that does not play.
      return page.screenshot({ animations: 'allow', caret: 'hide' });
    },
    failed: async () => failed,
    requests: () => requests.filter((url) => !/^(data|about|blob):/.test(url)),
    stop: () => void server.close(),
  };
}

/** Runs in the stage's page: as the player does it, but for the worker, with the lines in place of the door. */
function startShowing(lines: readonly PageLine[]): void {
  const { replay } = window as unknown as { replay: typeof import('@sightglass/replay') };
  const root = document.querySelector<HTMLElement>('#root');
  if (!root) throw new Error('no root');
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
  const stage = replay.createStage(root);
  feed.catchUp();
  const at = async (ms: number) => {
    for (;;) {
      feed.around(ms);
      const shown = stage.show(feed.state().recording, ms);
      if (feed.state().state === 'failed') throw feed.state().error;
      if (shown.page && !shown.waiting) return { failed: shown.failed, width: shown.width, height: shown.height };
      await new Promise((done) => setTimeout(done));
    }
  };
  Object.assign(window, { at });
}

/** Runs in the stage's page: until fonts and pictures have come and two frames were drawn. */
async function drawn(pictures: boolean): Promise<void> {
  const inner = document.querySelector('iframe')?.contentDocument;
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const isDrawn = (canvas: HTMLCanvasElement) => canvas.style.content.includes('base64');
  while (pictures && ![...(inner?.querySelectorAll('canvas') ?? [])].every(isDrawn)) await frame();
  await inner?.fonts.ready;
  await Promise.all([...(inner?.images ?? [])].map((image) => image.decode().catch(() => undefined)));
  await frame();
  await frame();
}
