import { type FileHandle, open } from 'node:fs/promises';

/** A file that only grows. */
export interface AppendFile {
  /** Where the next bytes go. */
  end(): number;
  /** Appends all of the bytes and returns where they begin. After a failure the end is where it was. */
  append(bytes: Buffer): Promise<number>;
  /** Whether the file is still under its name (it may have been deleted by another process). */
  isThere(): Promise<boolean>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** Opens or makes the file. Whatever stands behind `end` (default: the file's size) is overwritten. */
export async function openAppendFile(path: string, end?: number): Promise<AppendFile> {
  const handle = await openOrMake(path);
  let size = end ?? (await handle.stat()).size;
  if (end !== undefined) await handle.truncate(end);
  let dirty = false;

  return {
    end: () => size,
    append: async (bytes) => {
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
      if (!dirty) return;
      dirty = false;
      try {
        await handle.datasync();
      } catch (error) {
        dirty = true;
        throw error;
      }
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
