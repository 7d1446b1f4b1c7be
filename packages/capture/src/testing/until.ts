import { vi } from 'vitest';

/** Waits until this does not throw any more. How soon that is says something of the machine: two minutes only end what never comes. */
export const until = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 120_000, interval: 50 });
