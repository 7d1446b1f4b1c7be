import { build } from 'esbuild';

/**
 * A classic script of one file: it can stand inside of a page, and be all that a document of an opaque origin loads.
 *
 * @param entry - From this package's folder.
 */
export async function bundleScript(entry: string): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: import.meta.dirname,
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2023',
    legalComments: 'none',
    logLevel: 'warning',
    // Of `packages/replay` it names the worker of the dashboard too, which a single script has no address for and leaves out.
    logOverride: { 'empty-import-meta': 'silent' },
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}
