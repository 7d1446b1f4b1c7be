/** Builds what `npm pack` puts into the package `@sightglass/capture`. It runs by itself before each `npm pack`. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '../..');
const source = join(import.meta.dirname, 'src');

/**
 * Writes into `outDir`: `index.js` (an ES module for bundlers, everything inside) with what it loads later under `parts/`, `index.d.ts`
 * with the types that it names, and `THIRD-PARTY.txt` with the licences of what is inside.
 */
export async function buildPackage(outDir: string): Promise<void> {
  // Names of parts change with what is in them.
  await rm(join(outDir, 'parts'), { recursive: true, force: true });
  await mkdir(outDir, { recursive: true });
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: { index: join(source, 'index.ts') },
    outdir: outDir,
    bundle: true,
    minify: true,
    splitting: true,
    chunkNames: 'parts/[name]-[hash]',
    format: 'esm',
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
  });
  await Promise.all([writeTypes(outDir), writeNotices(outDir, Object.keys(metafile.inputs))]);
}

/** The declarations that `index.d.ts` leads to; no other, since what they would name is not in the package. */
async function writeTypes(outDir: string): Promise<void> {
  const all = await mkdtemp(join(tmpdir(), 'sightglass-types-'));
  try {
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const emit = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--rootDir', source, '--outDir', all];
    await promisify(execFile)(process.execPath, [tsc, '-p', import.meta.dirname, ...emit]);
    await copyDeclaration('index');
  } finally {
    await rm(all, { recursive: true });
  }

  async function copyDeclaration(name: string): Promise<void> {
    const text = await readFile(join(all, `${name}.d.ts`), 'utf8');
    const target = join(outDir, `${name}.d.ts`);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, text.replace(/(from '\.[^']*)\.ts'/g, "$1.js'"));
    const named = new Set(Array.from(text.matchAll(/from '(\.[^']*)\.ts'/g), ([, path = '']) => path));
    for (const path of named) await copyDeclaration(relative(all, join(all, dirname(name), path)));
  }
}

/** @param inputs - Files that were bundled, from the repository's root. */
async function writeNotices(outDir: string, inputs: string[]): Promise<void> {
  const names = inputs.flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []);
  const notices = [...new Set(names)].sort().map(async (name) => {
    const folder = join(root, 'node_modules', name);
    const { version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    const file = ['LICENSE', 'LICENSE.md', 'license'].map((one) => join(folder, one)).find(existsSync);
    return [`${name} ${version} (${license})`, ...(file ? [await readFile(file, 'utf8')] : [])].join('\n\n');
  });
  const text = (await Promise.all(notices)).join('\n\n---\n\n');
  await writeFile(join(outDir, 'THIRD-PARTY.txt'), `${text || 'Nothing in here is by anybody else.'}\n`);
}

if (import.meta.main) await buildPackage(join(import.meta.dirname, 'dist'));
