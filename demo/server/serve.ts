import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { answerCall } from './desk/calls.ts';
import type { Desk } from './desk/desk.ts';
import { type PageOptions, pageFor, policyFor } from './page.ts';

/** A desk as one visitor meets it. */
export interface Visited extends PageOptions {
  desk: Desk;
}

export interface DemoOptions {
  port: number;
  host: string;
  /** Folder of the build; holds one folder a release. */
  root: string;
  /** Which desk a request speaks to: one for all in the demo, one a session for the visitors. Undefined: no such desk. */
  visitedBy(request: IncomingMessage): Visited | undefined;
}

export interface Demo {
  origin: string;
  stop(): Promise<void>;
}

const maxBodyBytes = 64 * 1024;
const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.ico': 'image/x-icon',
};

/** Serves the desk: its page on every path, its assets, its calls. @throws when the port cannot be taken. */
export async function startDemoServer(options: DemoOptions): Promise<Demo> {
  const server = createServer((request, response) => {
    respond(options, request, response).catch((cause: unknown) => {
      console.error('demo: a request failed', cause);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  server.keepAliveTimeout = 30_000;
  await listening(server, options.port, options.host);
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : options.port;
  return {
    origin: `http://${options.host}:${port}`,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

async function respond(options: DemoOptions, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://desk');
  const visited = options.visitedBy(request);
  if (!visited) return send(response, 404, 'text/plain', 'No such desk');
  const { desk } = visited;
  if (url.pathname === '/healthz') return send(response, 200, 'application/json', '{"ok":true}');
  if (url.pathname.startsWith('/api/')) return call(desk, url, request, response);
  if (url.pathname.startsWith('/assets/') || url.pathname === '/favicon.ico')
    return asset(join(options.root, desk.release), url.pathname, response);
  return page(options.root, visited, response);
}

async function call(desk: Desk, url: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await bodyOf(request);
  const answer = answerCall(desk, {
    method: request.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    authorization: request.headers.authorization,
    body,
  });
  if (!answer) return send(response, 404, 'text/plain', 'No such call');
  if (answer.body === undefined) return send(response, answer.status, undefined, '');
  send(response, answer.status, 'application/json', JSON.stringify(answer.body));
}

async function page(root: string, visited: Visited, response: ServerResponse): Promise<void> {
  const template = await readFile(join(root, visited.desk.release, 'index.html'), 'utf8');
  response.setHeader('content-security-policy', policyFor(visited.watching));
  send(response, 200, 'text/html; charset=utf-8', pageFor(visited.desk, template, visited));
}

async function asset(root: string, path: string, response: ServerResponse): Promise<void> {
  // `normalize` of an absolute path cannot climb above it, so what is read stays under the release's folder.
  const file = join(root, normalize(path));
  const bytes = await readFile(file).catch(() => undefined); // A missing file is a 404, whatever the reason.
  if (!bytes) return send(response, 404, 'text/plain', 'No such file');
  send(response, 200, types[extname(file)] ?? 'application/octet-stream', bytes);
}

/** A body that is not JSON, or too large, is read as nothing: the call's own checks then refuse it. */
async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes <= maxBodyBytes) chunks.push(chunk);
  }
  if (bytes === 0 || bytes > maxBodyBytes) return undefined;
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined;
  }
}

function send(response: ServerResponse, status: number, type: string | undefined, body: string | Buffer): void {
  if (type) response.setHeader('content-type', type);
  response.setHeader('cache-control', 'no-cache');
  response.setHeader('x-content-type-options', 'nosniff');
  response.writeHead(status);
  response.end(body);
}

function listening(server: Server, port: number, host: string): Promise<void> {
  return new Promise((done, failed) => {
    server.once('error', failed);
    server.listen(port, host, () => {
      server.removeListener('error', failed);
      done();
    });
  });
}
