import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Doors, openDoors } from './doors.ts';
import { reservePorts } from './ports.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** A server that runs, and its API with the owner's token. */
export interface Running extends Doors {
  origin: string;
  /** Of the example application, where it was asked for. */
  demoOrigin: string;
  /** An owner's API token: `authorization: Bearer …`. */
  bootstrapToken: string;
  /** null when an owner was given. */
  setupUrl: string | null;
  data: string;
  /** The server's process, for tests that harm it. */
  child: ChildProcess;
  /** What it said in the terminal so far. */
  said(): string;
  /** Ends it in order (SIGTERM), and deletes the data folder unless it was given. */
  stop(): Promise<void>;
}

/**
 * Starts the real `main.ts` as a process of its own on a free port with an empty data folder, and waits until it is ready.
 *
 * @throws when it ends before it is ready, with its own words.
 */
export async function startSightglass(
  options: {
    /** With the example application: with its sample project, as whoever starts it has it; or `unfed`, in a project without a visit. */
    demo?: boolean | 'unfed';
    /** Default: any free one, with the next one free where the example application is to have it. */
    port?: number;
    /** Kept after the end. */
    data?: string;
    owner?: { email: string; password: string };
    environment?: Record<string, string>;
  } = {},
): Promise<Running> {
  const data = options.data ?? mkdtempSync(join(tmpdir(), 'sg-'));
  const bootstrapToken = 'bootstrap-token-of-a-test';
  const reserved = options.demo === true ? await reservePorts() : undefined;
  const port = options.port ?? reserved?.port ?? 0;
  const child = fork(join(root, 'packages/server/src/main.ts'), options.demo === true ? [] : ['--no-demo'], {
    execPath: join(root, 'node_modules/.bin/node'),
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      SIGHTGLASS_DATA: data,
      SIGHTGLASS_BOOTSTRAP_TOKEN: bootstrapToken,
      SIGHTGLASS_OWNER_EMAIL: options.owner?.email ?? '',
      SIGHTGLASS_OWNER_PASSWORD: options.owner?.password ?? '',
      ...options.environment,
    },
  });
  let said = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });

  const { origin, setupUrl } = await new Promise<{ origin: string; setupUrl: string | null }>((resolve, reject) => {
    child.on('message', (message: { type?: string; origin: string; setupUrl: string | null }) => {
      if (message.type === 'ready') resolve(message);
    });
    child.once('close', (code) => reject(new Error(`Sightglass ended with ${code} before it was ready: ${said}`)));
  });

  const doors = openDoors(origin, bootstrapToken);
  const demo = options.demo === 'unfed' ? await startUnfed(origin, doors) : undefined;
  return {
    ...doors,
    origin,
    demoOrigin: demo?.origin ?? `http://127.0.0.1:${port + 1}`,
    bootstrapToken,
    setupUrl,
    data,
    child,
    said: () => said,
    async stop() {
      await demo?.stop();
      if (child.exitCode === null && child.signalCode === null) {
        const closed = once(child, 'close');
        child.kill('SIGTERM');
        await closed;
      }
      reserved?.release();
      if (options.data === undefined) rmSync(data, { recursive: true, force: true });
    },
  };
}

/** The example application, watched for a project of its own. */
async function startUnfed(origin: string, doors: Doors): Promise<Pick<Running, 'origin' | 'stop'>> {
  const { clientKey } = await doors.makeProject('Parts Desk');
  const { port, release } = await reservePorts();
  const child = fork(join(root, 'demo/server/main.ts'), [], {
    execPath: join(root, 'node_modules/.bin/node'),
    execArgv: [],
    env: { ...process.env, PORT: String(port), SIGHTGLASS_ORIGIN: origin, SIGHTGLASS_KEY: clientKey, DEMO_HINTS: '1' },
  });
  await once(child, 'message');
  return {
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      const closed = once(child, 'close');
      if (child.kill('SIGTERM')) await closed;
      release();
    },
  };
}
