import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Journal } from './face.ts';

/** Bodies stay in the journal's files, as they came, until these are written again: of few visitors that takes months. */
export interface Ageing {
  /** Nothing is left in them of what came before this time. Costs something only where there may be something. */
  dropBefore(before: number): Promise<void>;
  /** The same for all that is stored by now. */
  dropAll(): Promise<void>;
}

/** @param since - Nothing in the files is older than this; see {@link oldestFile}. */
export function createAgeing(journal: Pick<Journal, 'forget'>, since: number, now: () => number): Ageing {
  let oldest = since;
  async function dropAll(): Promise<void> {
    const at = now();
    await journal.forget();
    oldest = at;
  }
  return {
    dropAll,
    async dropBefore(before) {
      if (oldest < before) await dropAll();
    },
  };
}

/**
 * When the oldest file in the folder was made, epoch milliseconds; now where there is none, or where the file system does not tell; 0 where one was
 * written before it was made, as one that was restored: how old that is nobody knows.
 */
export function oldestFile(dir: string, now: number): number {
  const files = readdirSync(dir).flatMap((name) => statSync(join(dir, name), { throwIfNoEntry: false }) ?? []);
  if (files.some(({ mtimeMs, birthtimeMs }) => mtimeMs < birthtimeMs)) return 0;
  return Math.min(now, ...files.map(({ birthtimeMs }) => birthtimeMs).filter((at) => at > 0));
}
