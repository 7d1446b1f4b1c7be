import type { Owner } from '../face.ts';
import type { MapSource } from '../map/read.ts';

const unknown: Owner = { kind: 'unknown' };
const product: Owner = { kind: 'product' };
const of = (name: string, version?: string): Owner => ({
  kind: 'third-party',
  package: name,
  ...(version === undefined ? {} : { version }),
});

/** Code that bundlers and frameworks put in, whose names lie outside `node_modules`. */
const runtimes: readonly [RegExp, string][] = [
  [/^webpack\/(runtime|bootstrap|before-startup|startup|universalModuleDefinition|sharing|container)\b/, 'webpack'],
  [/^\(webpack\)|^webpack\/buildin\//, 'webpack'],
  [/^vite\/(modulepreload-polyfill|preload-helper|dynamic-import-helper|legacy)/, 'vite'],
  [/^(rolldown|rolldown-runtime|rolldown\/runtime)\b/, 'rolldown'],
  [/^\[next\]\//, 'next'],
  [/^\[turbopack\]\//, 'turbopack'],
  [/^(turbopack|turbopack-ecmascript|turbopack\/browser)\b.*\/?runtime/, 'turbopack'],
  // What a build was told, with all that nobody changed; pages and routes stand in others of these.
  [/^virtual:nuxt:.*(?:\/|%2F)nuxt\.config\.mjs$/, 'nuxt'],
  [/^(commonjsHelpers\.js|_commonjsHelpers|tslib\.js)/, 'rollup'],
];

/**
 * Whose code a source of a map is, by its name: the last `node_modules` in it, as npm, yarn (also its zips) and pnpm lay
 * packages out; what bundlers put in; and Next's own sources, whose names climb out of the application's root. Virtual modules,
 * and sources without a name, stay unknown: `<define:…>` carries a framework's settings as often as a product's.
 */
export function ownerOfSource({ name, ignored }: MapSource): Owner {
  const { path, scheme, up, space } = name;
  const inPackage = packageOf(path);
  if (inPackage) return inPackage;
  for (const [pattern, runtime] of runtimes) if (pattern.test(path)) return of(runtime);
  if (path === '' || /^[<\0]|^virtual:|^\(|^__vite-/.test(path)) return unknown;
  if (space === '_N_E' && up >= 2 && /^src\/(client|shared|server|lib|build|api|pages|experimental)\//.test(path))
    return of('next');
  if (scheme === 'outside' || scheme === 'external') return { kind: 'third-party' }; // it is loaded from elsewhere, and only named here
  if (ignored) return { kind: 'third-party' };
  return ['', 'webpack', 'webpack-internal', 'turbopack', 'file', 'http', 'https', 'app', 'ng', 'rsc'].includes(scheme)
    ? product
    : unknown;
}

/** The package that a path lies in, by the last `node_modules`; Next's compiled copies of others count as those. */
function packageOf(path: string): Owner | undefined {
  const at = path.lastIndexOf('node_modules/');
  if (at < 0 || (at > 0 && path[at - 1] !== '/')) return undefined;
  const owner = packageNamed(path.slice(at + 'node_modules/'.length));
  if (owner.package === undefined) return undefined;
  const copy = /^next\/dist\/compiled\/(@[^/]+\/[^/]+|[^/]+)\//.exec(path.slice(at + 'node_modules/'.length));
  if (copy?.[1] !== undefined) return of(copy[1]);
  const version = versionIn(path.slice(0, at), owner.package);
  return version === undefined ? owner : of(owner.package, version);
}

/** A name as the registry allows it; what is none says only that it is third-party. */
function packageNamed(path: string): Owner {
  const name = /^(@[a-z0-9~-][a-z0-9._~-]*\/[a-z0-9~-][a-z0-9._~-]*|[a-z0-9~-][a-z0-9._~-]*)(\/|$)/i.exec(path)?.[1];
  return name === undefined ? { kind: 'third-party' } : of(name);
}

/** `.pnpm/axios@1.2.3(peer)/`, `.pnpm/@scope+name@1.2.3_peer/`, `.yarn/cache/axios-npm-1.2.3-4f2a….zip/`. */
function versionIn(before: string, name: string): string | undefined {
  const plain = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const number = '(\\d+\\.\\d+\\.\\d+(?:-[0-9A-Za-z.-]+?)?)';
  const pnpm = new RegExp(`\\.pnpm/${plain.replace('/', '\\+')}@${number}(?:[(_+][^/]*)?/$`).exec(before);
  const yarn = new RegExp(
    `cache/${plain.replace('/', '-')}-(?:npm|virtual)-${number}-[0-9a-f]+(?:-[0-9a-f]+)*\\.zip/$`,
  ).exec(before);
  return (pnpm ?? yarn)?.[1];
}
