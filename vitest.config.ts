import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Pages and servers mostly wait: with four at a time a whole run used 63 % of two cores, which is what the smallest machine has. What needs a
 * server beside its page runs among the others: at the end of a group for each kind, cores stood idle.
 */
const maxWorkers = 5;

/**
 * What is waited for is the condition itself; how soon it comes is the machine's. Vitest's own second is one of a quiet machine, and what it asks
 * twenty times in it is taken from what it waits for.
 */
const expectation = { poll: { timeout: 120_000, interval: 100 } };
/** Servers start and hundreds of secrets are planted in one test or hook, and a machine can be five times as slow as another: a quarter of an hour only ends
 * what hangs.
 */
const onlyHanging = { testTimeout: 900_000, hookTimeout: 900_000 };
// Tests start some hundred processes, and each would take the types out of a few hundred files anew: half of what such a start costs.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/sightglass', import.meta.url));

/** What lives shortly in a test's process is looked through seldom, and by no thread of its own beside five others: a tenth of what most take. */
const execArgv = ['--min-semi-space-size=16', '--single-threaded-gc'];

/**
 * What takes longest begins first, in this order: at the end it would run alone. A fresh clone knows of no file how long it took. Those of a
 * project stand together: a process that has all it needs for one file takes the next one only if that is of its own project.
 */
const longest = [
  ...['e2e/canary', 'e2e/evidence', 'e2e/releases', 'e2e/restored-erased'],
  ...['supervise', 'search/search', 'boot.test', 'backup.test', 'start/start'],
  ...['recorded/zoo', 'replays.browser'],
  ...['e2e/clickhouse', 'e2e/find-and-share', 'e2e/finding', 'e2e/exported-journeys', 'e2e/recording'],
  ...['e2e/watching', 'e2e/safari', 'e2e/datadog', 'e2e/dashboard', 'e2e/issues', 'e2e/removing', 'e2e/erasing'],
  ...['e2e/session-files', 'e2e/account', 'e2e/sentry', 'e2e/sample', 'e2e/under-a-path', 'e2e/gap'],
  ...['observing.test', 'score/code', 'hostile-operations.test', 'fuzz/values', 'traffic.test', 'score/changes'],
  ...['releases/releases', 'fuzz/bytes'],
  ...['odd-pages', 'secrets.browser', 'masks.browser', 'recorded/its-cost', 'pictures.browser', 'made-up-page'],
  'recorded/everything',
];
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const at = longest.findIndex((name) => moduleId.includes(`/${name}`));
      return at < 0 ? longest.length : at;
    };
    return (await super.sort(files)).sort((one, other) => place(one) - place(other));
  }
}
/** Builds what browsers load, where that is not done. */
const globalSetup = 'e2e/lib/built.ts';
/** What is promised in milliseconds, or killed under load of its own, runs alone. */
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
          // They leave no trace in what they import: a process and all modules anew for each file were half of what most of them cost.
          isolate: false,
          ...onlyHanging,
          expect: expectation,
          maxWorkers,
          execArgv,
        },
      },
      {
        test: {
          name: 'browser',
          globalSetup,
          // Pages that are recorded stand for themselves, and need no product beside them.
          include: ['packages/*/src/**/*.browser.test.ts', 'e2e/recorded/*.test.ts'],
          // As above: to import what drives a browser takes most of a second.
          isolate: false,
          ...onlyHanging,
          expect: expectation,
          maxWorkers,
          execArgv,
        },
      },
      {
        test: {
          name: 'e2e',
          globalSetup,
          include: ['e2e/*.test.ts'],
          exclude: timed,
          // As above.
          isolate: false,
          ...onlyHanging,
          expect: expectation,
          maxWorkers,
          execArgv,
        },
      },
      {
        test: {
          name: 'timed',
          globalSetup,
          include: timed,
          ...onlyHanging,
          expect: expectation,
          fileParallelism: false,
          execArgv,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
