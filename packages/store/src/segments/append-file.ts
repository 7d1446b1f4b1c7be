import { type FileHandle, open } from 'node:fs/promises';

/** A file that only grows. */
export interface AppendFile {
  /** Where the next bytes go. */
  end(): number;
  /** Appends all of the bytes and returns where they begin. After a failure the end is where it was. */
  append(bytes: Buffer): Promise<number>;
  /** Whether the file is still under its name (it may have been deleted by another process). */
  isThere(): Promise<boolean>;
  /** After a failure nobody knows what is on the disk (FAULTS D48): the file takes no more, and whatever was not synced before has to be written again. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** Opens or makes the file. Whatever stands behind `end` (default: the file's size) is overwritten. */
export async function openAppendFile(path: string, end?: number): Promise<AppendFile> {
  const handle = await openOrMake(path);
  let size = end ?? (await handle.stat()).size;
  if (end !== undefined) await handle.truncate(end);
  let dirty = false;
  let syncedSize = size;
  let failure: unknown;

  /** What is asked of it later tells the same: that sync would find nothing to do, and call it done. */
  async function giveUp(error: unknown): Promise<never> {
    failure = error;
    // What is lost could still be read, and pointed at, for as long as the system remembers it.
    await handle.truncate(syncedSize).catch(() => undefined);
    throw error;
  }

  return {
    end: () => size,
    append: async (bytes) => {
      if (failure !== undefined) throw failure;
      const at = size;
      dirty = true;
      let written = 0;
      while (written < bytes.length) {
        const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, at + written);
        written += bytesWritten;
      }
      size = at + bytes.length;
      return at;
    },
    isThere: async () => (await handle.stat()).nlink > 0,
    sync: async () => {
      if (failure !== undefined) throw failure;
      if (!dirty) return;
      dirty = false;
      const upTo = size;
      await handle.datasync().catch(giveUp);
      syncedSize = upTo;
    },
    close: () => handle.close(),
  };
}

async function openOrMake(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx+', 0o600);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return open(path, 'r+');
    throw error;
  }
}

/** Makes the names in a folder durable. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
