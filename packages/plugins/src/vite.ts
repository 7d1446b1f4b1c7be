import type { Plugin } from 'vite';
import { type SightglassOptions, uploadBuilt } from './options.ts';

export type { SightglassOptions } from './options.ts';

/**
 * Uploads scripts and source maps of a Vite build to Sightglass. Maps are made where the configuration makes none, without being named in
 * the scripts; script and map get a debug id, so that they are found to belong together whatever they are called.
 *
 * @example
 * export default defineConfig({ plugins: [sightglass({ release: process.env.GITHUB_SHA, deleteMaps: true })] });
 */
export function sightglass(options: SightglassOptions = {}): Plugin {
  /** By folder: a build may write several. */
  const written = new Map<string, Set<string>>();
  return {
    name: 'sightglass',
    apply: 'build',
    enforce: 'post',
    config: ({ build }) => ({
      ...(build?.sourcemap === undefined ? { build: { sourcemap: 'hidden' as const } } : {}),
      // Workers are builds of their own, with plugins of their own.
      worker: { plugins: () => [{ name: 'sightglass-worker', outputOptions: withDebugIds }] },
    }),
    outputOptions: withDebugIds,
    writeBundle({ dir }, bundle) {
      if (dir === undefined) return;
      const names = written.get(dir) ?? new Set();
      for (const name of Object.keys(bundle)) names.add(name);
      written.set(dir, names);
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const voice = { say: (text: string) => this.info(text), warn: (text: string) => this.warn(text) };
        for (const [folder, names] of written) await uploadBuilt(options, folder, [...names], voice, process.env);
        written.clear();
      },
    },
  };
}

const withDebugIds = <Output extends object>(output: Output): Output & { sourcemapDebugIds: true } => ({
  ...output,
  sourcemapDebugIds: true,
});
