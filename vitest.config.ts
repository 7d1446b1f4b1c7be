import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** A page mostly waits: with three at a time a third of two cores, which is what the smallest machine has, stood idle. */
const maxWorkers = 4;
/** Each of these has a server of three processes beside its page. */
const maxServers = 3;

/** What is waited for is the condition itself; how soon it comes is the machine's. Vitest's own second is one of a quiet machine. */
const expectation = { poll: { timeout: 15_000 } };
// Tests start some hundred processes, and each would take the types out of a few hundred files anew: half of what such a start costs.
process.env.NODE_COMPILE_CACHE ??= new URL('node_modules/.cache/sightglass', import.meta.url).pathname;

/** What takes longest begins first: at the end it would run alone. A fresh clone knows of no file how long it took. */
const longest = /\/(canary|zoo|harmless\.browser|delivery\.browser|evidence|find-and-share|supervise|boot)\.test\.ts$/;
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean => longest.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
const timed = ['e2e/walk.test.ts', 'e2e/torture/*.test.ts'];

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
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
          globalSetup: 'e2e/lib/built.ts',
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
