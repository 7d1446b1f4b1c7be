import { createHash } from 'node:crypto';
import { build } from 'esbuild';
import type { Plugin } from 'vite';

/** While the dashboard is served from its sources. */
const devPath = '/stage.js';

/**
 * The script of the replay's stage (`packages/replay/src/stage-main.ts`), built apart from all else: one classic script, since a document of
 * an opaque origin may load no other without more rights. Its address, which holds its content's hash, is `import.meta.env.STAGE_SCRIPT`.
 */
export function stageScript(): Plugin {
  let script = '';
  let path = devPath;
  return {
    name: 'stage-script',
    async config(_, { command }) {
      if (command === 'build') {
        script = await bundleStage();
        path = `/assets/stage-${createHash('sha256').update(script).digest('base64url').slice(0, 8)}.js`;
      }
      return { define: { 'import.meta.env.STAGE_SCRIPT': JSON.stringify(path) } };
    },
    configureServer({ middlewares }) {
      middlewares.use(devPath, (_request, response, next) => {
        bundleStage().then((text) => response.setHeader('content-type', 'text/javascript').end(text), next);
      });
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: path.slice(1), source: script });
    },
  };
}

async function bundleStage(): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: import.meta.dirname,
    entryPoints: ['../replay/src/stage-main.ts'],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2023',
    legalComments: 'none',
    logLevel: 'warning',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}
