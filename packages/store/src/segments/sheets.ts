import { limits } from '@sightglass/wire';
import { createAssets } from './assets.ts';
import type { Sheets } from './segments.ts';
import { createTextFiles, isSheetHash, namesIn, type Receipt, sheetHash } from './text-files.ts';

/** What writes them, with the segments that bring and name them. */
export interface SheetKeeper extends Sheets {
  /**
   * `refused`: this is not the hash of the text, or it is a file of no kind that is kept. `left`: a style sheet that is too long, or too many
   * are here; the segment keeps its text. `full`: there is no room for more pictures and fonts.
   */
  keep(project: string, hash: string, text: string, about: Receipt): Promise<'kept' | 'refused' | 'left' | 'full'>;
  /** Pages that ask for this address (by its name, see `Sheets.known`) are told that it leads to this file; null: to none that is to be had. */
  bind(project: string, name: string, hash: string | null, about: Receipt): Promise<void>;
  /** Segments that came now name these. */
  touch(project: string, hashes: Iterable<string>, about: Receipt): Promise<void>;
  dropBefore(time: number, project?: string): Promise<void>;
}

/** A product has some hundreds of sheets over its releases; more are made up by someone. */
const maxSheets = 5_000;

/** {@link Sheets} as files below the project's folders: style sheets in one, pictures and fonts in another. */
export function createFileSheets(root: string): SheetKeeper {
  const sheets = createTextFiles(root, 'sheets', async (folder) => (await namesIn(folder)).length < maxSheets);
  const assets = createAssets(root);

  return {
    newest: sheets.newest,
    has: async (project, hash) => (await sheets.has(project, hash)) || (await assets.has(project, hash)),
    load: async (project, hash) => (await sheets.load(project, hash)) ?? (await assets.load(project, hash)),
    known: assets.known,
    async drop(project, hashes) {
      const all = [...hashes];
      await sheets.drop(project, all);
      await assets.drop(project, all);
    },
    async keep(project, hash, text, about) {
      if (!isSheetHash(hash) || sheetHash(text) !== hash) return 'refused';
      if (text.startsWith('data:')) return assets.keep(project, hash, text, about);
      if (text.length > limits.maxStoredTextChars) return 'left';
      return (await sheets.keep(project, hash, text, about)) ? 'kept' : 'left';
    },
    bind: assets.bind,
    async touch(project, hashes, about) {
      const all = [...hashes];
      await sheets.touch(project, all, about);
      await assets.touch(project, all, about);
    },
    async dropBefore(time, project) {
      await sheets.dropBefore(time, project);
      await assets.dropBefore(time, project);
    },
  };
}
