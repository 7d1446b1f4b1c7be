import type { Compiler } from 'webpack';
import { type SightglassOptions, uploadBuilt } from './options.ts';

export type { SightglassOptions } from './options.ts';

/**
 * Uploads scripts and source maps of a webpack build to Sightglass. Maps are made where the configuration makes none, without being named
 * in the scripts; with webpack 5.97 or newer script and map get a debug id, so that they are found to belong together.
 *
 * @example
 * module.exports = { plugins: [new SightglassPlugin({ release: process.env.GITHUB_SHA, deleteMaps: true })] };
 */
export class SightglassPlugin {
  readonly #options: SightglassOptions;

  constructor(options: SightglassOptions = {}) {
    this.#options = options;
  }

  apply(compiler: Compiler): void {
    if (compiler.options.mode === 'development' || compiler.options.devServer) return;
    compiler.options.devtool = withDebugIds(compiler.options.devtool);
    compiler.hooks.afterEmit.tapPromise('sightglass', async (compilation) => {
      const logger = compilation.getLogger('sightglass');
      const voice = {
        say: (text: string) => logger.info(text),
        warn: (text: string) => void compilation.warnings.push(new compiler.webpack.WebpackError(text)),
      };
      const names = compilation.getAssets().map(({ name }) => name.replace(/[?#].*$/, ''));
      await uploadBuilt(this.#options, compiler.outputPath, names, voice, process.env);
    });
  }
}

type Devtool = Compiler['options']['devtool'];

/** Maps that are whole stay as they are wished for, and get debug ids; those that name no column are of no use for minified scripts. */
function withDebugIds(wished: Devtool): Devtool {
  if (wished === undefined || wished === false) return 'hidden-source-map-debugids';
  if (typeof wished !== 'string' || !/^(hidden-|inline-|nosources-)*source-map$/.test(wished)) return wished;
  return `${wished}-debugids` as Devtool; // the pattern that webpack documents
}
