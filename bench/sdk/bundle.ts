import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Metafile } from 'esbuild';
import { buildSdk } from '../../packages/capture/build.ts';
import { packages, type Sdk } from './sdks.ts';

/** Bytes by gzip -9: `first` is what a page loads first; `recorder` is told apart for ours alone, and is in `later` for peers. */
export interface Size {
  first: number;
  later: number;
  recorder: number;
  whole: number;
}

/** What posthog-js loads from its host, under the settings we give it. */
export const posthogFiles = [
  'lazy-recorder.js',
  'web-vitals-with-attribution.js',
  'dead-clicks-autocapture.js',
  'exception-autocapture.js',
];

/** Writes ours, as it is shipped, and the peers, each minified and with its lazy parts apart, into `folder`. */
export async function bundleSdks(folder: string, wanted: Sdk[]): Promise<Map<string, Size>> {
  await buildSdk(folder);
  const bytesOf = (file: string) => packed(join(folder, file));
  const [first, later, recorder] = [
    await bytesOf('sdk.js'),
    await bytesOf('sdk-later.js'),
    await bytesOf('sdk-recorder.js'),
  ];
  const sizes = new Map<string, Size>([
    ['ours', { first, later, recorder, whole: first + later + recorder }],
    ['ours-rum', { first, later, recorder: 0, whole: first + later }],
  ]);
  for (const { name, package: from } of wanted) {
    if (!from) continue;
    const { metafile } = await build({
      entryPoints: { [name]: join(import.meta.dirname, 'peers', `${name}.ts`) },
      outdir: folder,
      chunkNames: `${name}-[name]-[hash]`,
      bundle: true,
      minify: true,
      format: 'esm',
      splitting: true,
      target: 'es2022',
      define: { 'process.env.NODE_ENV': '"production"' },
      legalComments: 'none',
      logLevel: 'silent',
      metafile: true,
      absWorkingDir: folder,
    });
    const needed = neededFirst(metafile, `${name}.js`);
    const lazy = Object.keys(metafile.outputs).filter((file) => !needed.has(file));
    const size = { first: await total([...needed].map(bytesOf)), later: await total(lazy.map(bytesOf)) };
    if (name === 'posthog')
      size.later += await total(posthogFiles.map((file) => packed(join(packages, 'posthog-js/dist', file))));
    sizes.set(name, { ...size, recorder: 0, whole: size.first + size.later });
  }
  return sizes;
}

/** Ours with its functions' names, for a profile. */
export async function bundleReadable(folder: string): Promise<void> {
  const source = join(import.meta.dirname, '../../packages/capture/src');
  await build({
    entryPoints: {
      sdk: join(source, 'script.ts'),
      'sdk-later': join(source, 'later/script.ts'),
      'sdk-recorder': join(source, 'recorder/script.ts'),
    },
    outdir: folder,
    bundle: true,
    format: 'iife',
    target: 'es2022',
    logLevel: 'silent',
  });
}

/** The entry and whatever it imports as it begins. */
function neededFirst({ outputs }: Metafile, entry: string): Set<string> {
  const needed = new Set([entry]);
  for (const file of needed)
    for (const { path, kind } of outputs[file]?.imports ?? []) if (kind === 'import-statement') needed.add(path);
  return needed;
}

async function total(sizes: Promise<number>[]): Promise<number> {
  return (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0);
}

async function packed(file: string): Promise<number> {
  return gzipSync(await readFile(file), { level: 9 }).length;
}
