import type { Readable } from 'node:stream';
import { type LiveMessage, limits } from '@sightglass/wire';
import { afterEach, expect, test, vi } from 'vitest';
import { createHub } from './hub.ts';

const hub = createHub(() => 7);
afterEach(() => hub.stop());

const stored: LiveMessage = { type: 'stored', at: 1, sessions: ['s-1'] };
const yes = async () => true;

function textOf(stream: Readable): () => string {
  let text = '';
  stream.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  return () => text;
}
const ended = (stream: Readable) => new Promise<void>((resolve) => stream.once('close', resolve));

test('a message reaches those who watch its project, and nobody else', async () => {
  const mine = textOf(hub.watch('p_mine', yes));
  const other = textOf(hub.watch('p_other', yes));
  hub.publish('p_mine', stored);
  await expect.poll(mine).toContain(`event: stored\ndata: ${JSON.stringify(stored)}\n\n`);
  expect(other()).not.toContain('stored');
});

test('a project is watched exactly while somebody reads', async () => {
  expect(hub.watched('p_mine')).toBe(false);
  const stream = hub.watch('p_mine', yes);
  stream.resume();
  expect(hub.watched('p_mine')).toBe(true);
  stream.destroy();
  await ended(stream);
  expect(hub.watched('p_mine')).toBe(false);
  expect(hub.watchers()).toBe(0);
});

test('who opens a stream is told for how long nothing was stored of the project', async () => {
  let ticks = 1_000;
  const own = createHub(
    () => 7,
    () => ticks,
  );
  ticks = 5_000;
  own.publish('p_mine', stored);
  ticks = 5_300;
  const quietOf = (project: string) => textOf(own.watch(project, yes));
  const [mine, other] = [quietOf('p_mine'), quietOf('p_other')];
  await expect.poll(mine).toContain('{"type":"here","at":7,"quietMs":300}');
  await expect.poll(other).toContain('{"type":"here","at":7,"quietMs":4300}');
  own.stop();
});

test('a quiet stream says that it is there, so that its reader can tell silence from a dead line', () => {
  vi.useFakeTimers();
  const text = textOf(hub.watch('p_mine', yes));
  vi.advanceTimersByTime(limits.liveSignMs);
  vi.useRealTimers();
  return expect.poll(text).toContain('event: here\ndata: {"type":"here","at":7}\n\n');
});

test('who loses access is let go within a second', async () => {
  vi.useFakeTimers();
  let may = true;
  const stream = hub.watch('p_mine', async () => may);
  stream.resume();
  const closed = ended(stream);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(hub.watched('p_mine')).toBe(true);
  may = false;
  await vi.advanceTimersByTimeAsync(1_000);
  vi.useRealTimers();
  await closed;
  expect(hub.watched('p_mine')).toBe(false);
});

test('a reader that does not keep up is let go, and costs a bounded amount of memory', async () => {
  const stream = hub.watch('p_mine', yes);
  const many: LiveMessage = { ...stored, sessions: Array.from({ length: 1_000 }, (_, index) => `session-${index}`) };
  let most = 0;
  for (let times = 0; times < 200 && !stream.destroyed; times += 1) {
    hub.publish('p_mine', many);
    most = Math.max(most, stream.readableLength);
  }
  expect(stream.destroyed).toBe(true);
  expect(most).toBeLessThan(2 * 1024 * 1024);
});
