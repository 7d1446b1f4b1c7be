import { build } from 'vite';

/** Builds the dashboard into packages/web/dist. @throws what Vite says is wrong with the sources. */
export async function buildWeb(): Promise<void> {
  await build({ configFile: new URL('./vite.config.ts', import.meta.url).pathname, logLevel: 'warn' });
}
