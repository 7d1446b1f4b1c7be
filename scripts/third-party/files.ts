import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What a package says of itself. */
export interface Manifest {
  name: string;
  version: string;
  licence: string;
  about: string;
}

/** Larger ones are whole libraries in one file, prebuilt for pages without a bundler. */
const maxBytes = 2_000_000;
/** Packages with more files are icon sets and the like: the index would be full of them. */
const maxFiles = 2_500;

/** Never part of a bundle: tests, prebuilt files for script tags, command lines, development builds, translations. */
const left =
  /(^|\/)(node_modules|__tests__|__mocks__|tests?|spec|docs?|examples?|demos?|bin|cli|codemods?|benchmarks?|umd|iife|bundles|fesm5|fesm2015|esm5|esm2015|types|flow|flow-typed|testing|stories|schematics|scripts|tools|worker-loader|plugins-dev)\/|\.(min|development|dev|test|spec|stories|umd|iife|global|prod\.min|stories|d|worker\.min|amd|standalone|browserified)\.[cm]?js$|\.config\.[cm]?js$|(^|\/)(Gruntfile|Gulpfile|webpack|rollup)[^/]*\.js$/i;

/** Of Next, what reaches a browser. */
const nextParts =
  /^dist\/(client|shared|lib|api|pages|compiled\/(buffer|process|path-to-regexp|events|util|assert|url|punycode|path-browserify|querystring-es3|string_decoder|stream-browserify|os-browserify|vm-browserify|timers-browserify|setimmediate|native-url|web-vitals|web-vitals-attribution|ua-parser-js|strip-ansi|react|react-dom|scheduler|react-is|nanoid|cookie|@edge-runtime\/cookies|@babel\/runtime|regenerator-runtime))\//;

/** The scripts of an unpacked package that a bundler might take, by their paths in it. */
export function scriptsOf(folder: string, name: string): string[] {
  const all = globSync('**/*.{js,mjs,cjs}', { cwd: folder })
    .filter((file) => !left.test(file) && (name !== 'next' || nextParts.test(file)))
    .filter((file) => {
      const stat = statSync(join(folder, file));
      return stat.isFile() && stat.size <= maxBytes;
    })
    .sort();
  return all.length > maxFiles ? all.filter((file) => file.split('/').length <= 3).slice(0, maxFiles) : all;
}

export function manifestOf(folder: string): Manifest {
  const json = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
    license?: unknown;
    licenses?: { type?: string }[];
    description?: string;
  }; // the registry takes no manifest without name and version
  const { license } = json;
  const old =
    typeof license === 'object' && license !== null && 'type' in license
      ? String(license.type)
      : json.licenses?.[0]?.type;
  const licence = typeof license === 'string' ? license : (old ?? '');
  return { name: json.name, version: json.version, licence, about: (json.description ?? '').slice(0, 100) };
}

/**
 * Copies that a package carries count as what they are copies of: `next/dist/compiled/buffer/index.js`, and of packages that are indexed
 * themselves `convex/dist/esm/vendor/jwt-decode/index.js`.
 */
export function copyIn(name: string, file: string, isIndexed: (name: string) => boolean): string | undefined {
  if (name === 'next') return /^dist\/compiled\/(@[^/]+\/[^/]+|[^/]+)\//.exec(file)?.[1];
  const copy = /(?:^|\/)vendor(?:ed)?\/(@[^/]+\/[^/]+|[^/]+)\//.exec(file)?.[1];
  return copy !== undefined && isIndexed(copy) ? copy : undefined;
}
