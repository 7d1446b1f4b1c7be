import type { Locator } from 'playwright-core';
import { vi } from 'vitest';

/**
 * Clicks until the rage was heard. Three clicks within a second are of rage: a person who has no answer goes on, where a busy machine clicked
 * slower than that.
 *
 * @param heard - Throws as long as nothing was heard, which may be seconds after the clicks.
 */
export const clickInRage = (target: Locator, heard: () => void): Promise<void> =>
  vi.waitFor(
    async () => {
      await target.click({ clickCount: 5, delay: 20 });
      await vi.waitFor(heard, { timeout: 8_000, interval: 50 });
    },
    { timeout: 60_000, interval: 50 },
  );
