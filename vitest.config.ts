import { defineConfig } from 'vitest/config';

/** A page mostly waits: with three at a time a third of two cores, which is what the smallest machine has, stood idle. */
const maxWorkers = 4;
/** Each of these has a server of three processes beside its page. */
const maxServers = 3;

/** What is waited for is the condition itself; how soon it comes is the machine's. Vitest's own second is one of a quiet machine. */
const expectation = { poll: { timeout: 15_000 } };
// Tests start some hundred processes, and each would take the types out of a few hundred files anew: half of what such a start costs.
process.env.NODE_COMPILE_CACHE ??= new URL('node_modules/.cache/sightglass', import.meta.url).pathname;

const timed = ['e2e/walk.test.ts', 'e2e/torture/*.test.ts'];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.{ts,tsx}', 'demo/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['**/*.browser.test.ts', '**/node_modules/**'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: expectation,
          maxWorkers,
        },
      },
      {
        test: {
          name: 'browser',
          // Pages that are recorded stand for themselves, and need no product beside them.
          include: ['packages/*/src/**/*.browser.test.ts', 'e2e/recorded/*.test.ts'],
          // Some plant hundreds of secrets one after the other: minutes only end what hangs.
          testTimeout: 180_000,
          hookTimeout: 60_000,
          expect: expectation,
          maxWorkers,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/*.test.ts'],
          exclude: timed,
          testTimeout: 300_000,
          hookTimeout: 240_000,
          expect: expectation,
          maxWorkers: maxServers,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'timed',
          include: timed,
          testTimeout: 300_000,
          hookTimeout: 240_000,
          expect: expectation,
          // What is promised in milliseconds, or killed under load, runs alone.
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
