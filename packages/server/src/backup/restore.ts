import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, realpath, rename, rm, rmdir, symlink, utimes } from 'node:fs/promises';
import { dirname, isAbsolute, resolve, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { SightglassError } from '@sightglass/wire';
import { extract, type Header } from 'tar-stream';
import { BadWish } from '../start/environment.ts';
import { type FolderBefore, openFolderBefore } from './erased-since.ts';
import { type Manifest, manifest, manifestName } from './manifest.ts';

/** One file or folder of a tar: its head, and a stream of its content. */
type Entry = Readable & { header: Header };

/**
 * Makes a data folder from a backup. It is written beside its place and moved there only when the whole file was read and its checksum
 * fits: a damaged backup, or a restore that is cut short, leaves no folder that a server would start on.
 *
 * @param erasedSince - The folder whose place it takes: who was erased there since the backup is erased at the first start. undefined: nobody knows.
 * @returns lines for the operator.
 * @throws {BadWish} where the folder holds something, or the file is no whole backup, or not of the folder before; {SightglassError} `data_in_use`
 * of that one, `data_newer`
 */
export async function restoreBackup(data: string, file: string, erasedSince?: string): Promise<string> {
  const source = resolve(file);
  const before = erasedSince === undefined ? undefined : await openFolderBefore(erasedSince, data);
  try {
    return await restore(data, source, before);
  } finally {
    before?.release();
  }
}

async function restore(data: string, source: string, before: FolderBefore | undefined): Promise<string> {
  if (!(await isEmpty(data)))
    throw new BadWish(`${data} is not empty. Restore into a new folder: set SIGHTGLASS_DATA, or move that one away.`);
  await mkdir(dirname(data), { recursive: true });
  const beside = await mkdtemp(`${data}.restoring-`);
  try {
    const { about, files } = await unpack(source, beside);
    const erased = (await before?.carryInto(beside)) ?? notKnown;
    await rmdir(data).catch(() => undefined); // not there is as good as empty
    await rename(beside, data);
    const madeAt = new Date(about.madeAt).toISOString();
    return `${files} files are in ${data}, as they were at ${madeAt} with Sightglass ${about.version}.\n${erased}`;
  } catch (cause) {
    await rm(beside, { recursive: true, force: true });
    throw toBadWish(cause, source);
  }
}

const notKnown =
  'Who was erased since then is not known in it, and so is in it again, as is what was removed: with --erased-since FOLDER, the folder that it takes the place of, they go at the first start.';

async function unpack(source: string, folder: string): Promise<{ about: Manifest; files: number }> {
  const entries = extract();
  // Its failure arrives through the entries, whose reading it ends.
  const fed = pipeline(createReadStream(source), createZstdDecompress(), entries).catch(() => undefined);
  let about: Manifest | undefined;
  let files = 0;
  for await (const one of entries as AsyncIterable<Entry>) {
    if (about === undefined) about = await readManifest(one);
    else files += await place(one, folder);
  }
  await fed;
  if (about === undefined) throw new BadWish('It holds nothing.');
  return { about, files };
}

async function readManifest(one: Entry): Promise<Manifest> {
  const said = one.header.name === manifestName ? manifest.safeParse(JSON.parse(await text(one))) : undefined;
  if (!said?.success) throw new BadWish('It is no backup that this version of Sightglass can read.');
  return said.data;
}

/** Nothing lands outside of the folder, whatever the names say. Answers how many files that made. */
async function place(one: Entry, folder: string): Promise<number> {
  const { name } = one.header;
  const path = resolve(folder, name);
  if (!path.startsWith(folder + sep)) throw outside(name);
  if (one.header.type === 'directory') {
    await mkdir(path, { recursive: true, mode: 0o700 });
    await stayIn(folder, path, name);
    one.resume();
    return 0;
  }
  if (one.header.type === 'symlink') {
    const { linkname } = one.header;
    if (!linkname || isAbsolute(linkname) || !resolve(dirname(path), linkname).startsWith(folder + sep))
      throw outside(String(linkname));
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await stayIn(folder, dirname(path), name);
    await symlink(linkname, path);
    // Where it leads to may come later; led through other links, the words of a path say little of where it ends.
    await stayIn(folder, path, linkname);
    one.resume();
    return 0;
  }
  if (one.header.type !== 'file') throw new BadWish(`It holds what no backup holds: ${one.header.name}.`);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await stayIn(folder, dirname(path), name);
  // New, so that it is not written through a link of its name.
  await pipeline(one, createWriteStream(path, { mode: 0o600, flags: 'wx', flush: true }));
  const { mtime } = one.header;
  if (mtime !== undefined) await utimes(path, mtime, mtime);
  return 1;
}

const outside = (name: string): BadWish => new BadWish(`It names a place outside of the folder: ${name}.`);

/** @throws {BadWish} where a path, its links followed, ends elsewhere */
async function stayIn(folder: string, path: string, name: string): Promise<void> {
  const [home, real] = await Promise.all([realpath(folder), realpath(path).catch(() => undefined)]);
  if (real !== undefined && real !== home && !real.startsWith(home + sep)) throw outside(name);
}

function toBadWish(cause: unknown, source: string): unknown {
  if (cause instanceof SightglassError) return cause;
  if (cause instanceof BadWish) return new BadWish(`${source} cannot be restored. ${cause.message}`);
  const { code } = cause as { code?: string }; // errors of Node's file system and zlib carry one
  if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR')
    return new BadWish(`${source} cannot be read (${code}).`);
  if (code === 'ENOSPC' || code === 'EDQUOT') return new BadWish('There is no room for what the backup holds.');
  return new BadWish(`${source} is damaged, or no backup: ${(cause as Error).message}.`); // zlib and tar-stream throw errors
}

const isEmpty = (folder: string): Promise<boolean> =>
  readdir(folder).then(
    (names) => names.length === 0,
    (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
  );
