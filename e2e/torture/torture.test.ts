import { expect, test } from 'vitest';
import { torture } from './torture.ts';
import { isGood } from './verdict.ts';

test('K54, K55, K58, E60: twenty kills under load lose nothing, double nothing, leave nothing half there', async () => {
  const { verdict } = await torture({ kills: 20, port: 4132, seed: 20, say: () => undefined });
  expect(verdict.acknowledged).toBeGreaterThan(50);
  expect(isGood(verdict), JSON.stringify(verdict)).toBe(true);
}, 120_000);
