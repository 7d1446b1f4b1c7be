import { once } from 'node:events';
import { createServer } from 'node:net';
import { forked } from '../forked.ts';

export interface Demo {
  origin: string;
  stop(): Promise<void>;
}

/** What the example application is told through its environment. */
export interface DemoOptions {
  script: string;
  port: number;
  host: string;
  watchedBy: { origin: string; key: string };
}

/** After this long the child is killed: it keeps nothing that could be lost. */
const stopWithinMs = 2_000;

/**
 * Starts the example application as a child process.
 *
 * @throws {Error} with one sentence for the operator when it cannot start; Sightglass itself goes on without it.
 */
export async function startDemo({ script, port, host, watchedBy }: DemoOptions): Promise<Demo> {
  if (!(await isFree(port, host)))
    throw new Error(`Port ${port} is taken, so the example application is left out; set PORT to have both elsewhere.`);
  const child = forked(script, [], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: {
      ...process.env,
      PORT: String(port),
      HOST: host,
      SIGHTGLASS_ORIGIN: watchedBy.origin,
      SIGHTGLASS_KEY: watchedBy.key,
      DEMO_HINTS: '1',
      // The owner's own secrets are none of the example's business.
      SIGHTGLASS_OWNER_PASSWORD: '',
      SIGHTGLASS_BOOTSTRAP_TOKEN: '',
    },
  });
  let lastWords = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    lastWords = `${lastWords}${chunk}`.slice(-2_000);
  });
  await new Promise<void>((resolve, reject) => {
    child.on('message', (message) => message === 'ready' && resolve());
    child.on('error', reject);
    child.once('exit', (code) =>
      reject(new Error(`The example application ended with ${code} instead of starting: ${lastWords.trim()}`)),
    );
  });
  return {
    origin: `http://${host}:${port}`,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), stopWithinMs);
      await gone;
      clearTimeout(timer);
    },
  };
}

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
}
