import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';

/** What was done to a folder so that each script and its map are known to belong together. */
export interface Injected {
  /** Scripts and maps that were written to. */
  scripts: number;
  maps: number;
  /** Pairs that had one already. */
  there: number;
  /** What was left as it is, with the reason. */
  left: { path: string; reason: string }[];
}

/**
 * Writes a debug id into scripts that have a map beside them, and into those maps, where there is none: `//# debugId=` and `debugId`, as
 * ECMA-426 has them, and `debug_id`, as other tools read it. The id is made of the script's own content, so that the same build gets the
 * same one; what has an id keeps it. No place moves: a script gets a line behind its last, before the one that names its map.
 *
 * @param names - Files below `folder`, with slashes.
 * @throws {Error} when a file cannot be read or written.
 */
export async function injectDebugIds(folder: string, names: readonly string[]): Promise<Injected> {
  const done: Injected = { scripts: 0, maps: 0, there: 0, left: [] };
  const known = new Set(names);
  for (const path of names) {
    if (!/\.[cm]?js$/i.test(path)) continue;
    const script = await readFile(join(folder, path), 'utf8');
    const mapPath = mapOf(path, script, known);
    if (mapPath === undefined) continue;
    const map = await readFile(join(folder, mapPath), 'utf8');
    if (!isMap(map)) {
      done.left.push({ path: mapPath, reason: 'It is no source map that can be read.' });
      continue;
    }
    const own = idOfScript(script);
    const told = idOfMap(map);
    if (own !== undefined && told !== undefined && own !== told) {
      done.left.push({
        path,
        reason: `Its debug id is ${own}, and that of ${mapPath} is ${told}: they are of two builds.`,
      });
      continue;
    }
    if (own !== undefined && told !== undefined) done.there += 1;
    const id = own ?? told ?? idMadeOf(script);
    if (own === undefined) {
      await writeFile(join(folder, path), withId(script, id));
      done.scripts += 1;
    }
    if (told === undefined) {
      await writeFile(
        join(folder, mapPath),
        map.replace(/^\s*\{\s*/, `{"debugId":"${id}","debug_id":"${id}",`).replace(/,\}\s*$/, '}'),
      );
      done.maps += 1;
    }
  }
  return done;
}

const idOfScript = (text: string): string | undefined =>
  /\/\/[#@] debugId=([0-9a-f-]{32,36})/i.exec(text.slice(-2_000))?.[1]?.toLowerCase();

function idOfMap(text: string): string | undefined {
  const { debugId, debug_id: other } = JSON.parse(text) as { debugId?: unknown; debug_id?: unknown }; // `isMap` has read it
  const id = debugId ?? other;
  return typeof id === 'string' && /^[0-9a-f-]{32,36}$/i.test(id) ? id.toLowerCase() : undefined;
}

function isMap(text: string): boolean {
  try {
    const told: unknown = JSON.parse(text);
    return typeof told === 'object' && told !== null && 'version' in told;
  } catch {
    return false; // not JSON, then
  }
}

/** The map beside a script: as its last line says, or called as the script is. */
function mapOf(path: string, script: string, known: ReadonlySet<string>): string | undefined {
  const address = /\/\/[#@] ?sourceMappingURL=([^\s'"]+)\s*$/.exec(script.slice(-2_000))?.[1];
  const named =
    address === undefined || /^(?:data|https?):/.test(address) ? undefined : decoded(address.replace(/[?#].*$/, ''));
  const beside = named === undefined ? [] : [normalize(join(dirname(path), named)).replaceAll('\\', '/')];
  return [...beside, `${path}.map`].find((one) => known.has(one));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // not encoded, then
  }
}

/** Of the form of a UUID, version 4, as tools expect it. */
function idMadeOf(script: string): string {
  const hash = createHash('sha256').update(script).digest('hex');
  const variant = '89ab'[Number.parseInt(hash[16] ?? '0', 16) & 3];
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `4${hash.slice(13, 16)}`,
    `${variant}${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-');
}

function withId(script: string, id: string): string {
  const line = `//# debugId=${id}\n`;
  const at = /\/\/[#@] ?sourceMappingURL=\S+\s*$/.exec(script)?.index;
  if (at !== undefined) return script.slice(0, at) + line + script.slice(at);
  return `${script}${script.endsWith('\n') || script === '' ? '' : '\n'}${line}`;
}
