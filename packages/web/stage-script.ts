import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { bundleScript } from './one-script.ts';

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

const bundleStage = (): Promise<string> => bundleScript('../replay/src/stage-main.ts');
