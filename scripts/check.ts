/** Format, lint, types, layers, generated files, the SDK's size and unit tests, as CI runs them; every part runs, then the verdict. */
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (name: string) => `${root}node_modules/.bin/${name}`;
const node = process.execPath;
/**
 * Several checkers each come to know what they share anew, and most of the rest is what the compiler's memory is looked through for what may
 * go: with one, and all of it kept, the types take half of the time, and less memory.
 */
const types = (project: string): string[] => [bin('tsc'), '-p', project, '--checkers', '1'];
const keepingAll = { ...process.env, GOGC: 'off' };

interface Part {
  name: string;
  command: string[];
}

/** What a package's `tsconfig.json` says beside the common base. */
interface TypesConfig {
  extends: string;
  compilerOptions: Record<string, unknown>;
  include: string[];
  exclude?: string[];
}

const parts: Part[] = [
  { name: 'format and lint', command: [bin('biome'), 'check', '--error-on-warnings', '.'] },
  { name: 'layers', command: [node, 'scripts/layers/run.ts'] },
  { name: 'generated files', command: [node, 'scripts/generate.ts', '--check'] },
  ...typesOfPackages(),
  { name: 'types of tests and scripts', command: types('.') },
  { name: 'size of the SDK', command: [node, 'scripts/size.ts'] },
  { name: 'unit tests', command: [node, 'node_modules/vitest/vitest.mjs', 'run', '--project', 'unit'] },
];

const only = process.argv.includes('--no-tests') ? parts.slice(0, -1) : parts;
const failed: string[] = [];
for (const part of only) {
  const begun = performance.now();
  const [command = '', ...rest] = part.command;
  const { status } = spawnSync(command, rest, { cwd: root, stdio: 'inherit', env: keepingAll });
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(`${status === 0 ? '✓' : '✗'} ${part.name} (${seconds} s)`);
  if (status !== 0) failed.push(part.name);
}
if (failed.length > 0) console.error(`check failed: ${failed.join(', ')} (${availableParallelism()} cores)`);
process.exitCode = failed.length === 0 ? 0 : 1;

/** Packages that are read with the same options are read together: each would read all that it imports anew. */
function typesOfPackages(): Part[] {
  const folder = join(root, 'node_modules/.cache/sightglass-types');
  mkdirSync(folder, { recursive: true });
  const packages = globSync('packages/*/tsconfig.json', { cwd: root }).sort();
  const read = packages.map((file) => ({
    of: file.replace('/tsconfig.json', ''),
    config: JSON.parse(readFileSync(join(root, file), 'utf8')) as TypesConfig,
  }));
  const groups = Map.groupBy(read, ({ config }) => JSON.stringify(config.compilerOptions));
  return [...groups.values()].map((group, number) => {
    const inRoot = (of: string, globs: string[] = []) => globs.map((glob) => join(root, of, glob));
    const project = join(folder, `${number}.json`);
    const together: TypesConfig = {
      extends: join(root, 'tsconfig.base.json'),
      compilerOptions: group[0]?.config.compilerOptions ?? {},
      include: group.flatMap(({ of, config }) => inRoot(of, config.include)),
      exclude: group.flatMap(({ of, config }) => inRoot(of, config.exclude)),
    };
    writeFileSync(project, JSON.stringify(together));
    return { name: `types of ${group.map(({ of }) => of).join(', ')}`, command: types(project) };
  });
}
