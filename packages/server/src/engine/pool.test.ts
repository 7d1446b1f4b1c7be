import { expect, test } from 'vitest';
import { createPool, type EngineSession, PoolFull } from './pool.ts';

const bounds = { maxWaiting: 4, maxWaitingOfAll: 6, maxHeld: 2 };

/** Three sessions that answer nothing: what runs on them ends when it is told to. */
function open() {
  const closed: number[] = [];
  const sessions = [1, 2, 3].map((number) => ({ close: () => closed.push(number) }) as unknown as EngineSession);
  const pool = createPool(sessions, bounds);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  function ask(asker: string, signal?: AbortSignal): Promise<string> {
    return pool.use(
      asker,
      () => {
        begun.push(asker);
        return new Promise((resolve) => ends.push(() => resolve(asker)));
      },
      signal,
    );
  }
  /** Ends what has run longest. */
  async function end(): Promise<void> {
    ends.shift()?.();
    // A session is handed on in a few turns of promises.
    await new Promise(setImmediate);
  }
  return { pool, begun, ask, end, closed };
}

test('E65: one who asks much never holds every session, and whoever holds fewest is next', async () => {
  const { begun, ask, end } = open();
  const asked = ['a', 'a', 'a', 'a', 'a', 'b', 'b', 'c'].map((asker) => ask(asker));
  await new Promise(setImmediate);
  expect(begun).toEqual(['a', 'a', 'b']);
  for (let left = asked.length; left > 0; left -= 1) await end();
  // `c` came last, and waited for one question of somebody else; `b` for its own.
  expect(begun).toEqual(['a', 'a', 'b', 'c', 'a', 'b', 'a', 'a']);
  await Promise.all(asked);
});

test('E65: a queue is bounded for each asker, and when all of them are full whoever has most gives way', async () => {
  const { begun, ask, end } = open();
  const [a, b, c] = ['a', 'b', 'c'].map((asker, at) => Array.from({ length: [7, 3, 1][at] ?? 0 }, () => ask(asker)));
  const all = Promise.allSettled([...(a ?? []), ...(b ?? []), ...(c ?? [])]);
  for (let left = 9; left > 0; left -= 1) {
    await new Promise(setImmediate);
    await end();
  }
  const outcomes = (await all).map((one) => (one.status === 'fulfilled' ? one.value : one.reason.constructor.name));
  // Two of `a` run and four wait; its seventh is refused. Then two of `b` fill the queue, and `c` takes the last place of `a`.
  expect(outcomes.slice(0, 7)).toEqual([...Array(5).fill('a'), PoolFull.name, PoolFull.name]);
  expect(outcomes.slice(7)).toEqual(['b', 'b', 'b', 'c']);
  expect(begun).toHaveLength(9);
});

test('who leaves the queue has no turn, and takes nobody’s', async () => {
  const { pool, begun, ask, end, closed } = open();
  const left = new AbortController();
  const asked = [ask('a'), ask('a'), ask('a', left.signal), ask('a')];
  const all = Promise.allSettled(asked);
  left.abort(new Error('left'));
  await end();
  await end();
  await end();
  expect((await all).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(begun).toHaveLength(3);
  await pool.stop();
  expect(closed).toEqual([1, 2, 3]);
});
