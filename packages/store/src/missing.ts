import { readdir, stat } from 'node:fs/promises';

/** Whether a file or a folder is not there, or went while it was looked for. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}

/** When it was written last, epoch milliseconds; undefined: it is not there. */
export async function timeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mtimeMs;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Bytes; none where the file is not there any more. */
export async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (isMissing(error)) return 0;
    throw error;
  }
}

/** What lies in a folder; nothing where there is none. */
export async function filesIn(folder: string, options?: { recursive: boolean }): Promise<string[]> {
  try {
    return await readdir(folder, options);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
