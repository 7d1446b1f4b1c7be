/** Builds what browsers load of this package. `node packages/capture/build.ts [folder]` does it by hand. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { minify } from 'terser';
import { ownNames, shortNames } from './build-names.ts';
import { orders, putInOrder } from './build-order.ts';
import { lent } from './src/lent.ts';
import { over } from './src/observe/over.ts';
import { beganAt } from './src/page/target.ts';
import { toJson } from './src/scene/json.ts';
import { native } from './src/scene/native.ts';

/**
 * Writes into `outDir`: `sdk.js` (for a script tag, what a page loads first), `sdk-later.js` (which it loads after the page has), and
 * `sdk-recorder.js` (which it loads when a session is replayed), `sdk-pictures.js` (where canvases are replayed), `sdk-sheets.js` (where style sheets are of hosts for everybody) and `sdk-assets.js` (which a worker of that loads where pictures and fonts
 * are kept), each with a source map beside it.
 */
export async function buildSdk(outDir: string, order = putAsFound): Promise<void> {
  await mkdir(outDir, { recursive: true });
  const first = { name: 'sdk', entry: 'src/script.ts' };
  const { metafile } = await build({ ...bundling(first), metafile: true });
  const { inputs, outputs } = metafile;
  const own = inputs['src/lent.ts']?.imports.map(({ path }) => path) ?? [];
  const rules = Object.values(outputs).flatMap(({ inputs }) =>
    Object.keys(inputs).filter((path) => ruleFile.test(path)),
  );
  const lenders = [...own, ...rules].map((path) => resolve(import.meta.dirname, path));
  const others: SdkFile[] = [
    { name: 'sdk-later', entry: 'src/later/script.ts', plugins: [borrowFrom(lenders)] },
    { name: 'sdk-pictures', entry: 'src/recorder/pictures-script.ts' },
    { name: 'sdk-sheets', entry: 'src/recorder/public-sheets-script.ts' },
    { name: 'sdk-assets', entry: 'src/recorder/gather-script.ts' },
  ];
  const borrowed = [beganAt, native, over, toJson];
  const recorder = { name: 'sdk-recorder', entry: 'src/recorder/script.ts', plugins: [borrowFrom(lenders, borrowed)] };
  // Of what only the recorder uses no other file knows, and it adds it to nobody else's objects: letters that it has no other use for are free.
  const shared = new Set((await Promise.all([first, ...others].map(ownNamesOf))).flat());
  for (const file of [first, ...others]) await bundleInOrder(outDir, file, shortNames, order);
  const kept = Object.entries(shortNames).filter(([name]) => shared.has(name));
  const used = await ownNamesOf(recorder);
  await bundleInOrder(outDir, recorder, Object.fromEntries(kept.filter(([name]) => used.includes(name))), order);
}

interface SdkFile {
  name: string;
  entry: string;
  plugins?: Plugin[];
}

/** Those of our own names that a file uses. */
async function ownNamesOf(file: SdkFile): Promise<string[]> {
  const { mangleCache = {} } = await build({ ...bundling(file), mangleCache: {} });
  return Object.keys(mangleCache);
}

/** The face of the package is read by both; of its files `/sdk.js` lends those that it has. */
const ruleFile = /^\.\.\/privacy\/src\/(?!index\.ts$)/;

/**
 * Has the browser read all functions of a file where it reads it first, beside the page, instead of each on the page's own thread when it
 * is called: of what our files cost a page that loads, a fifth (https://v8.dev/blog/explicit-compile-hints; others read it as a comment).
 */
const readWhileLoading = '//# allFunctionsCalledOnLoad';

function putAsFound(file: string, tree: unknown): void {
  putInOrder(tree, orders[file] ?? []);
}

/** terser takes and gives its own tree, of which its types know nothing. */
const asTree = { ast: true, code: false } as object;

