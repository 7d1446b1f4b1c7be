import { close, constants, fdatasync, fstatSync, open, writev } from 'node:fs';
import { open as openHandle, rename, statfs, unlink } from 'node:fs/promises';

/** A file that the journal writes. */
export interface JournalFile {
  /** Writes all of it. */
  write(buffers: Buffer[], position: number): Promise<void>;
  sync(): Promise<void>;
  /** How many names the file has: 0 means that somebody deleted it, and what is synced into it is lost. */
  links(): number;
  close(): Promise<void>;
}

/** What the journal asks of the disk; tests hand in one that fails. */
export interface Disk {
  open(path: string): Promise<JournalFile>;
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Names that were given, changed or taken in this folder are on the disk when it resolves. */
  syncFolder(dir: string): Promise<void>;
  freeBytes(dir: string): Promise<number>;
}

export const realDisk: Disk = {
  // Made when it is not there, never truncated: recycled files keep their written blocks.
  open: (path) =>
    new Promise((resolve, reject) =>
      open(path, constants.O_RDWR | constants.O_CREAT, (error, file) =>
        error ? reject(error) : resolve(journalFile(file)),
      ),
    ),
  rename,
  remove: unlink,
  async syncFolder(dir) {
    const folder = await openHandle(dir, 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  },
  async freeBytes(dir) {
    const { bavail, bsize } = await statfs(dir);
    return bavail * bsize;
  },
};

function journalFile(file: number): JournalFile {
  return {
    write: (buffers, position) =>
      new Promise((resolve, reject) => {
        const total = buffers.reduce((sum, buffer) => sum + buffer.length, 0);
        writev(file, buffers, position, (error, written) => {
          if (error) reject(error);
          else if (written === total) resolve();
          else
            journalFile(file)
              .write(rest(buffers, written), position + written)
              .then(resolve, reject);
        });
      }),
    sync: () => new Promise((resolve, reject) => fdatasync(file, (error) => (error ? reject(error) : resolve()))),
    // Told from memory in a microsecond; another thread would take twenty to ask.
    links: () => fstatSync(file).nlink,
    close: () => new Promise((resolve, reject) => close(file, (error) => (error ? reject(error) : resolve()))),
  };
}

/** A write that a signal or a full disk cut short goes on where it stopped; the next call then says what is wrong. */
function rest(buffers: Buffer[], written: number): Buffer[] {
  let left = written;
  return buffers.flatMap((buffer) => {
    const cut = Math.min(left, buffer.length);
    left -= cut;
    return cut === buffer.length ? [] : [buffer.subarray(cut)];
  });
}
