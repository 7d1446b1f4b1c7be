/** Format, lint, types, layers, generated files and unit tests, as CI runs them; every part runs, then the verdict. */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { availableParallelism } from 'node:os';

const root = new URL('..', import.meta.url).pathname;
const bin = (name: string) => `${root}node_modules/.bin/${name}`;
const node = process.execPath;

interface Part {
  name: string;
  command: string[];
}

const projects = [
  '.',
  ...globSync('packages/*/tsconfig.json', { cwd: root }).map((file) => file.replace('/tsconfig.json', '')),
].sort();
const parts: Part[] = [
  { name: 'format and lint', command: [bin('biome'), 'check', '--error-on-warnings', '.'] },
  { name: 'layers', command: [node, 'scripts/layers/run.ts'] },
  { name: 'generated files', command: [node, 'scripts/generate.ts', '--check'] },
  ...projects
    .filter((project) => existsSync(`${root}${project}/tsconfig.json`))
    .map((project) => ({
      name: `types of ${project === '.' ? 'tests and scripts' : project}`,
      command: [bin('tsc'), '-p', project],
    })),
  { name: 'unit tests', command: [node, 'node_modules/vitest/vitest.mjs', 'run', '--project', 'unit'] },
];

const only = process.argv.includes('--no-tests') ? parts.slice(0, -1) : parts;
const failed: string[] = [];
for (const part of only) {
  const begun = performance.now();
  const [command = '', ...rest] = part.command;
  const { status } = spawnSync(command, rest, { cwd: root, stdio: 'inherit' });
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(`${status === 0 ? '✓' : '✗'} ${part.name} (${seconds} s)`);
  if (status !== 0) failed.push(part.name);
}
if (failed.length > 0) console.error(`check failed: ${failed.join(', ')} (${availableParallelism()} cores)`);
process.exitCode = failed.length === 0 ? 0 : 1;
