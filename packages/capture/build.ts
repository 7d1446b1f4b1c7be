/** Builds what browsers load of this package. `node packages/capture/build.ts [folder]` does it by hand. */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { lent } from './src/lent.ts';

const source = join(import.meta.dirname, 'src');

/**
 * Writes into `outDir`: `sdk.js` (for a script tag, what a page loads first), `sdk-later.js` (which it loads after the page has), and
 * `sdk-recorder.js` (which it loads when a session is replayed), each with a source map beside it.
 */
export async function buildSdk(outDir: string): Promise<void> {
  mkdirSync(outDir, { recursive: true });
  const common = {
    absWorkingDir: import.meta.dirname,
    bundle: true,
    minify: true,
    target: 'es2022',
    sourcemap: 'linked',
    sourcesContent: false,
    legalComments: 'none',
    logLevel: 'warning',
    outdir: outDir,
    format: 'iife',
    metafile: true,
  } as const satisfies BuildOptions;
  const { metafile } = await build({ ...common, entryPoints: { sdk: join(source, 'script.ts') } });
  const lenders = metafile.inputs['src/lent.ts']?.imports.map(({ path }) => resolve(import.meta.dirname, path)) ?? [];
  await build({
    ...common,
    entryPoints: { 'sdk-later': join(source, 'later/script.ts') },
    plugins: [borrowFrom(lenders)],
  });
  await build({ ...common, entryPoints: { 'sdk-recorder': join(source, 'recorder/script.ts') } });
}

/** What these files export is taken from `/sdk.js`, which has them already. */
function borrowFrom(lenders: string[]): Plugin {
  const contents = `export const { ${Object.keys(lent).join(', ')} } = window.sightglassLent`;
  return {
    name: 'borrow',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\./ }, ({ resolveDir, path }) =>
        lenders.includes(resolve(resolveDir, path)) ? { namespace: 'borrow', path: 'lent' } : undefined,
      );
      onLoad({ filter: /.*/, namespace: 'borrow' }, () => ({ contents }));
    },
  };
}

if (import.meta.main) await buildSdk(process.argv[2] ?? join(import.meta.dirname, 'dist'));
