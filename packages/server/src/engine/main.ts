/**
 * The engine's process, and the only file that imports chDB: ClickHouse's HTTP interface on a unix socket. It lives as long
 * as its parent's IPC channel. Signals from the terminal are left to the parent, which stops it when nobody needs it any more.
 */
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { Session } from 'chdb';
import { createDialect } from './dialect.ts';
import type { EngineOptions, FromEngine, ToEngine } from './messages.ts';
import { createPool, type EngineSession } from './pool.ts';
import { createPulse } from './pulse.ts';
import { engineConfig, engineLimits } from './settings.ts';

/** So many statements of one asker wait at most, and of all of them together; past it the caller hears 503. */
const waiting = { maxWaiting: 64, maxWaitingOfAll: 256 };
/** Long lists of ids come in the URL, and Node counts it as a header. */
const maxHeaderBytes = 4 * 1024 * 1024;

/** Empty, the engine occupies about 310 MB, of which 220 are the mapped library. */
const tidyAboveBytes = 420_000_000;
const tidyEachMs = 10_000;

process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
process.on('disconnect', die);
process.umask(0o077);

const options: EngineOptions = JSON.parse(process.argv[2] ?? '{}');
start(options).catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error);
  tell({ tell: 'failed', message }, () => process.exit(1));
});

async function start(given: EngineOptions): Promise<void> {
  const limits = engineLimits(given.memoryBytes, given.cores);
  mkdirSync(given.dataDir, { recursive: true });
  const config = join(given.dataDir, 'config.xml');
  writeFileSync(config, engineConfig(limits));
  const open = (): EngineSession =>
    new Session(join(given.dataDir, 'columns'), {
      connectionArgs: [`--config-file=${config}`, '--async_insert=0', '--log_queries=0'],
    });
  const control = createPool([open()], { ...waiting, maxHeld: 1 });
  const writer = createPool([open()], { ...waiting, maxHeld: 1 });
  // One more than a single asker can hold: somebody else's question finds it free.
  const readers = createPool(Array.from({ length: limits.cores + 2 }, open), { ...waiting, maxHeld: limits.cores + 1 });
  const query = (sql: string): Promise<string> =>
    control.use('', async (session) =>
      Buffer.from((await session.queryAsync(sql, { format: 'TSV' })).bytes()).toString('utf8'),
    );

  const pulse = createPulse({ probe, cpuMs, now: () => performance.now() });
  let tidiedAt = Number.NEGATIVE_INFINITY;
  const tableFunctions = new Set((await query('SELECT lower(name) FROM system.table_functions')).trim().split('\n'));
  const server = createServer(
    { maxHeaderSize: maxHeaderBytes, requestTimeout: 0, keepAliveTimeout: 60_000 },
    createDialect({ readers, writer, pulse, kill, tableFunctions, limits }),
  );
  await listen(server, given.socketPath);

  process.on('message', (message: ToEngine) => {
    if (message.tell === 'stop') stop();
    else answerPing(message.number);
  });
  tell({ tell: 'ready' });

  /** At once: the loop's turn says that the process lives, the pulse what the engine behind it does. */
  function answerPing(number: number): void {
    const rss = process.memoryUsage.rss();
    tell({ tell: 'pong', number, rss, hangs: pulse.hangs() });
    giveBack(rss);
  }

  async function probe(): Promise<void> {
    try {
      await query('SELECT 1');
    } catch (error) {
      // Out of memory for a moment is an answer too; after a fatal error the engine only ever refuses (236, ABORTED).
      if (error instanceof Error && /Code: 236\b/.test(error.message)) die();
    }
  }

  /** The engine's allocator keeps freed pages for reuse; an engine that has grown hands them back now and then. */
  async function giveBack(rss: number): Promise<void> {
    if (rss < tidyAboveBytes || performance.now() - tidiedAt < tidyEachMs) return;
    tidiedAt = performance.now();
    // Only a courtesy: an engine too busy for it is asked again.
    await query('SYSTEM JEMALLOC PURGE').catch(() => undefined);
  }

  // KILL … SYNC never comes back in chDB.
  async function kill(mark: string): Promise<void> {
    await query(`KILL QUERY WHERE Settings['log_comment'] = '${mark}' ASYNC`);
  }

  async function stop(): Promise<void> {
    server.close();
    server.closeIdleConnections();
    await Promise.all([readers.stop(), writer.stop()]);
    await control.stop();
    die();
  }
}

async function listen(server: Server, socketPath: string): Promise<void> {
  // Left by an engine that was killed; the lock of the data folder already says that no other engine serves this one.
  rmSync(socketPath, { force: true });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(socketPath, resolve));
  chmodSync(socketPath, 0o600);
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

function tell(message: FromEngine, then: () => void = () => undefined): void {
  if (process.connected) process.send?.(message, then);
}

/** At once and without chDB's exit handlers, which wait for queries, and now and then for ever. What an insert had begun is whole or absent. */
function die(): void {
  process.kill(process.pid, 'SIGKILL');
}
