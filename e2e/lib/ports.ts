import { createServer, type Server } from 'node:net';

/** Two ports beside each other for one that starts, and only then listens. */
export interface ReservedPorts {
  /** This one and the next. */
  port: number;
  release(): void;
}

/**
 * They lie below those that the system gives to whoever wants any. Other tests look for some at the same time: who holds the port before
 * the two has them, until it lets go or ends.
 */
export async function reservePorts(): Promise<ReservedPorts> {
  for (let before = 20_000; before < 32_000; before += 3) {
    const held = await listenOn(before);
    if (!held) continue;
    const port = before + 1;
    if ((await isFree(port)) && (await isFree(port + 1))) return { port, release: () => void held.close() };
    held.close();
  }
  throw new Error('No two ports beside each other are free.');
}

async function isFree(port: number): Promise<boolean> {
  const server = await listenOn(port);
  if (server) await new Promise((closed) => server.close(closed));
  return server !== undefined;
}

/** `undefined` where somebody else listens. */
function listenOn(port: number): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer().unref();
    server.once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}
