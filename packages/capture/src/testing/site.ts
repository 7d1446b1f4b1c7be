import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Page =
  | string
  | {
      body: string | Buffer;
      type?: string;
      status?: number;
      headers?: Record<string, string>;
      delayMs?: number;
      /** Who does not send this cookie is refused. */
      cookie?: string;
    };

/** A small web site: what it answers by path. An unknown path is a 404. */
export interface Site {
  origin: string;
  pages: Record<string, Page>;
  /** Cookies that came with requests, by path; empty where none did. */
  cookies: Record<string, string[]>;
  stop(): Promise<void>;
}

export async function startSite(): Promise<Site> {
  const site: Site = { origin: '', pages: {}, cookies: {}, stop };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', site.origin);
    const found = site.pages[`${request.method} ${pathname}`] ?? site.pages[pathname];
    const given = typeof found === 'string' ? { body: found } : (found ?? { body: 'not here', status: 404 });
    const { cookie = '' } = request.headers;
    site.cookies[pathname] = [...(site.cookies[pathname] ?? []), cookie];
    const page = given.cookie && given.cookie !== cookie ? { body: 'not yours', status: 401 } : given;
    request.resume();
    setTimeout(() => {
      response.writeHead(page.status ?? 200, {
        'content-type': page.type ?? 'text/html; charset=utf-8',
        ...page.headers,
      });
      response.end(page.body);
    }, page.delayMs ?? 0);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  site.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function stop(): Promise<void> {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
  return site;
}
