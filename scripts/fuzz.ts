/**
 * `npm run fuzz`: the decoders of other SDKs under two fuzzers, beside each other: one bends bytes, the other puts values where they do
 * not belong (fast-check). Ten minutes each; `npm run fuzz -- 3600 7`: an hour, from seed 7. `npm test` does a minute of the same.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const [seconds = '600', seed = String(Date.now() % 2 ** 31)] = process.argv.slice(2);
if (!(Number(seconds) > 0) || !Number.isSafeInteger(Number(seed)))
  throw new Error('Say for how many seconds, and from which seed: npm run fuzz -- 600 7');
const root = join(import.meta.dirname, '..');
console.log(`${seconds} s from seed ${seed}`);
const { status } = spawnSync(
  process.execPath,
  [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'unit', 'packages/intake/src/fuzz'],
  { cwd: root, stdio: 'inherit', env: { ...process.env, FUZZ_SECONDS: seconds, FUZZ_SEED: seed } },
);
process.exit(status ?? 1);
