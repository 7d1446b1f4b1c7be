import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';

const client = join(import.meta.dirname, 'client');
export const releases = ['1.0.0', '1.1.0'] as const;
export type BuiltRelease = (typeof releases)[number];

/**
 * Builds the desk's page once for each release into `<outDir>/<release>/`: `index.html`, `assets/app.js` minified with its
 * source map beside it (not linked: it goes to Sightglass, not to visitors), `assets/app.css`, pictures and words. Nothing is
 * done when the sources are those of the last build.
 */
export async function buildDemo(outDir: string): Promise<void> {
  const stamp = join(outDir, 'sources.sha256');
  const sources = await fingerprint();
  const built = await readFile(stamp, 'utf8').catch(() => ''); // No stamp: never built.
  if (built === sources) return;
  await rm(outDir, { recursive: true, force: true });
  for (const release of releases) await buildRelease(release, join(outDir, release));
  await writeFile(stamp, sources);
}

async function buildRelease(release: BuiltRelease, outDir: string): Promise<void> {
  const assets = join(outDir, 'assets');
  await mkdir(assets, { recursive: true });
  await build({
    entryPoints: { app: join(client, 'main.tsx') },
    outdir: assets,
    bundle: true,
    minify: true,
    sourcemap: 'external',
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    legalComments: 'none',
    logLevel: 'silent',
    plugins: [
      {
        name: 'release',
        setup({ onResolve }) {
          onResolve({ filter: /^#release\// }, ({ path }) => ({
            path: join(client, 'releases', release, path.slice('#release/'.length)),
          }));
        },
      },
    ],
  });
  await build({
    entryPoints: { app: join(client, 'style.css') },
    outdir: assets,
    minify: true,
    logLevel: 'silent',
  });
  await cp(join(client, 'assets'), assets, { recursive: true });
  await cp(join(client, 'index.html'), join(outDir, 'index.html'));
  await cp(join(client, 'favicon.ico'), join(outDir, 'favicon.ico'));
}

/** Of every file that the build reads, this one and the lockfile included: libraries are sources too. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  const files = (await readdir(client, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const lock = join(import.meta.dirname, '../package-lock.json');
  for (const file of [...files, import.meta.filename, lock])
    hash.update(file.slice(client.length)).update(await readFile(file));
  return hash.digest('hex');
}
