import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { compile } from 'svelte/compiler';

const zoo = join(import.meta.dirname, '../../fixtures/zoo');

/** What the server of a zoo page answers, by path. */
export type Files = Record<string, { media: string; body: string | Buffer }>;

/** Pictures and a font as a site has them, each made here (see `fixtures/zoo/ORIGIN.md`). */
const pictures: Files = Object.fromEntries(
  ['hill.png', 'sea.png', 'dune.png', 'private.png', 'bars.ttf'].map((name) => [
    `/${name}`,
    { media: name.endsWith('png') ? 'image/png' : 'font/ttf', body: readFileSync(join(zoo, name)) },
  ]),
);

/** A page of `fixtures/zoo` as its own server has it: the document at `/`, its script and style sheet, and frames' documents. */
export async function buildPage(name: string): Promise<Files> {
  const script = ['.ts', '.tsx'].map((ending) => join(zoo, name + ending)).find(existsSync);
  const files: Files = {
    '/own.svg': { media: 'image/svg+xml', body: readFileSync(join(zoo, 'own.svg'), 'utf8') },
    '/icons.svg': { media: 'image/svg+xml', body: readFileSync(join(zoo, 'icons.svg'), 'utf8') },
    '/views.svg': { media: 'image/svg+xml', body: readFileSync(join(zoo, 'views.svg'), 'utf8') },
    '/private.css': { media: 'text/css', body: readFileSync(join(zoo, 'private.css'), 'utf8') },
    ...pictures,
    '/served.css': { media: 'text/css', body: readFileSync(join(zoo, 'served.css'), 'utf8') },
    '/zoo.css': { media: 'text/css', body: readFileSync(join(zoo, 'zoo.css'), 'utf8') },
  };
  if (!script) {
    for (const part of ['', '-inner', '-deep']) {
      const file = join(zoo, `${name}${part}.html`);
      if (existsSync(file)) files[`/${part}`] = { media: 'text/html', body: readFileSync(file, 'utf8') };
    }
    return files;
  }
  files['/page.js'] = { media: 'text/javascript', body: await bundle(script) };
  files['/'] = {
    media: 'text/html',
    body: `<!doctype html><html lang="en"><head><title>${name}</title><link rel="stylesheet" href="/zoo.css"></head>
      <body><div id="app"></div><script src="/page.js"></script></body></html>`,
  };
  return files;
}

/** As it is built for production. */
async function bundle(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    ...{ bundle: true, write: false, minify: true, format: 'iife', target: 'es2022', jsx: 'automatic' },
    define: {
      'process.env.NODE_ENV': '"production"',
      ...{ __VUE_OPTIONS_API__: 'true', __VUE_PROD_DEVTOOLS__: 'false' },
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
    conditions: ['production', 'browser', 'svelte'],
    plugins: [svelte],
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
}

const svelte: Plugin = {
  name: 'svelte',
  setup({ onLoad }) {
    onLoad({ filter: /\.svelte$/ }, ({ path }) => ({
      contents: compile(readFileSync(path, 'utf8'), { filename: path, css: 'injected' }).js.code,
      loader: 'js',
    }));
  },
};
