import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { build } from 'esbuild';
import { type Browsing, startBrowsing } from './chromium.ts';

/** A page of its own with an empty `#root`, and the replay package (with rrweb's player) as `window.replay`. For tests in a real browser. */
export interface StagePage {
  origin: string;
  browsing: Browsing;
  stop(): Promise<void>;
}

const home =
  '<!doctype html><div id="root" style="position:relative;width:800px;height:600px"></div><script src="/replay.js"></script>';

export async function startStagePage(): Promise<StagePage> {
  const { outputFiles } = await build({
    stdin: {
      contents: "export * from './index.ts'; export { Replayer } from '@rrweb/replay';",
      resolveDir: new URL('../../packages/replay/src', import.meta.url).pathname,
    },
    bundle: true,
    format: 'iife',
    globalName: 'replay',
    write: false,
    // No worker is started here.
    logOverride: { 'empty-import-meta': 'silent' },
  });
  const script = outputFiles[0]?.text ?? '';
  const server = createServer(({ url }, reply) => {
    const isScript = url === '/replay.js';
    reply.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' }).end(isScript ? script : home);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo; // listening on a port
  const browsing = await startBrowsing();
  return {
    origin: `http://127.0.0.1:${port}`,
    browsing,
    async stop() {
      await browsing.stop();
      server.close();
    },
  };
}
