import { expect, onTestFinished, test } from 'vitest';
import { reservePorts } from '../lib/ports.ts';
import { torture } from './torture.ts';
import { isGood } from './verdict.ts';

test('K54, K55, K58, E60: twenty kills under load lose nothing, double nothing, leave nothing half there', async () => {
  const { port, release } = await reservePorts();
  onTestFinished(release);
  const { verdict } = await torture({ kills: 20, port, seed: 20, say: () => undefined });
  expect(verdict.acknowledged).toBeGreaterThan(50);
  expect(isGood(verdict), JSON.stringify(verdict)).toBe(true);
});
