import { createReadStream, createWriteStream } from 'node:fs';
import { open, readdir, readlink, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import { type Header, type Pack, pack } from 'tar-stream';
import { readKept } from '../start/engine-kept.ts';
import { BadWish } from '../start/environment.ts';
import { lockFolder } from '../start/lock.ts';
import { type Manifest, manifestName } from './manifest.ts';

/** What belongs to the running process and not to the data. */
const leftOut = new Set(['lock', 'lock.pid', 'sightglass.log']);

/**
 * Writes the whole data folder into one file, a tar in zstd with a checksum. The folder is locked meanwhile, so nothing in it moves; a
 * backup that is cut short leaves no file under its name.
 *
 * @returns lines for the operator.
 * @throws {BadWish} for a file that cannot be written, {SightglassError} `data_in_use` while Sightglass runs on the folder.
 */
export async function makeBackup(data: string, file: string, version: string, now: () => number): Promise<string> {
  const target = resolve(file);
  if (!(await isFolder(data))) throw new BadWish(`There is nothing in ${data} to back up.`);
  if (readKept(data)?.engine === 'clickhouse')
    throw new BadWish(
      `The rows of ${data} are in a ClickHouse server. Stop Sightglass, copy the folder, and back the database up there, before it starts again.`,
    );
  if (target.startsWith(data + sep)) throw new BadWish(`A backup in the data folder itself, ${data}, saves nothing.`);
  if (await exists(target)) throw new BadWish(`${target} is there already. Name a new file, or take that one away.`);
  const lock = lockFolder(data);
  const partial = join(dirname(target), `.${basename(target)}.partial`);
  try {
    const tar = pack();
    const about: Manifest = { format: 1, version, madeAt: now() };
    const compress = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
    const written = pipeline(tar, compress, createWriteStream(partial, { mode: 0o600, flags: 'w' }));
    const [files] = await Promise.all([fill(tar, data, about).catch((error) => stopPacking(tar, error)), written]);
    await sync(partial);
    await rename(partial, target);
    await sync(dirname(target));
    const { size } = await stat(target);
    return `${files} files of ${data} are in ${target} (${(size / 1e6).toFixed(1)} MB).`;
  } catch (cause) {
    await rm(partial, { force: true });
    throw toBadWish(cause, target);
  } finally {
    lock.release();
  }
}

async function fill(tar: Pack, data: string, about: Manifest): Promise<number> {
  await entry(tar, { name: manifestName, mode: 0o600 }, JSON.stringify(about));
  let files = 0;
  for (const found of await readdir(data, { recursive: true, withFileTypes: true })) {
    const path = join(found.parentPath, found.name);
    const name = relative(data, path);
    if (leftOut.has(name)) continue;
    if (found.isDirectory()) await entry(tar, { name, type: 'directory', mode: 0o700 });
    // The engine names its tables by links to where their parts are.
    else if (found.isSymbolicLink()) await entry(tar, { name, type: 'symlink', linkname: await readlink(path) });
    else if (found.isFile()) {
      await copy(tar, name, path);
      files += 1;
    }
    // What is left is a socket of the engine's: no data.
  }
  tar.finalize();
  return files;
}

function entry(tar: Pack, head: Partial<Header> & { name: string }, text?: string): Promise<void> {
  return new Promise((done, fail) => {
    const ended = (error?: Error | null) => (error ? fail(error) : done());
    if (text === undefined) tar.entry(head, ended);
    else tar.entry(head, text, ended);
  });
}

async function copy(tar: Pack, name: string, path: string): Promise<void> {
  // By its time some of what is kept knows how old it is.
  const { size, mtime } = await stat(path);
  if (size === 0) return entry(tar, { name, mtime, mode: 0o600 }, '');
  await new Promise<void>((done, fail) => {
    const sink = tar.entry({ name, size, mtime, mode: 0o600 }, (error) => (error ? fail(error) : done()));
    createReadStream(path, { end: size - 1 })
      .on('error', fail)
      .pipe(sink);
  });
}

function stopPacking(tar: Pack, error: Error): never {
  tar.destroy(error);
  throw error;
}

async function sync(path: string): Promise<void> {
  const handle = await open(path);
  await handle.sync().finally(() => handle.close());
}

function toBadWish(cause: unknown, target: string): unknown {
  const { code } = cause as { code?: string }; // errors of Node's file system carry one
  if (code === 'ENOSPC' || code === 'EDQUOT') return new BadWish(`There is no room for ${target}.`);
  if (code === 'EACCES' || code === 'ENOENT' || code === 'EROFS' || code === 'ENOTDIR')
    return new BadWish(`${target} cannot be written (${code}).`);
  return cause;
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