/** esbuild puts the files together, and terser writes them 5 % shorter than esbuild would. */
async function bundleInOrder(
  outDir: string,
  { name, ...rest }: SdkFile,
  mangleCache: Record<string, string>,
  order: typeof putAsFound,
): Promise<void> {
  const { outputFiles } = await build({ ...bundling({ name, ...rest }), outdir: outDir, mangleCache });
  const [map = '', code = ''] = outputFiles.map(({ text }) => text);
  const file = `${name}.js`;
  const { ast } = (await minify(
    { [file]: code },
    {
      ecma: 2020,
      // What begins as a module is strict without saying so, and nothing in it goes by that where it does not. Of a small one the function
      // around it would go, and by a script tag its names would be the page's.
      module: !/sdk$|pictures|sheets/.test(name),
      // Shorter as text is not always shorter packed: a constant stands right of a comparison save in the later part, statements stay
      // statements, in the first file conditions stay conditions, and in the recorder functions that are called where they stand stay
      // functions. No function of the later ones is constructed.
      compress: {
        passes: name === 'sdk-later' ? 3 : 5,
        lhs_constants: name === 'sdk-later',
        sequences: false,
        arrows: name === 'sdk-recorder',
        conditionals: name !== 'sdk',
        if_return: name !== 'sdk',
        hoist_funs: name === 'sdk-recorder',
        hoist_props: name !== 'sdk-later',
        unsafe_arrows: true,
        reduce_funcs: name !== 'sdk-recorder',
        unsafe_methods: name !== 'sdk',
        // Texts are joined by `+` and properties read a line later: ours are no objects that would notice.
        unsafe: true,
        unsafe_math: true,
        pure_getters: true,
        properties: name !== 'sdk',
      },
      format: asTree,
    },
  )) as { ast?: unknown };
  order(name, ast);
  const shorter = await minify(ast as never, {
    compress: false,
    mangle: false,
    // One letter outside Latin-1, and the browser keeps the whole file in two bytes a letter. Escaped it packs shorter, too.
    format: { ecma: 2020, preamble: readWhileLoading, ascii_only: true, quote_style: name === 'sdk-later' ? 2 : 0 },
    // Not named in the file: nobody serves it.
    sourceMap: { content: map, filename: file },
  });
  await writeFile(join(outDir, file), shorter.code ?? code);
  await writeFile(join(outDir, `${file}.map`), String(shorter.map ?? map));
}

function bundling({ name, entry, plugins = [] }: SdkFile) {
  return {
    absWorkingDir: import.meta.dirname,
    entryPoints: { [name]: entry },
    // Nothing is written there.
    outdir: import.meta.dirname,
    bundle: true,
    // Names stay until terser makes them short: by them it is known where a function goes.
    minifyWhitespace: true,
    minifySyntax: true,
    mangleProps: new RegExp(`^(${ownNames.join('|')})$`),
    format: 'iife',
    target: 'es2022',
    // Only in a part that goes to browsers that know them.
    supported: { 'import-attributes': true },
    sourcemap: 'external',
    sourcesContent: false,
    legalComments: 'none',
    logLevel: 'warning',
    write: false,
    plugins,
    // What a page has taken away may fail as the file begins: the others begin where that is heard.
    ...(name === 'sdk' && { banner: { js: '"use strict";try{' }, footer: { js: '}catch{}' } }),
  } as const satisfies BuildOptions;
}

/**
 * What these files export is taken from `/sdk.js`, which has them already.
 *
 * @param used - Of what is lent; names of the others would take the short ones.
 */
function borrowFrom(lenders: string[], used: ((...given: never[]) => unknown)[] = lent): Plugin {
  // Nothing is lent by a `/sdk.js` of before this way of lending.
  const contents = `export const [${lent.map((one) => (used.includes(one) ? one.name : '')).join(', ')}] = window.sightglassLends ?? []`;
  return {
    name: 'borrow',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\./ }, ({ resolveDir, path }) =>
        lenders.includes(resolve(resolveDir, path)) ? { namespace: 'borrow', path: 'lent' } : undefined,
      );
      onLoad({ filter: /.*/, namespace: 'borrow' }, () => ({ contents }));
    },
  };
}

if (import.meta.main) await buildSdk(process.argv[2] ?? join(import.meta.dirname, 'dist'));
