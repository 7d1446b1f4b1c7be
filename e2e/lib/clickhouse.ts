import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEngine } from '../../packages/server/src/engine/index.ts';
import { reservePorts } from './ports.ts';

/**
 * ClickHouse as a server on a port, with a user and a password: no machine of ours can have its own server, so it is its engine in a process
 * apart (chDB), behind what answers as that server does where they differ.
 */
export interface ClickHouse {
  /** As `SIGHTGLASS_CLICKHOUSE` takes it. */
  address(password?: string): string;
  /** Nobody listens until `come`. */
  go(): Promise<void>;
  come(): Promise<void>;
  stop(): Promise<void>;
}

const user = 'sightglass';
const secret = 'a password & more';
/** `http_max_uri_size`, unless a server is told more. */
const maxUriBytes = 1_048_576;
const silent = { info: () => undefined, warn: () => undefined };

export async function startClickHouse(): Promise<ClickHouse> {
  const folder = mkdtempSync(join(tmpdir(), 'sg-ch-'));
  const socketPath = join(folder, 's');
  const engine = startEngine({ dataDir: join(folder, 'engine'), socketPath, log: silent });
  await engine.ready;
  let server: Server | undefined;
  // Gone and come again it is where it was, and nobody else is there meanwhile.
  const { port, release } = await reservePorts();

  async function come(): Promise<void> {
    server = createServer({ maxHeaderSize: 4 * maxUriBytes }, (asked, answer) => {
      const refuse = (code: number, status: number, why: string): void => {
        answer.writeHead(status, { 'x-clickhouse-exception-code': String(code) });
        answer.end(`Code: ${code}. DB::Exception: ${why}`);
      };
      const basic = `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`;
      if (asked.url !== '/ping' && asked.headers.authorization !== basic)
        return refuse(516, 403, `${user}: Authentication failed: password is incorrect. (AUTHENTICATION_FAILED)`);
      if ((asked.url ?? '').length > maxUriBytes) return refuse(1000, 400, 'URI Too Long. (POCO_EXCEPTION)');
      const { method, url, headers } = asked;
      const through = request({ socketPath, method, path: url, headers }, (back) => {
        answer.writeHead(back.statusCode ?? 500, back.headers);
        back.pipe(answer);
      });
      through.on('error', () => answer.destroy());
      answer.on('close', () => through.destroy());
      asked.pipe(through);
    });
    // As long as that server's `keep_alive_timeout`: Node's own five seconds may pass while a test makes its rows, and who asks next is cut off.
    server.keepAliveTimeout = 30_000;
    await new Promise<void>((resolve) => server?.listen(port, '127.0.0.1', resolve));
  }

  async function go(): Promise<void> {
    const closed = new Promise((resolve) => server?.close(resolve));
    server?.closeAllConnections();
    await closed;
  }

  await come();
  return {
    address: (password = secret) => `http://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/default`,
    go,
    come,
    async stop() {
      await go();
      release();
      await engine.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
