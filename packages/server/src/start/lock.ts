import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SightglassError } from '@sightglass/wire';
import { BadWish } from './environment.ts';

/** A data folder that is ours alone until `release`. */
export interface Lock {
  release(): void;
}

/**
 * Takes the data folder, making it where it is missing. The lock is SQLite's own on a file named `lock`: the kernel lets go of it
 * when the process ends in whatever way, so a killed server never leaves a folder that nobody may open.
 *
 * @throws {SightglassError} `data_in_use`, `data_unwritable`, `disk_full`
 */
export function lockFolder(folder: string): Lock {
  try {
    makeFolder(folder);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw toStartProblem(cause, folder);
  }
  const holder = join(folder, 'lock.pid');
  let sqlite: DatabaseSync;
  try {
    sqlite = new DatabaseSync(join(folder, 'lock'));
    sqlite.exec('PRAGMA journal_mode=MEMORY; BEGIN EXCLUSIVE; CREATE TABLE IF NOT EXISTS held (by INTEGER)');
    writeFileSync(holder, `${process.pid}\n`);
  } catch (cause) {
    if (/lock|busy/i.test(String(cause))) throw inUse(folder, holder, cause);
    throw toStartProblem(cause, folder);
  }
  return {
    release() {
      rmSync(holder, { force: true });
      sqlite.close();
    },
  };
}

/** Step by step: Node's own way never ends below a folder that lets nobody make one and says ENOENT, as mounts made on demand do. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  if (dirname(folder) !== folder) makeFolder(dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
}

function inUse(folder: string, holder: string, cause: unknown): SightglassError {
  let by = '';
  try {
    by = ` (process ${readFileSync(holder, 'utf8').trim()})`;
  } catch {
    // The holder is only just starting; the sentence does without its number.
  }
  return new SightglassError('data_in_use', `The data folder ${folder} is in use by another process${by}`, { cause });
}

/** What stands in the way of a start, where it is the disk's or the folder's fault; anything else comes back as it is. */
export function toStartProblem(cause: unknown, folder: string): unknown {
  if (cause instanceof SightglassError || cause instanceof BadWish) return cause;
  const code = (cause as { code?: unknown })?.code; // errors of Node's file system carry one
  if (code === 'ENOSPC' || code === 'EDQUOT' || /disk is full/i.test(String(cause)))
    return new SightglassError('disk_full', `The disk of the data folder ${folder} is full`, { cause });
  const forbidden = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOENT', 'EIO'].find((known) => known === code);
  if (forbidden !== undefined || /readonly database|unable to open database/i.test(String(cause)))
    return new SightglassError(
      'data_unwritable',
      `The data folder ${folder} cannot be written${forbidden === undefined ? '' : ` (${forbidden})`}`,
      { cause },
    );
  return cause;
}
