import { build } from 'vite';

/** Builds the dashboard into an empty folder. @throws what Vite says is wrong with the sources. */
export async function buildWeb(outDir: string): Promise<void> {
  await build({
    configFile: new URL('./vite.config.ts', import.meta.url).pathname,
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true },
  });
}
