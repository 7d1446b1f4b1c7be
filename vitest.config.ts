import { defineConfig } from 'vitest/config';

/** A page mostly waits: two at a time fill two cores, which is what the smallest machine has. */
const maxWorkers = 2;

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
          include: ['e2e/*.test.ts', 'e2e/torture/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
          // The whole product runs here, and is timed: alone.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
