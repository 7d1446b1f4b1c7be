import { existsSync } from 'node:fs';
import { type FileHead, listGenerations, pathOf, readFileHead } from './file.ts';
import { type Found, type Scan, scanFile } from './scan.ts';

/** What stands next in the journal: an entry, or bytes that are none. */
export type Read = Found;

/** Follows the journal from another process, in order, and never past what the writer says is safe. */
export interface Reader {
  /** The next thing up to this sequence; undefined: nothing more up to there. */
  next(durable: number): Read | undefined;
  /** Goes back: the next entry is the first one after this sequence. */
  seek(after: number): void;
  stop(): void;
}

/** @param after - The first entry that is read is the first one after this sequence. */
export function createReader(dir: string, after: number): Reader {
  let last = after;
  let generation = 0;
  let scan: Scan | undefined;

  function next(durable: number): Read | undefined {
    while (last < durable) {
      scan ??= begin();
      const found = scan?.next();
      if (found === undefined) {
        const head = readHeads().find((candidate) => candidate.generation > generation);
        if (head === undefined) return undefined;
        const damage = scan?.rest();
        open(head);
        if (damage !== undefined) return { damage };
      } else if ('damage' in found) {
        return found;
      } else if (found.entry.sequence > last) {
        last = found.entry.sequence;
        return found;
      }
    }
    return undefined;
  }

  /** The newest file that begins at or before the entry that is looked for, else the oldest. */
  function begin(): Scan | undefined {
    const heads = readHeads();
    const head = heads.findLast(({ firstSequence }) => firstSequence <= last + 1) ?? heads[0];
    return head === undefined ? undefined : open(head);
  }

  function open(head: FileHead): Scan {
    scan?.stop();
    generation = head.generation;
    scan = scanFile(pathOf(dir, generation), head);
    return scan;
  }

  /** Files without a head of their own generation are being begun; they hold nothing yet. */
  function readHeads(): FileHead[] {
    if (!existsSync(dir)) return [];
    return listGenerations(dir, 'journal').flatMap((candidate) => {
      const head = headOf(candidate);
      return head?.generation === candidate ? [head] : [];
    });
  }

  function headOf(candidate: number): FileHead | undefined {
    try {
      return readFileHead(pathOf(dir, candidate));
    } catch (error) {
      // Confirmed and used again since it was listed: nothing in it is looked for any more.
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
      throw error;
    }
  }

  function close(): void {
    scan?.stop();
    scan = undefined;
    generation = 0;
  }

  return {
    next,
    seek(to) {
      close();
      last = to;
    },
    stop: close,
  };
}
