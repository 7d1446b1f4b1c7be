import { mkdir, open, readFile, rename, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '@sightglass/wire';
import { filesIn, isMissing, sizeOf, timeOf } from '../missing.ts';
import { typedAsset } from './asset-types.ts';
import { projectFolder } from './paths.ts';
import { createTextFiles, isSheetHash, namesIn, type Receipt, type TextFiles } from './text-files.ts';

/** Pictures and fonts of the pages of projects, and under which addresses pages find them. */
export interface Assets extends Pick<TextFiles, 'has' | 'load' | 'drop' | 'touch' | 'dropBefore'> {
  keep(project: string, hash: string, text: string, about: Receipt): Promise<'kept' | 'refused' | 'full'>;
  bind(project: string, name: string, hash: string | null, about: Receipt): Promise<void>;
  /** See `Sheets.known`. */
  known(project: string, names: readonly string[], now: number): Promise<Record<string, string>>;
}

/** What an address led to longer ago than this is fetched once more, by one visitor: a logo may be another one today. */
const freshMs = 24 * 3_600_000;

/**
 * {@link Assets} as files: what was sent in `assets`, under its hash; in `addresses`, under the hashed address, the hash of what it led to.
 * Nothing of sample data is told to a page.
 */
export function createAssets(root: string): Assets {
  const files = createTextFiles(root, 'assets', hasRoom);
  const folderOf = (project: string): string => join(projectFolder(root, project), 'live', 'addresses');

  async function keep(project: string, hash: string, text: string, about: Receipt) {
    const isTooLarge = text.length > (limits.maxAssetBytes * 4) / 3 + 200;
    if (isTooLarge || typedAsset(text) === null) return 'refused' as const;
    return (await files.keep(project, hash, text, about)) ? ('kept' as const) : ('full' as const);
  }

  async function load(project: string, hash: string): Promise<string | undefined> {
    const text = await files.load(project, hash);
    return text === undefined ? undefined : (typedAsset(text) ?? undefined);
  }

  async function bind(
    project: string,
    name: string,
    hash: string | null,
    { receivedAt, sample }: Receipt,
  ): Promise<void> {
    if (sample || !isSheetHash(name) || (hash !== null && !(await files.has(project, hash)))) return;
    const folder = folderOf(project);
    const path = join(folder, name);
    if ((await timeOf(path)) === undefined && (await namesIn(folder)).length >= limits.maxProjectAssets) return;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // Not synced: an address that is lost is fetched once more.
    const file = await open(`${path}.new`, 'w', 0o600);
    try {
      await file.writeFile(hash ?? '');
    } finally {
      await file.close();
    }
    await utimes(`${path}.new`, receivedAt / 1_000, receivedAt / 1_000);
    await rename(`${path}.new`, path);
  }

  async function known(project: string, names: readonly string[], now: number): Promise<Record<string, string>> {
    const found = await Promise.all(
      names.filter(isSheetHash).map(async (name): Promise<[string, string][]> => {
        const path = join(folderOf(project), name);
        const boundAt = await timeOf(path);
        if (boundAt === undefined || boundAt < now - freshMs) return [];
        const hash = await readText(path);
        return hash === '' || (hash !== undefined && (await files.has(project, hash))) ? [[name, hash]] : [];
      }),
    );
    return Object.fromEntries(found.flat());
  }

  /** The addresses first: as long as a file is there, whoever is broken off finds what led to it. */
  async function drop(project: string, hashes: Iterable<string>): Promise<void> {
    const all = [...hashes];
    const gone = new Set<string>();
    for (const hash of all) if (await files.has(project, hash)) gone.add(hash);
    const folder = folderOf(project);
    for (const name of gone.size === 0 ? [] : await namesIn(folder)) {
      const path = join(folder, name);
      if (gone.has((await readText(path)) ?? '')) await rm(path, { force: true });
    }
    await files.drop(project, all);
  }

  async function dropBefore(time: number, only?: string): Promise<void> {
    await files.dropBefore(time, only);
    for (const project of only === undefined ? await filesIn(root) : [only]) {
      const folder = folderOf(project);
      for (const name of await namesIn(folder)) {
        const path = join(folder, name);
        if (((await timeOf(path)) ?? time) < time) await rm(path, { force: true });
      }
    }
  }

  return { has: files.has, load, drop, touch: files.touch, dropBefore, keep, bind, known };
}

async function hasRoom(folder: string): Promise<boolean> {
  const names = await namesIn(folder);
  if (names.length >= limits.maxProjectAssets) return false;
  let bytes = 0;
  for (const name of names) bytes += await sizeOf(join(folder, name));
  return bytes < limits.maxProjectAssetBytes;
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
