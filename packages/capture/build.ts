/** Builds what browsers load of this package. `node packages/capture/build.ts [folder]` does it by hand. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';

const source = join(import.meta.dirname, 'src');

/**
 * Writes into `outDir`: `sdk.js` (for a script tag, what a page loads first), `sdk-later.js` (which it loads after the page has), and
 * `sdk-recorder.js` (which it loads when a session is replayed), each with a source map beside it.
 */
export async function buildSdk(outDir: string): Promise<void> {
  mkdirSync(outDir, { recursive: true });
  const common: BuildOptions = {
    bundle: true,
    minify: true,
    target: 'es2022',
    sourcemap: 'linked',
    sourcesContent: false,
    legalComments: 'none',
    logLevel: 'warning',
    outdir: outDir,
  };
  await build({ ...common, format: 'iife', entryPoints: { sdk: join(source, 'script.ts') } });
  await build({ ...common, format: 'iife', entryPoints: { 'sdk-later': join(source, 'later/script.ts') } });
  await build({ ...common, format: 'iife', entryPoints: { 'sdk-recorder': join(source, 'recorder/script.ts') } });
}

if (import.meta.main) await buildSdk(process.argv[2] ?? join(import.meta.dirname, 'dist'));
