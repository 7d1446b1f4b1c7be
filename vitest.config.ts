import { defineConfig } from 'vitest/config';

/** A page mostly waits: three at a time fill two cores, which is what the smallest machine has. */
const maxWorkers = 3;
/** Each of these has a server of three processes beside its page. */
const maxServers = 2;

const timed = ['e2e/walk.test.ts', 'e2e/torture/*.test.ts'];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.{ts,tsx}', 'demo/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['**/*.browser.test.ts', '**/node_modules/**'],
          testTimeout: 20_000,
          maxWorkers,
        },
      },
      {
        test: {
          name: 'browser',
          // Pages that are recorded stand for themselves, and need no product beside them.
          include: ['packages/*/src/**/*.browser.test.ts', 'e2e/recorded/*.test.ts'],
          testTimeout: 60_000,
          maxWorkers,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/*.test.ts'],
          exclude: timed,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: maxServers,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'timed',
          include: timed,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // What is promised in milliseconds, or killed under load, runs alone.
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
