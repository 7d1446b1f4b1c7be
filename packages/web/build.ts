import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build as bundle } from 'esbuild';
import { build } from 'vite';

/** Builds the dashboard into an empty folder, and beside it the player that exported sessions carry. @throws what is wrong with the sources. */
export async function buildWeb(outDir: string): Promise<void> {
  await build({
    configFile: new URL('./vite.config.ts', import.meta.url).pathname,
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true },
  });
  await writeFile(join(outDir, 'saved-player.js'), await bundleSavedPlayer());
}

/** One script that can stand inside of a page. */
export async function bundleSavedPlayer(): Promise<string> {
  const { outputFiles } = await bundle({
    absWorkingDir: import.meta.dirname,
    entryPoints: ['src/features/replay/saved/main.ts'],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2023',
    legalComments: 'none',
    logLevel: 'warning',
    write: false,
  });
  // esbuild writes no `</script`; a comment of HTML would begin where this stands.
  return (outputFiles[0]?.text ?? '').trim().replaceAll('<!--', '\\x3C!--');
}
