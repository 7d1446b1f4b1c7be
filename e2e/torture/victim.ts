import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The real server with its children, made to be killed. */
export interface Victim {
  origin: string;
  /** Resolves when it says that it is ready. @throws when it ends before, with what it said */
  start(): Promise<void>;
  pid(): number | undefined;
  /** A child of the server by what it runs: `engine` or `digest`; undefined while there is none. */
  childPid(which: 'engine' | 'digest'): number | undefined;
  /** Kills the server alone and waits until it is gone; what it leaves behind ends by itself. */
  kill(): Promise<void>;
  /** As the operator does. @returns milliseconds until it was gone */
  stop(): Promise<number>;
}

export const token = 'torture-token-0123456789abcdef0123456789';
const main = fileURLToPath(new URL('../../packages/server/src/main.ts', import.meta.url));
const readyWithinMs = 60_000;

export function createVictim(data: string, port: number): Victim {
  let server: ChildProcess | undefined;
  const env = {
    ...process.env,
    PORT: String(port),
    HOST: '127.0.0.1',
    SIGHTGLASS_DATA: data,
    SIGHTGLASS_BOOTSTRAP_TOKEN: token,
    SIGHTGLASS_OWNER_EMAIL: 'torture@example.org',
    SIGHTGLASS_OWNER_PASSWORD: 'a-long-enough-password',
  };

  function ended(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
    return new Promise((resolve) => child.once('exit', () => resolve()));
  }

  return {
    origin: `http://127.0.0.1:${port}`,
    start() {
      const child = fork(main, ['--no-demo'], { env, execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
      server = child;
      let said = '';
      child.stderr?.setEncoding('utf8').on('data', (text: string) => {
        said = (said + text).slice(-4_000);
      });
      return new Promise((resolve, reject) => {
        const late = setTimeout(() => reject(new Error(`not ready after ${readyWithinMs} ms: ${said}`)), readyWithinMs);
        child.once('message', () => {
          clearTimeout(late);
          resolve();
        });
        child.once('exit', (code, signal) => {
          clearTimeout(late);
          // One that we killed while it started is no failure.
          if (signal === 'SIGKILL') resolve();
          else reject(new Error(`the server ended with ${signal ?? code} before it was ready: ${said}`));
        });
      });
    },
    pid: () => server?.pid,
    childPid: (which) => (server?.pid === undefined ? undefined : findChild(server.pid, `${which}/main.ts`)),
    async kill() {
      if (server === undefined) return;
      server.kill('SIGKILL');
      await ended(server);
    },
    async stop() {
      if (server === undefined) return 0;
      const begun = performance.now();
      server.kill('SIGTERM');
      await ended(server);
      return Math.round(performance.now() - begun);
    },
  };
}

/** Linux tells a process's children and their command lines as files; both may be gone while they are read. */
function findChild(parent: number, running: string): number | undefined {
  try {
    const children = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').split(' ').filter(Boolean);
    return children.map(Number).find((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes(running));
  } catch {
    return undefined;
  }
}
