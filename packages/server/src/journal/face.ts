import type { ErrorCode } from '@sightglass/wire';
import type { Entry } from './entry.ts';

/** Who is told of what the operator should know: damaged or cut entries, files given up, a disk without room. */
export interface Teller {
  info(about: object, message: string): void;
  warn(about: object, message: string): void;
}

export interface JournalState {
  /** The last entry that is safe on the disk; 0 before the first. */
  durable: number;
  /** Everything up to here is stored and synced elsewhere, by {@link Journal.confirm}. */
  confirmed: number;
  /** Bytes of entries that are not confirmed yet. */
  waitingBytes: number;
  /** Why nothing can be appended now; null: all is well. */
  trouble: string | null;
  /** What the doors answer meanwhile. */
  refusal: ErrorCode | null;
}

/** What an acknowledgement rests on: an append-only log of bodies in recycled files. */
export interface Journal {
  /**
   * Resolves with the entry's sequence when it is on the disk: group commit, one `fdatasync` for all that waited.
   * @throws {SightglassError} `disk_full`, `journal_unavailable`, `backlog`, `stopping`
   */
  append(entry: Entry): Promise<number>;
  /** Everything up to this sequence is safe elsewhere; files that hold nothing else are recycled. */
  confirm(sequence: number): void;
  /**
   * Ends the file that is being written and deletes all that hold what is durable by now, as soon as that is confirmed, instead of using them
   * again. Resolves when no byte of it is left.
   */
  forget(): Promise<void>;
  /** Called after each group that is safe on the disk, with its last sequence. Returns how to stop listening. */
  onGrown(listener: (durable: number) => void): () => void;
  state(): JournalState;
  /** Lets what waits be written, then closes the file. */
  stop(): Promise<void>;
}
