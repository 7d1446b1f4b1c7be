import { expect, test, vi } from 'vitest';
import { createTurns } from './turns.ts';

test('what fails is told and done again until it works, in its turn', async () => {
  const failures: unknown[] = [];
  const turns = createTurns(1, (error) => failures.push(error), 1);
  const done: string[] = [];
  let fails = 2;
  turns.alsoWant('shop', async () => {
    fails -= 1;
    if (fails >= 0) throw new Error('The engine is being restarted');
    done.push('maps');
  });
  turns.want('shop', async () => void done.push('look'));
  await turns.settled();
  expect(failures).toHaveLength(2);
  expect(done.toSorted()).toEqual(['look', 'maps']);
  await turns.stop();
});

test('whoever waits until something is done hears of its end, or that it is not done any more', async () => {
  const turns = createTurns(1, () => undefined, 1);
  let fails = 2;
  await turns.untilDone('shop', async () => {
    fails -= 1;
    if (fails >= 0) throw new Error('The engine is busy');
  });
  expect(fails).toBe(-1);
  const failing = () => Promise.reject(new Error('The engine is away'));
  const [left, stopped] = ['desk', 'shop'].map((project) =>
    turns.untilDone(project, failing).catch(({ code }) => code),
  );
  await turns.leave('desk');
  expect(await left).toBe('not_found');
  await turns.stop();
  expect(await stopped).toBe('stopping');
  await expect(turns.untilDone('shop', async () => undefined)).rejects.toMatchObject({ code: 'stopping' });
});

test('stopped, nothing that failed is begun again', async () => {
  let tries = 0;
  const told = Promise.withResolvers<void>();
  const turns = createTurns(1, () => told.resolve(), 1);
  turns.alsoWant('shop', async () => {
    tries += 1;
    throw new Error('The engine is away');
  });
  await told.promise;
  const settled = turns.settled();
  await turns.stop();
  await Promise.all([settled, turns.settled()]);
  expect(tries).toBe(1);
});

test('what fails of a project that is left meanwhile is neither told nor tried again', async () => {
  const failures: unknown[] = [];
  const turns = createTurns(1, (error) => failures.push(error), 1);
  const begun = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  let tries = 0;
  turns.alsoWant('shop', () => {
    tries += 1;
    begun.resolve();
    return held.promise;
  });
  await begun.promise;
  const left = turns.leave('shop');
  held.reject(new Error('There is no such project'));
  await left;
  await turns.settled();
  expect([tries, failures]).toEqual([1, []]);
  await turns.stop();
});

test('what goes on failing is tried ever more seldom, once a minute at least, and at once when it is wanted again', async () => {
  vi.useFakeTimers();
  const failedAt: number[] = [];
  const turns = createTurns(300, () => failedAt.push(Date.now()), 2_000);
  let away = true;
  let looks = 0;
  const look = async () => {
    if (away) throw new Error('The engine is away');
    looks += 1;
  };
  const began = Date.now();
  turns.want('shop', look);
  await vi.advanceTimersByTimeAsync(12 * 3_600_000);
  const gaps = failedAt.map((at, index) => at - (failedAt[index - 1] ?? began));
  expect(gaps.slice(0, 7)).toEqual([300, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000]);
  expect(new Set(gaps.slice(7))).toEqual(new Set([60_000]));
  away = false;
  turns.want('shop', look);
  turns.want('shop', look);
  await vi.advanceTimersByTimeAsync(301);
  expect(looks).toBe(1);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(looks).toBe(1);
  await turns.stop();
  vi.useRealTimers();
});
