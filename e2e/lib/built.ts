import { execFileSync } from 'node:child_process';

/** Before the first test: what browsers load is built where its sources changed since, once for all files that need it. */
export function setup(): void {
  execFileSync(process.execPath, [new URL('../../scripts/build.ts', import.meta.url).pathname], { stdio: 'inherit' });
}
