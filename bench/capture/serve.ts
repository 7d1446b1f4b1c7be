import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { type BenchPage, pageHtml, pages, type Watcher, watchers } from './pages.ts';

/** Serves the pages at `/<page>/<watcher>`, the SDKs from `scripts`, and takes whatever they send. */
export async function serveBench(scripts: string): Promise<{ origin: string; stop(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://bench').pathname;
    for await (const _ of request); // What an SDK sends is read to its end, as an intake does.
    if (request.method !== 'GET') {
      response.writeHead(202, { 'content-type': 'application/json' });
      response.end(path.startsWith('/v1/') ? '{"accepted":1,"refused":[],"watched":false}' : '');
      return;
    }
    const [, page, watcher] = path.split('/');
    if (isPage(page) && isWatcher(watcher)) {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(pageHtml(page, watcher));
      return;
    }
    const file = await readFile(join(scripts, path.replaceAll('..', ''))).catch(() => undefined); // Not there: 404.
    response.writeHead(file ? 200 : 404, { 'content-type': 'text/javascript; charset=utf-8' });
    response.end(file);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  return {
    origin: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

const isPage = (text: string | undefined): text is BenchPage => pages.some((page) => page === text);
const isWatcher = (text: string | undefined): text is Watcher => watchers.some((watcher) => watcher === text);
