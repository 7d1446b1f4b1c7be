import { globSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { type BundleFile, isDocument } from '@sightglass/bundle';
import { cataloguesToRead } from '@sightglass/wire';

export const maxFiles = 2_000;
const maxDocumentBytes = 1_000_000;

/**
 * The scripts of a folder, or one file, with their maps. A map is taken from beside its script or from within it, from nowhere else.
 *
 * @returns With the number of scripts that were left out, since there are more than {@link maxFiles}.
 */
export function gatherFiles(path: string): { files: BundleFile[]; left: number } {
  const { single, root, scripts } = scriptsIn(path);
  const found = [...scripts, ...(single ? [] : [...documentsBeside(root), ...cataloguesBeside(root)])];
  const files = found.slice(0, maxFiles).map((name) => {
    const text = readFileSync(join(root, name), 'utf8');
    // Maps are several times their scripts: each is held while its script is read, and no longer.
    return {
      path: name.replaceAll('\\', '/'),
      text,
      ...(isDocument(name) ? {} : { map: () => mapBeside(root, name, text) }),
    };
  });
  return { files, left: found.length - files.length };
}

/** Bytes of the longest script, which decides how much memory reading takes. */
export function longestScript(from: string | readonly BundleFile[]): number {
  if (typeof from !== 'string') return Math.max(0, ...from.map(({ text }) => text.length));
  const { root, scripts } = scriptsIn(from);
  return Math.max(0, ...scripts.slice(0, maxFiles).map((name) => statSync(join(root, name)).size));
}

function scriptsIn(path: string): { single: boolean; root: string; scripts: string[] } {
  const single = statSync(path).isFile();
  const root = single ? dirname(path) : path;
  const scripts = single
    ? [basename(path)]
    : withoutServers(
        root,
        globSync('**/*.{js,mjs,cjs}', { cwd: root, exclude: (name) => name === 'node_modules' }).sort(),
      );
  return { single, root, scripts };
}

/** Frameworks put what their server runs beside what browsers get: `.next/server` beside `.next/static`. */
function withoutServers(root: string, scripts: readonly string[]): string[] {
  const known = new Map<string, boolean>();
  const isOfServer = (folder: string): boolean => {
    const above = dirname(folder);
    if (above === folder) return false;
    const own = known.get(folder) ?? (basename(folder) === 'server' && hasClient(join(root, above)));
    known.set(folder, own);
    return own || isOfServer(above);
  };
  return scripts.filter((name) => !isOfServer(dirname(name)));
}

const hasClient = (folder: string): boolean =>
  ['client', 'public', 'static'].some((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.isDirectory());

/** Pages and manifests that say something of the product: where they stand for the whole of it, and of no size to speak of. */
function documentsBeside(root: string): string[] {
  const names = ['index.html', '*/index.html', 'routes-manifest.json', '*/routes-manifest.json'];
  return names
    .flatMap((name) =>
      globSync(name, { cwd: root, exclude: (one) => one === 'node_modules' })
        .sort()
        .slice(0, 3),
    )
    .filter((name) => statSync(join(root, name)).size <= maxDocumentBytes)
    .slice(0, 3);
}

/** Texts in languages that the page fetches when it runs. */
function cataloguesBeside(root: string): string[] {
  const folders = '**/{locale,locales,_locales,i18n,lang,langs,languages,translation,translations}/**/*.json';
  const found = globSync(folders, { cwd: root, exclude: (one) => one === 'node_modules' });
  const sized = found.map((name) => ({
    name,
    path: name.replaceAll('\\', '/'),
    bytes: statSync(join(root, name)).size,
  }));
  return cataloguesToRead(sized).map(({ name }) => name);
}

function mapBeside(root: string, name: string, text: string): string | undefined {
  const address = mapAddress(text);
  const inline = address === undefined ? undefined : inlineMap(address);
  if (inline !== undefined) return inline;
  const beside = [`${name}.map`, ...(address === undefined ? [] : [join(dirname(name), decoded(address))])];
  for (const one of beside) {
    const file = resolve(root, one);
    if (relative(root, file).startsWith('..')) continue; // a script names its map; it may not name any file of this machine
    if (statSync(file, { throwIfNoEntry: false })?.isFile()) return readFileSync(file, 'utf8');
  }
  return undefined;
}

/** What `//# sourceMappingURL=` at a script's end says. */
export function mapAddress(text: string): string | undefined {
  return /\/\/[#@] ?sourceMappingURL=(\S+)\s*$/.exec(
    text.slice(Math.max(0, text.lastIndexOf('sourceMappingURL=') - 10)),
  )?.[1];
}

export function inlineMap(address: string): string | undefined {
  const [, coding, content] = /^data:application\/json[^,]*?(;base64)?,(.*)$/s.exec(address) ?? [];
  if (content === undefined) return undefined;
  return coding ? Buffer.from(content, 'base64').toString('utf8') : decoded(content);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // not encoded, then
  }
}
