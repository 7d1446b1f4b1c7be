import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { filesIn, timeOf } from '../missing.ts';
import { pack, unpack } from '../segments/zstd.ts';

export interface Readings {
  get(project: string, key: string, maxBytes: number): Promise<string | undefined>;
  put(project: string, key: string, text: string): Promise<void>;
  /** Forgets those that nobody asked for since `before`. */
  dropUnused(project: string, before: number): Promise<void>;
}

const level = 6;

/** {@link Readings} as one packed file each. They can be made again, so nothing here waits for the disk. */
export function createReadings(folderOf: (project: string) => string): Readings {
  const fileOf = (project: string, key: string) => {
    if (!/^[0-9a-f]{64}$/.test(key)) throw new Error('A key that is none');
    return join(folderOf(project), `${key}.json.zst`);
  };
  return {
    async get(project, key, maxBytes) {
      const file = fileOf(project, key);
      try {
        const text = (await unpack(await readFile(file), maxBytes)).toString('utf8');
        const now = new Date();
        await utimes(file, now, now);
        return text;
      } catch {
        return undefined; // none yet, or a damaged one: it is made again
      }
    },
    async put(project, key, text) {
      const file = fileOf(project, key);
      await mkdir(folderOf(project), { recursive: true, mode: 0o700 });
      const fresh = `${file}.${randomUUID()}`;
      await writeFile(fresh, await pack(Buffer.from(text), level), { mode: 0o600 });
      await rename(fresh, file);
    },
    async dropUnused(project, before) {
      const folder = folderOf(project);
      for (const name of await filesIn(folder)) {
        const file = join(folder, name);
        // One that is being put goes by another name until it is whole.
        if (((await timeOf(file)) ?? before) < before) await rm(file, { force: true });
      }
    },
  };
}
