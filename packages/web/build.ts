import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
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
  await packAssets(join(outDir, 'assets'));
}

/** The highest level takes twenty times as long, for a twelfth less. */
const brotliQuality = 9;

/** Beside each script and sheet the same in a third of its bytes, of which the server sends what a browser takes: brotli over HTTPS alone. */
async function packAssets(folder: string): Promise<void> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality, [constants.BROTLI_PARAM_LGWIN]: 22 };
  for (const name of await readdir(folder)) {
    if (!/\.(?:js|css)$/.test(name)) continue;
    const bytes = await readFile(join(folder, name));
    await writeFile(join(folder, `${name}.br`), brotliCompressSync(bytes, { params }));
    await writeFile(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }));
  }
}

/** One script that can stand inside of a page. */
export async function bundleSavedPlayer(): Promise<string> {
  const script = await bundleScript('src/features/replay/saved/main.ts');
  // esbuild writes no `</script`; a comment of HTML would begin where this stands.
  return script.trim().replaceAll('<!--', '\\x3C!--');
}
