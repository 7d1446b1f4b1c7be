/**
 * `npm test`: installs what is missing, then everything that must hold: format, lint, types, layers, generated files,
 * unit, browser and end-to-end tests. `npm test -- PATH` runs one file or folder. Ends with `N passed, N failed`.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium, ensurePackages, ensureWebKit, node24, root } from './install.mjs';

try {
  // Both mostly wait for the network.
  const browsers = ensureChromium().then(ensureWebKit);
  browsers.catch(() => undefined); // told when it is awaited
  ensurePackages();
  await browsers;
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

const paths = process.argv.slice(2);

// Tests mostly wait: the checks take what they leave, and say what they found when they are through.
const checking = paths.length > 0 || run(['scripts/check.ts', '--no-tests'], { aside: true });
const built = await run(['scripts/build.ts']);

const folder = mkdtempSync(join(tmpdir(), 'sightglass-test-'));
const report = join(folder, 'report.json');
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json'];
const ran = await run([...vitest, `--outputFile.json=${report}`, ...paths]);
const tests = existsSync(report)
  ? JSON.parse(readFileSync(report, 'utf8'))
  : { numPassedTests: 0, numFailedTests: 1, numFailedTestSuites: 0 };
rmSync(folder, { recursive: true, force: true });
const checked = await checking;

// A file that could not be loaded, and a check that does not hold, are failures like any other.
const brokenFiles = (tests.testResults ?? []).filter(
  (file) => file.status === 'failed' && file.assertionResults.length === 0,
).length;
const failures = tests.numFailedTests + brokenFiles + (checked ? 0 : 1) + (built ? 0 : 1);
const failed = failures === 0 && !ran ? 1 : failures;
if (!checked) console.log('\nThe checks do not hold: what they say stands above, among the tests.');
console.log(`\n${tests.numPassedTests} passed, ${failed} failed`);
process.exitCode = failed === 0 && tests.numPassedTests > 0 ? 0 : 1;

/**
 * @param aside - With the time that others leave; what it says is told at its end, in one piece.
 * @returns whether it ended well
 */
function run(command, { aside = false } = {}) {
  const output = aside ? 'pipe' : 'inherit';
  const child = spawn(node24, command, { cwd: root, stdio: ['ignore', output, output] });
  if (aside) setPriority(child.pid, 10);
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (some) => said.push(some));
  return new Promise((done) => {
    child.on('error', () => done(false));
    child.on('close', (code) => {
      process.stdout.write(Buffer.concat(said));
      done(code === 0);
    });
  });
}
