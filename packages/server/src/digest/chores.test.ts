import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Chore, createChores } from './chores.ts';

const warned: object[] = [];
const teller = { info: () => undefined, warn: (about: object) => void warned.push(about) };
beforeEach(() => vi.useFakeTimers({ now: 0 }));
afterEach(() => vi.useRealTimers());

/** A chore that is due each time that its clock says so, and done when it is told. */
function chore(name: string, everyMs: number) {
  let nextAt = everyMs;
  const runs: { at: number; mayGoOn: () => boolean; end: PromiseWithResolvers<void> }[] = [];
  const made: Chore = {
    name,
    dueAt: () => nextAt,
    run(mayGoOn) {
      nextAt = Date.now() + everyMs;
      const end = Promise.withResolvers<void>();
      runs.push({ at: Date.now(), mayGoOn, end });
      return end.promise;
    },
  };
  return {
    made,
    runs,
    hurry() {
      nextAt = 0;
    },
  };
}

test('chores are done when they are due, one at a time, and give way to a more urgent one', async () => {
  const urgent = chore('urgent', 100_000);
  const slow = chore('slow', 5_000);
  const chores = createChores([urgent.made, slow.made], Date.now, teller);
  chores.look();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(slow.runs.map(({ at }) => at)).toEqual([5_000]);
  expect(slow.runs[0]?.mayGoOn()).toBe(true);
  urgent.hurry();
  chores.look();
  expect(slow.runs[0]?.mayGoOn()).toBe(false);
  expect(urgent.runs).toEqual([]);
  slow.runs[0]?.end.resolve();
  await vi.advanceTimersByTimeAsync(1);
  expect(urgent.runs).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(slow.runs).toHaveLength(1);
  urgent.runs[0]?.end.resolve();
  await vi.advanceTimersByTimeAsync(1);
  expect(slow.runs).toHaveLength(2);
  slow.runs[1]?.end.resolve();
  await chores.stop();
});

test('one that fails is told and tried again, and does not keep the others from their turn', async () => {
  const failing = chore('failing', 0);
  const other = chore('other', 700);
  const chores = createChores([failing.made, other.made], Date.now, teller);
  chores.look();
  failing.runs[0]?.end.reject(new Error('no'));
  await vi.advanceTimersByTimeAsync(800);
  expect(warned).toMatchObject([{ chore: 'failing' }]);
  expect(other.runs.map(({ at }) => at)).toEqual([700]);
  other.runs[0]?.end.resolve();
  await vi.advanceTimersByTimeAsync(300);
  expect(failing.runs.map(({ at }) => at)).toEqual([0, 1_000]);
  failing.runs[1]?.end.resolve();
  await chores.stop();
  await vi.advanceTimersByTimeAsync(100_000);
  expect(failing.runs).toHaveLength(2);
});

test('one that goes on failing is tried ever more seldom, once a minute at least; after it was done, at once', async () => {
  const failing = chore('failing', 0);
  const chores = createChores([failing.made], Date.now, teller);
  const tries = () => failing.runs.map(({ at }) => at);
  warned.length = 0;
  chores.look();
  let waitMs = 1_000;
  for (let run = 0; run < 9; run += 1) {
    failing.runs[run]?.end.reject(new Error('no room'));
    await vi.advanceTimersByTimeAsync(waitMs - 1);
    expect(tries()).toHaveLength(run + 1);
    await vi.advanceTimersByTimeAsync(1);
    expect(tries()).toHaveLength(run + 2);
    waitMs = Math.min(waitMs * 2, 60_000);
  }
  expect(waitMs).toBe(60_000);
  failing.runs[9]?.end.resolve();
  await vi.advanceTimersByTimeAsync(1);
  failing.runs[10]?.end.reject(new Error('no room'));
  await vi.advanceTimersByTimeAsync(1);
  expect(warned.at(-1)).toMatchObject({ waitMs: 1_000 });
  await chores.stop();
});
