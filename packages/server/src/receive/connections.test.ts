import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { batch, createOpening } from './testing/doors.ts';
import { key, project } from './testing/on-a-port.ts';

const open = createOpening();

/** A client that speaks by hand: sends this, and resolves with what it heard until the end, or until it stops listening. */
function speak(port: number, text: string, more?: (hear: (text: string) => void) => void): Promise<string> {
  return new Promise((resolve) => {
    let heard = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.setEncoding('utf8').on('data', (some: string) => {
      heard += some;
    });
    socket.on('close', () => resolve(heard)).on('error', () => resolve(heard));
    more?.((some) => socket.write(some));
  });
}
const head = (length: number) =>
  `POST /v1/records?key=${key} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;

/** Sends this, and leaves the rest to come. Resolves once it is on its way: what is sent from then on comes after it. */
async function begin(port: number, text: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await new Promise((sent) => socket.write(text, sent));
  return socket;
}

test('T30: who sends too slowly hears it and is let go', async () => {
  const { port, entries } = await open({ bodyTimeoutMs: 50 });
  expect(await speak(port, `${head(1_000)}{"v":1`)).toMatch(/^HTTP\/1\.1 408 .*body_timeout/s);
  expect(entries).toEqual([]);
});

test('T28: who breaks off is counted, and nothing is stored', async () => {
  const { port, entries, counted } = await open();
  await new Promise<void>((resolve) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`${head(1_000_000)}${'x'.repeat(10_000)}`, () => {
        socket.destroy();
        resolve();
      }),
    );
  });
  await expect.poll(() => counted).toEqual([`${project} records aborted 1`]);
  expect(entries).toEqual([]);
});

test('T32: what a page sent whole as it closed is kept, though nobody waits for the answer', async () => {
  const { port, entries } = await open();
  const body = batch();
  const socket = connect(port, '127.0.0.1', () =>
    socket.write(head(Buffer.byteLength(body)) + body, () => socket.destroy()),
  );
  await expect.poll(() => entries.map((entry) => entry.body.toString())).toEqual([body]);
});

test('T31: a request that two servers could read in two ways is refused', async () => {
  const { port, entries } = await open();
  const both = head(5).replace('\r\n\r\n', '\r\ntransfer-encoding: chunked\r\n\r\n');
  expect(await speak(port, `${both}0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400/);
  expect(entries).toEqual([]);
});

test('T33: several requests on one connection are each answered, in order', async () => {
  const { port } = await open();
  const body = batch();
  const one = head(Buffer.byteLength(body)) + body;
  const last = one.replace('host: x', 'host: x\r\nconnection: close');
  expect((await speak(port, one + one + last)).match(/HTTP\/1\.1 202/g)).toHaveLength(3);
});

test('K56: while it stops, a request half sent is told so, and a new one too', async () => {
  const { port, receiver, codeOf, entries } = await open();
  const half = speak(port, `${head(1_000)}{"v":1`);
  // Once the door listens to it, it hears of the stop.
  await expect.poll(() => codeOf(batch())).toBe('taken');
  await receiver.stop();
  expect(await half).toMatch(/^HTTP\/1\.1 503 .*stopping/s);
  expect(await codeOf(batch())).toBe('stopping');
  expect(entries).toHaveLength(1);
});

test('K57: bodies that are being read hold a bounded room together, and who comes when it is full comes again', async () => {
  const { codeOf, port, entries } = await open({ roomBytes: 100_000 });
  const half = await begin(port, `${head(200_000)}${'x'.repeat(90_000)}`);
  await expect.poll(() => codeOf(`${' '.repeat(20_000)}${batch()}`)).toBe('backlog');
  half.destroy();
  await expect.poll(() => codeOf(`${' '.repeat(20_000)}${batch()}`)).toBe('taken');
  expect(entries.length).toBeGreaterThan(0);
});

test('K57: whoever has most of that room gives way: what one project or somebody without a key lets wait keeps no other out', async () => {
  const keys = { find: (given: string) => ({ project: given, revoked: false }) };
  const { codeOf, send, port } = await open({ keys, roomBytes: 100_000 });
  const body = `${' '.repeat(20_000)}${batch()}`;
  const ask = (of: string) => codeOf(body, {}, `/v1/records?key=${of}`);
  // Its key may stand in the body alone.
  const unnamed = async () => (await send(body, {}, '/sentry-tunnel')).headers.get('x-sentry-error');
  const hold = async (path: string) => {
    const start = head(200_000).replace(`/v1/records?key=${key}`, path) + 'x'.repeat(90_000);
    const heard = once(await begin(port, start), 'data');
    return { told: heard.then(([bytes]) => String(bytes)) };
  };

  const loud = await hold('/v1/records?key=p_loud');
  await expect.poll(() => ask('p_loud')).toBe('backlog');
  expect([await ask('p_quiet'), await unnamed()]).toEqual(['taken', 'key_missing']);
  expect(await loud.told).toContain('backlog');
  expect(await ask('p_loud')).toBe('taken');

  const nobody = await hold('/sentry-tunnel');
  await expect.poll(unnamed).toBe('backlog');
  expect(await ask('p_quiet')).toBe('taken');
  expect(await nobody.told).toContain('backlog');
  expect(await unnamed()).toBe('key_missing');
});
