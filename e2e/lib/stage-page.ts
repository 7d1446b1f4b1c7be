import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { type Browsing, startBrowsing } from './chromium.ts';

/**
 * A page of its own with an empty `#root`, the replay package (with rrweb's player) as `window.replay`, and a stage's script at `/stage.js`.
 * For tests in a real browser.
 */
export interface StagePage {
  origin: string;
  browsing: Browsing;
  stop(): Promise<void>;
}

const home =
  '<!doctype html><div id="root" style="position:relative;width:800px;height:600px"></div><script src="/replay.js"></script>';

export async function startStagePage(): Promise<StagePage> {
  const files = await bundleStagePage();
  const server = createServer(({ url = '/' }, reply) => {
    const script = files[url];
    reply.writeHead(200, { 'content-type': script ? 'text/javascript' : 'text/html' }).end(script ?? home);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo; // listening on a port
  const browsing = await startBrowsing({ shell: true });
  return {
    origin: `http://127.0.0.1:${port}`,
    browsing,
    async stop() {
      await browsing.stop();
      server.close();
    },
  };
}

/** The scripts of such a page, by path: `/replay.js`, `/stage.js`, and `/decoder.js` for a worker. */
export async function bundleStagePage(): Promise<Record<string, string>> {
  const everything =
    "export * from './index.ts'; export { createPlayer } from './player.ts'; export { Replayer } from '@rrweb/replay';";
  return {
    '/replay.js': await bundle(everything, 'replay'),
    '/stage.js': await bundle("import './stage-main.ts';"),
    '/decoder.js': await bundle("import './decoder-worker.ts';"),
  };
}

async function bundle(contents: string, globalName?: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: fileURLToPath(new URL('../../packages/replay/src', import.meta.url)) },
    ...{ bundle: true, write: false, format: 'iife', minify: true },
    // The worker's address is told by who starts it.
    logOverride: { 'empty-import-meta': 'silent' },
    ...(globalName === undefined ? {} : { globalName }),
  });
  return outputFiles[0]?.text ?? '';
}
