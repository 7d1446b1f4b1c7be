import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { limits, releaseFileKindOf } from '@sightglass/wire';

/** A file of a build that Sightglass reads: a script, a source map, a page, a manifest. */
export interface BuiltFile {
  /** As it is called in the release: below the folder, with slashes. */
  path: string;
  /** Where it lies. */
  file: string;
  bytes: number;
  sha256: string;
}

/** Folders in which no build puts what it ships. Vite keeps its manifest in `.vite`, Next its scripts in `.next`. */
const skipped = (name: string) =>
  name === 'node_modules' || name === 'cache' || /^\.(?!vite$|next$|output$)/.test(name);

/**
 * Finds what is to be uploaded in a folder: scripts, source maps, `index.html` and the manifests of frameworks, by path.
 *
 * @param prefix - Put before each path: `static/` where the folder is served from there.
 * @throws {Error} when the folder cannot be read.
 */
export async function gatherFolder(folder: string, prefix = ''): Promise<BuiltFile[]> {
  const names: string[] = [];
  const waiting = [''];
  for (let at = waiting.pop(); at !== undefined && names.length <= limits.maxReleaseFiles; at = waiting.pop()) {
    const entries = await readdir(join(folder, at), { withFileTypes: true });
    const isShipped = entries.some((entry) => entry.isDirectory() && /^(?:client|public|static)$/.test(entry.name));
    for (const entry of entries) {
      const name = at === '' ? entry.name : `${at}/${entry.name}`;
      // What a framework's server runs lies beside what browsers get: `.next/server` beside `.next/static`.
      if (isShipped && entry.name === 'server' && entry.isDirectory()) continue;
      if (entry.isDirectory() && !skipped(entry.name)) waiting.push(name);
      // A link may lead out of the folder: what it leads to was not built here.
      else if (entry.isFile() && releaseFileKindOf(name) !== undefined) names.push(name);
    }
  }
  return gatherFiles(folder, names.sort(), prefix);
}

/** The same for files that are known by name, as a bundler tells them. Names that nothing is read of are left out. */
export async function gatherFiles(folder: string, names: readonly string[], prefix = ''): Promise<BuiltFile[]> {
  const files: BuiltFile[] = [];
  for (const name of names) {
    if (releaseFileKindOf(name) === undefined) continue;
    const file = join(folder, name);
    const { size: bytes } = await stat(file);
    files.push({ path: `${prefix}${name}`, file, bytes, sha256: await hashOf(file) });
  }
  return files;
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
