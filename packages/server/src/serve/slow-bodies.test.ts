import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hurry } from './slow-bodies.ts';

let server: Server;
beforeAll(async () => {
  server = createServer((incoming, response) => {
    hurry(incoming, response, 30);
    text(incoming).then(
      (body) => response.end(body),
      () => undefined, // it was ended
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => server.close());

function begin(method: string, path: string) {
  const { port } = server.address() as AddressInfo; // it listens on a port
  const sending = request({ port, host: '127.0.0.1', method, path, headers: { 'content-length': 4 } });
  sending.write('ab');
  return { sending, answer: once(sending, 'response') as Promise<[IncomingMessage]> };
}

test('a file of a release may take its time, and everything else is ended', async () => {
  const file = begin('PUT', '/api/v1/projects/p_1/releases/1.0%2F2/files?path=assets%2Fapp.js');
  const [late] = await begin('POST', '/api/v1/projects/p_1/releases/1.0%2F2/finish').answer;
  expect(late.statusCode).toBe(408);
  // By now the file's time would have been over, too.
  file.sending.end('cd');
  const [taken] = await file.answer;
  expect([taken.statusCode, await text(taken)]).toEqual([200, 'abcd']);
});
