import { hash } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '@sightglass/wire';
import { filesIn, isMissing, timeOf } from '../missing.ts';
import { syncFolder } from './append-file.ts';
import { contentHash, readEntry, writeEntry } from './entry.ts';
import { type Kind, projectFolder } from './paths.ts';
import { DamagedSegment, type Sheets } from './segments.ts';
import { pack, unpack } from './zstd.ts';

/** What writes them, with the segments that bring and name them. */
export interface TextFiles extends Pick<Sheets, 'newest' | 'has' | 'load' | 'drop'> {
  /** False where there is no room. The text is what its hash says. */
  keep(project: string, hash: string, text: string, about: Receipt): Promise<boolean>;
  /** Segments that came now name these. */
  touch(project: string, hashes: Iterable<string>, about: Receipt): Promise<void>;
  dropBefore(time: number, project?: string): Promise<void>;
}

export interface Receipt {
  receivedAt: number;
  sample: boolean;
}

const level = 9;
/** How far the time at which a text was last named may lag behind: touching it with each segment would cost a write each. */
const touchEveryMs = 24 * 3_600_000;
const kinds: Kind[] = ['live', 'sample'];

/**
 * Texts as files, one each, in a folder of the project's. A file's time is that of the last segment that named it.
 *
 * @param hasRoom - Whether one more may be put into the folder.
 */
export function createTextFiles(
  root: string,
  folderName: 'sheets' | 'assets',
  hasRoom: (folder: string) => Promise<boolean>,
): TextFiles {
  const folderOf = (project: string, kind: Kind): string => join(projectFolder(root, project), kind, folderName);
  const lists = new Map<string, { changedAt: number; hashes: string[] }>();
  const fileOf = (project: string, kind: Kind, hash: string): string => join(folderOf(project, kind), hash);

  async function keep(project: string, name: string, text: string, { receivedAt, sample }: Receipt): Promise<boolean> {
    const folder = folderOf(project, sample ? 'sample' : 'live');
    const path = join(folder, name);
    if ((await timeOf(path)) === undefined) {
      if (!(await hasRoom(folder))) return false;
      await write(folder, path, text);
    }
    await utimes(path, receivedAt / 1_000, receivedAt / 1_000);
    return true;
  }

  /** On the disk when it resolves: later segments leave the text out. */
  async function write(folder: string, path: string, text: string): Promise<void> {
    const bytes = Buffer.from(text);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = await open(`${path}.new`, 'w', 0o600);
    try {
      await file.writeFile(writeEntry(await pack(bytes, level), contentHash(bytes)));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(`${path}.new`, path);
    await syncFolder(folder);
  }

  async function touch(project: string, hashes: Iterable<string>, { receivedAt }: Receipt): Promise<void> {
    for (const name of new Set(hashes))
      for (const kind of kinds) {
        const path = fileOf(project, kind, name);
        const time = await timeOf(path);
        if (time !== undefined && time < receivedAt - touchEveryMs)
          await utimes(path, receivedAt / 1_000, receivedAt / 1_000);
      }
  }

  async function load(project: string, name: string): Promise<string | undefined> {
    if (!isSheetHash(name)) return undefined;
    for (const kind of kinds) {
      try {
        const { packed, content } = readEntry(await readFile(fileOf(project, kind, name)));
        const bytes = await unpack(packed, limits.maxStoredTextChars * 3);
        if (contentHash(bytes) === content) return bytes.toString('utf8');
      } catch (error) {
        // Not of this kind, or damaged: the other may have it whole. A disk that fails is another thing.
        if (!isMissing(error) && !(error instanceof DamagedSegment)) throw error;
      }
    }
    return undefined;
  }

  async function newest(project: string, most: number): Promise<string[]> {
    const folder = folderOf(project, 'live');
    // A new text changes the folder's own time; asked often, it is read seldom.
    const changedAt = await timeOf(folder);
    if (changedAt === undefined) return [];
    const known = lists.get(folder);
    if (known?.changedAt === changedAt) return known.hashes.slice(0, most);
    const names = await namesIn(folder);
    const times = await Promise.all(
      names.map(async (name) => ({ name, time: (await timeOf(join(folder, name))) ?? 0 })),
    );
    const hashes = times.sort((a, b) => b.time - a.time).map(({ name }) => name);
    lists.set(folder, { changedAt, hashes });
    return hashes.slice(0, most);
  }

  async function dropBefore(time: number, only?: string): Promise<void> {
    for (const project of only === undefined ? await filesIn(root) : [only])
      for (const kind of kinds) {
        const folder = folderOf(project, kind);
        for (const name of await namesIn(folder)) {
          const path = join(folder, name);
          const named = await timeOf(path);
          if (named !== undefined && named < time - touchEveryMs) await rm(path, { force: true });
        }
      }
  }

  return {
    newest,
    has: async (project, name) => isSheetHash(name) && (await timeOf(fileOf(project, 'live', name))) !== undefined,
    load,
    async drop(project, hashes) {
      for (const name of hashes)
        if (isSheetHash(name)) for (const kind of kinds) await rm(fileOf(project, kind, name), { force: true });
    },
    keep,
    touch,
    dropBefore,
  };
}

/** Names a text as a recorder does: the first 22 characters of the base64url form of the SHA-256 of its UTF-8 bytes. */
export function sheetHash(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 22);
}

export function isSheetHash(name: unknown): name is string {
  return typeof name === 'string' && /^[\w-]{22}$/.test(name);
}

export async function namesIn(folder: string): Promise<string[]> {
  return (await filesIn(folder)).filter(isSheetHash);
}
