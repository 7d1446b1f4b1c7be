import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPackage } from '../build-package.ts';
import { version } from './options.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'sightglass-package-'));
/** A project without a workspace, in which the package lies as npm would put it there. */
const project = join(folder, 'project');
const installed = join(project, 'node_modules/@sightglass/capture');

beforeAll(async () => {
  const packed = join(folder, 'capture');
  mkdirSync(installed, { recursive: true });
  await buildPackage(join(packed, 'dist'));
  copyFileSync(join(import.meta.dirname, '../package.json'), join(packed, 'package.json'));
  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: packed });
  const tarball = join(folder, `sightglass-capture-${version}.tgz`);
  await run('tar', ['-xzf', tarball, '--strip-components=1', '-C', installed]);
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  const app =
    "import { init, type Options } from '@sightglass/capture';\nconst options: Options = { key: 'k', origin: '/' };\n";
  writeFileSync(join(project, 'app.ts'), `${app}init(options).setUser({ id: 7, role: 'buyer' });\n`);
});
afterAll(() => rmSync(folder, { recursive: true }));

test('it needs no other package, and says its version', () => {
  const { dependencies, version: told } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  expect([dependencies, told]).toEqual([undefined, version]);
});

test('plain Node imports it, and importing does nothing', async () => {
  const script = "import { init } from '@sightglass/capture'; console.log(typeof init)";
  const { stdout, stderr } = await run('node', ['--input-type=module', '-e', script], { cwd: project });
  expect([stdout.trim(), stderr]).toEqual(['function', '']);
});

test('a bundler takes it, and leaves what a page does not need first in files of its own', async () => {
  const { outputFiles } = await build({
    ...{ absWorkingDir: project, entryPoints: ['app.ts'], outdir: 'out', write: false },
    ...{ bundle: true, splitting: true, format: 'esm' },
  });
  const [app, ...parts] = outputFiles.toSorted(
    (a, b) => Number(b.path.endsWith('app.js')) - Number(a.path.endsWith('app.js')),
  );
  expect(app?.text).toContain('/v1/');
  expect(parts.length).toBeGreaterThan(1);
});

test('its types hold in a strict project of another module system', async () => {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const strict = [
    '--noEmit',
    '--strict',
    '--ignoreConfig',
    '--module',
    'nodenext',
    '--lib',
    'es2022,dom',
    '--types',
    '',
  ];
  await run(process.execPath, [tsc, ...strict, 'app.ts'], { cwd: project });
  writeFileSync(join(project, 'wrong.ts'), "import { init } from '@sightglass/capture';\ninit({ key: 7 });\n");
  await expect(run(process.execPath, [tsc, ...strict, 'wrong.ts'], { cwd: project })).rejects.toThrow();
});

test('it says that nothing of anybody else is inside', () =>
  expect(readFileSync(join(installed, 'dist/THIRD-PARTY.txt'), 'utf8')).toBe('Nothing in here is by anybody else.\n'));
