import type { EngineAddress, PersonCounts, SampleCounts } from '@sightglass/store';
import type { LiveMessage } from '@sightglass/wire';
import type { Teller } from '../journal/face.ts';
import type { Whom } from '../ledger/index.ts';

/** What there was of somebody, and how many bodies were aside that named them. */
export interface ErasedCounts extends PersonCounts {
  quarantined: number;
}

export interface DigestOptions {
  /** The data folder: the digest reads `journal/` and owns `ledger.sqlite`, `segments/` and `quarantine/`. */
  data: string;
  engine: EngineAddress;
  retentionDays?: number;
  /** The journal's last safe entry now. */
  durable: number;
  /** Projects that were removed by now; it grows. */
  gone: ReadonlySet<string>;
  onLive(project: string, message: LiveMessage): void;
  /** Everything up to this sequence is stored and synced: the journal's `confirm`. */
  onConfirmed(sequence: number): void;
  /** What was recorded before this time was deleted, since its time is over. @param project - null: of all projects */
  onDropped(project: string | null, before: number): void;
  /**
   * Nothing is left of them in the store: erases what is elsewhere. Told again until it resolves, by the next digest too. @param sessions - Their ids.
   */
  onErased(project: string, whom: Whom, sessions: readonly string[]): Promise<void>;
  log: Teller;
}

export interface DigestState {
  /** The last entry that is stored and can be asked for. */
  stored: number;
  /** Why nothing can be stored now; null: all is well. */
  trouble: string | null;
  days: DaysLeft;
}

/**
 * Past days that are being made ready, of all projects: added up, or filled with what searches read. Until then a question about one reads more.
 * Of each of several tables.
 */
export interface DaysLeft {
  left: number;
  /** As many as there were when there were most; 0: none is left. */
  all: number;
}

/** The digest's process: journal → rows → engine, segments, live. It is started again whenever it ends. */
export interface Digest {
  /** Resolves when one reads, which needs an engine that answers, and nothing is left that is to be erased before anybody asks. */
  ready: Promise<void>;
  /** The journal is safe up to here. */
  grown(durable: number): void;
  /** The journal is waited for: what is in it by now is stored and synced soon, and not when its turn comes. */
  settle(): void;
  state(): DigestState;
  pid(): number | undefined;
  /**
   * Takes a project's sample data out, once everything is stored that was acknowledged by now. Whatever is killed meanwhile, it happens.
   *
   * @returns what there was of it.
   * @throws {SightglassError} `stopping`: it goes on at the next start
   */
  removeSample(project: string): Promise<SampleCounts>;
  /**
   * Erases a visitor, or sessions, once everything is stored that was acknowledged by now, and has what is elsewhere erased
   * ({@link DigestOptions.onErased}). Whatever is killed meanwhile, it happens. Wanted again while it is under way, what has come since goes as well.
   *
   * @returns what there was of them; the second time, what had come since.
   * @throws {SightglassError} `stopping`: it goes on at the next start; what `onErased` rejects with: it goes on in a while
   */
  erase(project: string, whom: Whom): Promise<ErasedCounts>;
  /**
   * Deletes everything of a project that is {@link DigestOptions.gone | gone}. Asked again after a kill, it finishes what was begun.
   *
   * @param onStays - There is no room to go on now: told each time; it goes on by itself.
   * @throws {SightglassError} `stopping`
   */
  removeProject(project: string, onStays?: () => void): Promise<void>;
  /** The project keeps what it recorded for so many days: what is older is deleted, now and from then on. */
  retain(project: string, days: number): void;
  /** Stores what is read, at most 5 s, then ends it. */
  stop(): Promise<void>;
}
