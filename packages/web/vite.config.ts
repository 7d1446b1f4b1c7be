import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { stageScript } from './stage-script.ts';

/** Where the server listens while the dashboard is served from its sources with hot reload. */
const origin = process.env.SIGHTGLASS_ORIGIN ?? 'http://127.0.0.1:4600';

export default defineConfig({
  root: import.meta.dirname,
  // Everything is told from where it stands, since the path that it lies under is the server's to say.
  base: './',
  plugins: [react(), stageScript()],
  server: { proxy: { '/api': { target: origin, changeOrigin: true }, '/sdk.js': origin } },
  build: {
    outDir: 'dist',
    target: 'es2024',
    // Our CSP lets no data: URL run, and a file of its own is cached.
    assetsInlineLimit: 0,
    // Everything else is served by us, so a modulepreload polyfill (an inline fetch loop) has nobody to serve.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // One chunk, so that whoever imports zod finds it told already not to try `eval`, whatever order chunks load in.
            { name: 'zod', test: /node_modules[\\/]zod[\\/]|without-eval/ },
          ],
        },
      },
    },
  },
});
