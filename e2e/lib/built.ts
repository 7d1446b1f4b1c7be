import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Before the first test: what browsers load is built where its sources changed since, once for all files that need it. */
export function setup(): void {
  execFileSync(process.execPath, [fileURLToPath(new URL('../../scripts/build.ts', import.meta.url))], {
    stdio: 'inherit',
  });
}
