import { vi } from 'vitest';

/** Waits until this does not throw any more. How soon that is says something of the machine: a minute only ends what never comes. */
export const until = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 60_000, interval: 50 });
