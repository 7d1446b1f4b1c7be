import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';
import type { Entry } from '../../journal/index.ts';
import { createReceiver, type Receiver, type ReceiverParts } from '../index.ts';

/** Two keys of one project, of which one does not count any more. */
export const key = `sgk_${'a'.repeat(32)}`;
export const revoked = `sgk_${'b'.repeat(32)}`;
export const project = 'p_abcdefabcdef';
export const keys: ReceiverParts['keys'] = {
  find: (given) =>
    given === key ? { project, revoked: false } : given === revoked ? { project, revoked: true } : undefined,
};
export const now = Date.UTC(2026, 10, 21, 12);

interface Door {
  handles(url: string | undefined): boolean;
  handle(request: IncomingMessage, response: ServerResponse): void;
}

export interface Served {
  origin: string;
  port: number;
}

/** Serves doors on real ports for the tests of one file, each until the end of its test. To be called where the file begins. */
export function createServing(): (door: Door) => Promise<Served> {
  const stops: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
  });
  return async (door) => {
    const server = createServer((request, response) => {
      if (door.handles(request.url)) door.handle(request, response);
      else response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    stops.push(() => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    });
    const { port } = server.address() as AddressInfo; // listens on a port, as just asked
    return { port, origin: `http://127.0.0.1:${port}` };
  };
}

/** A receiver with a journal that remembers; `counted`: each outcome, with the project where it is known. */
export function createRemembering(more: Partial<ReceiverParts> = {}): {
  receiver: Receiver;
  entries: Entry[];
  counted: string[];
} {
  const entries: Entry[] = [];
  const counted: string[] = [];
  const receiver = createReceiver({
    keys,
    journal: { append: async (entry) => entries.push(entry) },
    hub: { watched: () => true },
    outcomes: {
      count: (whose, door, outcome, items) => counted.push(`${whose} ${door} ${outcome} ${items}`.trimStart()),
    },
    backfill: async (token) => token === 'admin',
    now: () => now,
    ...more,
  });
  return { receiver, entries, counted };
}
