import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** Asks a door of the API; with a body it posts. */
export type Ask = (path: string, body?: object) => Promise<Record<string, unknown>>;

/** The whole product in processes of its own, over a folder that goes with it. */
export interface Served {
  origin: string;
  data: string;
  pid: number | undefined;
  ask: Ask;
  stop(): Promise<void>;
}

/** @param port - This one and the next must be free. */
export async function serve(port: number): Promise<Served> {
  const data = await mkdtemp(join(tmpdir(), 'sg-served-'));
  const token = `sgt_${randomBytes(24).toString('hex')}`;
  const server = fork(fileURLToPath(new URL('../packages/server/src/main.ts', import.meta.url)), [], {
    env: { ...process.env, PORT: String(port), SIGHTGLASS_DATA: data, SIGHTGLASS_BOOTSTRAP_TOKEN: token },
    // As scripts/start.mjs starts it.
    execArgv: ['--max-semi-space-size=4'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const gone = once(server, 'exit');
  const stop = async (): Promise<void> => {
    server.kill('SIGTERM');
    await gone;
    await rm(data, { recursive: true, force: true });
  };
  const ended = gone.then(([code]) => Promise.reject(new Error(`The server ended with ${code} instead of starting`)));
  try {
    const [message] = (await Promise.race([once(server, 'message'), ended])) as [{ origin: string }]; // what main.ts sends when it is ready
    ended.catch(() => undefined);
    return { origin: message.origin, data, pid: server.pid, ask: askWith(message.origin, token), stop };
  } catch (error) {
    await rm(data, { recursive: true, force: true });
    throw error;
  }
}

function askWith(origin: string, token: string): Ask {
  return async (path, body) => {
    const response = await fetch(`${origin}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Record<string, unknown>;
  };
}

/** Until the sample project has stopped growing. @returns its id; undefined where there is none */
export async function samplesStored(ask: Ask): Promise<string | undefined> {
  const { projects } = (await ask('/api/v1/projects')) as { projects: { id: string }[] };
  const sample = projects[0];
  if (sample === undefined) return undefined;
  let before = -1;
  for (let calm = 0; calm < 5; ) {
    const { total } = (await ask(`/api/v1/projects/${sample.id}/sessions?${lastDays(30)}&limit=1`)) as {
      total: number;
    };
    calm = total > 0 && total === before ? calm + 1 : 0;
    before = total;
    await after(1_000);
  }
  return sample.id;
}

export function lastDays(days: number): string {
  return `from=${Date.now() - days * 86_400_000}&until=${Date.now() + 60_000}`;
}
