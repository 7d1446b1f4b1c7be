import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { bundleScript } from './one-script.ts';

/** Builds the dashboard into an empty folder, and beside it the player that exported sessions carry. @throws what is wrong with the sources. */
export async function buildWeb(outDir: string): Promise<void> {
  await build({
    configFile: fileURLToPath(new URL('./vite.config.ts', import.meta.url)),
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true },
  });
  await writeFile(join(outDir, 'saved-player.js'), await bundleSavedPlayer());
}

/** One script that can stand inside of a page. */
export async function bundleSavedPlayer(): Promise<string> {
  const script = await bundleScript('src/features/replay/saved/main.ts');
  // esbuild writes no `</script`; a comment of HTML would begin where this stands.
  return script.trim().replaceAll('<!--', '\\x3C!--');
}
