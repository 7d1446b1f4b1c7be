import type { KeptReleaseFile } from '@sightglass/store';

/** A script's map: a file of the release, or the script itself where it carries its own. */
export type MapOfScript = { path: string; sha256: string; inline: boolean };
type File = Pick<KeptReleaseFile, 'path' | 'kind' | 'sha256' | 'debugId' | 'mapAddress'>;

/**
 * Which map belongs to which script: by debug id where both have one; else the map within the script; else the address that the
 * script names; else its own name and `.map`; else the only map whose file is called as that address ends. Two different debug ids
 * are never one build, whatever the names say.
 */
export function matchMaps(files: readonly File[]): Map<string, MapOfScript> {
  const maps = files.filter(({ kind }) => kind === 'map');
  const byPath = new Map(maps.map((map) => [map.path, map]));
  const byDebugId = new Map(maps.flatMap((map) => (map.debugId === null ? [] : [[map.debugId, map]])));
  const found = new Map<string, MapOfScript>();
  for (const script of files) {
    if (script.kind !== 'script') continue;
    const same = script.debugId === null ? undefined : byDebugId.get(script.debugId);
    if (!same && script.mapAddress?.startsWith('data:')) {
      found.set(script.path, { path: script.path, sha256: script.sha256, inline: true });
      continue;
    }
    const map = same ?? named(script, byPath) ?? calledAlike(script, maps);
    if (map) found.set(script.path, { path: map.path, sha256: map.sha256, inline: false });
  }
  return found;
}

function named(script: File, byPath: ReadonlyMap<string, File>): File | undefined {
  const beside = script.path.replace(/[^/]*$/, '');
  const paths = [...(script.mapAddress === null ? [] : [resolved(beside, script.mapAddress)]), `${script.path}.map`];
  return paths.map((path) => byPath.get(path)).find((map) => map && fits(script, map));
}

function calledAlike(script: File, maps: readonly File[]): File | undefined {
  if (script.mapAddress === null) return undefined;
  const name = lastPart(resolved('', script.mapAddress));
  const alike = maps.filter((map) => lastPart(map.path) === name && fits(script, map));
  return alike.length === 1 ? alike[0] : undefined;
}

const fits = (script: File, map: File) =>
  script.debugId === null || map.debugId === null || script.debugId === map.debugId;

/** `../maps/app.js.map` beside `assets/` is `maps/app.js.map`; of an address with a host, its path. */
function resolved(folder: string, address: string): string {
  const base = `http://host/${folder}`;
  return URL.canParse(address, base) ? decoded(new URL(address, base).pathname.slice(1)) : address;
}

/**
 * The script of a release that a stack names by its address or path. A release may have been built for another folder than it is
 * served from, and uploaded from above or below it: so the script whose path is the longest end of the address, or, failing that,
 * the only one whose path ends as the address does.
 */
export function scriptOf<Script extends { path: string }>(
  scripts: readonly Script[],
  address: string,
): Script | undefined {
  const path = pathOf(address);
  const within = scripts
    .filter((script) => `/${path}`.endsWith(`/${script.path}`))
    .toSorted((one, other) => other.path.length - one.path.length);
  if (within[0]) return within[0];
  const around = path === '' ? [] : scripts.filter((script) => script.path.endsWith(`/${path}`));
  return around.length === 1 ? around[0] : undefined;
}

function pathOf(address: string): string {
  const path = address.replace(/^[a-z][\w+.-]*:\/\/[^/]*/i, '').replace(/[?#].*$/s, '');
  return decoded(path.replace(/^\/+/, ''));
}

const lastPart = (path: string) => path.slice(path.lastIndexOf('/') + 1);

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a stray percent sign: it is part of the name, then
  }
}
