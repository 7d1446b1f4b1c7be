/**
 * `npm test`: installs what is missing, then everything that must hold: format, lint, types, layers, generated files,
 * unit, browser and end-to-end tests. `npm test -- PATH` runs one file or folder. Ends with `N passed, N failed`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium, ensurePackages, node24, root } from './install.mjs';

try {
  ensurePackages();
  ensureChromium();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

const paths = process.argv.slice(2);
const run = (...command) => spawnSync(node24, command, { cwd: root, stdio: 'inherit' }).status === 0;

const checked = paths.length > 0 || run('scripts/check.ts', '--no-tests');
const built = run('scripts/build.ts');

const folder = mkdtempSync(join(tmpdir(), 'sightglass-test-'));
const report = join(folder, 'report.json');
const ran = run(
  'node_modules/vitest/vitest.mjs',
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
  ...paths,
);
const tests = existsSync(report)
  ? JSON.parse(readFileSync(report, 'utf8'))
  : { numPassedTests: 0, numFailedTests: 1, numFailedTestSuites: 0 };
rmSync(folder, { recursive: true, force: true });

// A file that could not be loaded, and a check that does not hold, are failures like any other.
const brokenFiles = (tests.testResults ?? []).filter(
  (file) => file.status === 'failed' && file.assertionResults.length === 0,
).length;
const failures = tests.numFailedTests + brokenFiles + (checked ? 0 : 1) + (built ? 0 : 1);
const failed = failures === 0 && !ran ? 1 : failures;
console.log(`\n${tests.numPassedTests} passed, ${failed} failed`);
process.exit(failed === 0 && tests.numPassedTests > 0 ? 0 : 1);
