import { join } from 'node:path';
import { createCatalog, createColumns, createFileSegments, migrate } from '@sightglass/store';
import { SightglassError } from '@sightglass/wire';
import type { FastifyInstance } from 'fastify';
import { answerAccounts } from './accounts/answers.ts';
import { createAttempts } from './accounts/attempts.ts';
import { startWithOwner } from './accounts/owner.ts';
import { createPasswords } from './accounts/password.ts';
import { answerKeys } from './administration/keys.ts';
import { answerMembers } from './administration/members.ts';
import { answerProjects } from './administration/projects.ts';
import { answerSample } from './administration/sample.ts';
import { answerTestSession } from './administration/test-session.ts';
import type { Handlers } from './answer/handlers.ts';
import { answerMeasured } from './answer/measured.ts';
import { answerSpecification } from './answer/specification.ts';
import { startEngine } from './engine/index.ts';
import { answerLive } from './live/answers.ts';
import { createHub } from './live/hub.ts';
import { createApp } from './serve/app.ts';
import type { Wishes } from './start/environment.ts';
import { startExample } from './start/example.ts';
import { lockFolder } from './start/lock.ts';
import { createLog } from './start/log.ts';
import { chooseSocket } from './start/socket.ts';

export interface Sightglass {
  /** Where the dashboard, the API and the intake are. */
  origin: string;
  /** null when there is an owner. */
  setupUrl: string | null;
  /** Where the example application is; undefined: not wanted, or not able to start. */
  demoOrigin: string | undefined;
  /** In order: no new work, what is in flight answered, everything acknowledged safe, children gone. */
  stop(): Promise<void>;
}

const repository = new URL('../../../', import.meta.url).pathname;

/**
 * Puts the server together: the one place that makes the parts and hands them to each other.
 *
 * @param say - Takes a line for the operator, also long after the start.
 * @throws {SightglassError} of the section "Starting" in docs/errors.md
 */
export async function boot(wishes: Wishes, version: string, say: (line: string) => void): Promise<Sightglass> {
  const now = Date.now;
  const stops: (() => unknown)[] = [];
  const stop = async () => {
    for (const step of stops.splice(0).reverse()) await step();
  };

  try {
    const lock = lockFolder(wishes.data);
    stops.push(() => lock.release());
    const log = createLog(wishes);
    const catalog = await createCatalog(join(wishes.data, 'catalog.sqlite'), now);
    stops.push(() => catalog.stop());
    await catalog.tokens.setBootstrap(wishes.bootstrapToken);
    await catalog.tokens.dropPassing();

    const socket = chooseSocket(wishes.data);
    stops.push(() => socket.remove());
    const engine = startEngine({ dataDir: join(wishes.data, 'engine'), socketPath: socket.path, log });
    stops.push(() => engine.stop());
    const columns = createColumns({ socketPath: socket.path });
    stops.push(() => columns.stop());
    const segments = createFileSegments(join(wishes.data, 'segments'));
    stops.push(() => segments.stop());

    const passwords = await createPasswords();
    const setup = await startWithOwner(catalog, passwords, wishes.owner);
    const hub = createHub();
    let origin = '';

    const handlers = {
      ...answerAccounts({ catalog, passwords, attempts: createAttempts(now), setup, version }),
      ...answerProjects(catalog),
      ...answerKeys(catalog),
      ...answerMembers(catalog),
      ...answerSample(catalog, columns, segments),
      ...answerTestSession(catalog, () => origin, now),
      ...answerMeasured(columns, segments, log),
      ...answerSpecification(catalog, columns),
      ...answerLive(catalog, hub),
    };

    const app = await createApp({
      catalog,
      handlers: handlers as Handlers,
      condition: { ready: () => columns.ping(), metrics: async () => [] },
      folders: { dashboard: join(repository, 'packages/web/dist'), sdk: join(repository, 'packages/capture/dist') },
      receive: () => false,
      log,
      version,
      trustProxy: wishes.trustProxy,
    });
    origin = await listen(app, wishes);
    stops.push(() => app.close());
    stops.push(() => hub.stop());
    await engine.ready;
    await migrate(columns);
    const example = wishes.demo
      ? await startExample({
          catalog,
          folder: join(repository, 'demo'),
          origin,
          port: Number(new URL(origin).port) + 1,
          host: wishes.host,
          now,
          say,
          log,
        })
      : undefined;
    stops.push(() => example?.stop());

    const setupUrl = setup === null ? null : `${origin}/setup#${setup.secret}`;
    return { origin, setupUrl, demoOrigin: example?.origin, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** @throws {SightglassError} `port_taken` */
async function listen(app: FastifyInstance, { port, host }: Wishes): Promise<string> {
  try {
    await app.listen({ port, host });
  } catch (cause) {
    await app.close();
    if ((cause as { code?: string }).code !== 'EADDRINUSE') throw cause; // errors of Node's network carry one
    throw new SightglassError('port_taken', `Port ${port} on ${host} is taken`, { cause });
  }
  const address = app.server.address();
  const actual = typeof address === 'object' && address !== null ? address.port : port;
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${shown}:${actual}`;
}
