import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { ReplayEvent } from '@sightglass/wire';
import { build } from 'esbuild';
import type { BrowserContext } from 'playwright-core';

/** rrweb's own player with nothing of ours around it, to compare with. */
export interface RrwebPage {
  /** Takes these page loads in place of those before. */
  load(pages: ReplayEvent[][]): Promise<void>;
  /** What it shows of them at a moment, in the visitor's size. */
  shown(at: number): Promise<Buffer>;
  stop(): Promise<void>;
}

interface Player {
  iframe: HTMLIFrameElement;
  pause(at: number): void;
  destroy(): void;
}
type Inside = Window & {
  rrweb: { Replayer: new (events: ReplayEvent[], options: object) => Player };
  pages: ReplayEvent[][];
  playing?: { events: ReplayEvent[]; player: Player };
};

const home = `<!doctype html><style>
  #root { position: fixed; inset: 0; overflow: hidden }
  .replayer-wrapper { position: relative; background: white; color-scheme: light }
  .replayer-mouse { display: none }
  iframe { display: block; border: 0 }
</style><div id="root"></div><script src="/rrweb.js"></script>`;

export async function startRrwebPage(context: BrowserContext): Promise<RrwebPage> {
  const { outputFiles } = await build({
    stdin: {
      contents: "export { Replayer } from '@rrweb/replay';",
      resolveDir: fileURLToPath(new URL('../../../replay/', import.meta.url)),
    },
    ...{ bundle: true, write: false, format: 'iife', globalName: 'rrweb' },
  });
  const served: Record<string, [type: string, text: string]> = {
    '/': ['text/html', home],
    '/rrweb.js': ['text/javascript', outputFiles[0]?.text ?? ''],
  };
  // The page asks for them: handed over as an argument they would be walked and written anew, value by value.
  let recorded = '';
  // What a recording names on its own host is not there: the player must do without.
  const server = createServer(({ url = '' }, response) => {
    const [type, text] = url === '/pages' ? ['application/json', recorded] : (served[url] ?? ['text/plain', '']);
    response.writeHead(text === '' ? 404 : 200, { 'content-type': type }).end(text);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const page = await context.newPage();
  const { port } = server.address() as AddressInfo; // listens on a port, as just asked
  return {
    async load(pages) {
      recorded = JSON.stringify(pages);
      await page.goto(`http://127.0.0.1:${port}/`);
      await page.evaluate(takePages);
    },
    async shown(at) {
      const size = await page.evaluate(show, at);
      await page.setViewportSize(size);
      await page.evaluate(drawn);
      return page.screenshot({ animations: 'allow', caret: 'hide' });
    },
    async stop() {
      await page.close();
      server.close();
    },
  };
}

/** Runs in the page. */
async function takePages(): Promise<void> {
  const pages: ReplayEvent[][] = await (await fetch('/pages')).json();
  Object.assign(window, { pages });
}

/** Runs in the page. */
function show(at: number): { width: number; height: number } {
  const inside = window as unknown as Inside;
  const events = inside.pages.findLast(([first]) => (first?.timestamp ?? 0) <= at) ?? [];
  if (inside.playing?.events !== events) {
    inside.playing?.player.destroy();
    document.querySelector('#root')?.replaceChildren();
    const options = { root: document.querySelector('#root'), mouseTail: false };
    inside.playing = { events, player: new inside.rrweb.Replayer(events, options) };
  }
  const { player } = inside.playing;
  player.pause(at - (events[0]?.timestamp ?? at));
  return { width: Number(player.iframe.width), height: Number(player.iframe.height) };
}

/** Runs in the page: until fonts and pictures have come and two frames were drawn. */
async function drawn(): Promise<void> {
  const inner = document.querySelector('iframe')?.contentDocument;
  await inner?.fonts.ready;
  await Promise.all([...(inner?.images ?? [])].map((image) => image.decode().catch(() => undefined)));
  for (let frame = 0; frame < 2; frame += 1) await new Promise((done) => requestAnimationFrame(done));
}
