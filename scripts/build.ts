/** Builds what browsers load, each part only when its sources changed: the SDK, the dashboard, the example application. */
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// A test run names itself here, and its build would be kept: with all that libraries carry for whoever develops them.
process.env.NODE_ENV = 'production';

const root = fileURLToPath(new URL('..', import.meta.url));

interface Part {
  name: string;
  /** Globs of everything that the output depends on. */
  sources: string[];
  out: string;
  build: (out: string) => Promise<void>;
}

const parts: Part[] = [
  {
    name: 'SDK',
    sources: ['packages/capture/build{,-names,-order}.{ts,json}', 'packages/{capture,privacy,wire}/src/**/*'],
    out: join(root, 'packages/capture/dist'),
    build: async (out) => (await import('../packages/capture/build.ts')).buildSdk(out),
  },
  {
    name: 'dashboard',
    sources: [
      'packages/web/{index.html,vite.config.ts,stage-script.ts,build.ts,package.json}',
      'packages/{web,replay,segment,wire}/src/**/*',
      'packages/web/public/**/*',
    ],
    out: join(root, 'packages/web/dist'),
    build: async (out) => (await import('../packages/web/build.ts')).buildWeb(out),
  },
  {
    name: 'example application',
    sources: ['demo/{build.ts,package.json}', 'demo/client/**/*'],
    out: join(root, 'demo/dist'),
    build: async (out) => (await import('../demo/build.ts')).buildDemo(out),
  },
];

const lock = readFileSync(join(root, 'package-lock.json'));
for (const part of parts) {
  const stamp = sourceHash(part.sources);
  const marker = join(part.out, '.sources');
  if (existsSync(marker) && readFileSync(marker, 'utf8') === stamp) continue;
  const begun = performance.now();
  // Beside the one that is in use, which stays when this fails.
  const fresh = `${part.out}.new`;
  try {
    rmSync(fresh, { recursive: true, force: true });
    mkdirSync(fresh, { recursive: true });
  } catch (error) {
    console.error(
      `${fresh} cannot be made (${(error as NodeJS.ErrnoException).code}): give the folder to whoever starts it.`,
    );
    process.exit(1);
  }
  await part.build(fresh);
  writeFileSync(join(fresh, '.sources'), stamp);
  rmSync(part.out, { recursive: true, force: true });
  renameSync(fresh, part.out);
  console.log(`Built the ${part.name} in ${((performance.now() - begun) / 1000).toFixed(1)} s`);
}

/** One hash over the lockfile, the names and the contents. */
function sourceHash(globs: string[]): string {
  const hash = createHash('sha256').update(lock);
  const files = globSync(globs, { cwd: root, withFileTypes: true, exclude: ['**/*.test.{ts,tsx}'] })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const file of files) hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}
