import { expect, test } from 'vitest';
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
