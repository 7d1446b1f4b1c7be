import type { LiveMessage } from '@sightglass/wire';

/** Makes issues of what the engine counts by raw fingerprint, and keeps them when more is known. */
export interface IssueGrouping {
  /** The engine has its tables: from now on it is asked, first for what was stored while nobody looked. To be called once. */
  begin(): void;
  /** Something of this project was stored. */
  stored(project: string): void;
  /** Files of this release were uploaded: its stacks are read again. */
  mapsChanged(project: string, release: string): void;
  /**
   * Sorts everything of a project by what is decided by now; resolves when lists show it, however often the engine is too busy to be told.
   *
   * @throws {SightglassError} `stopping`: it is sorted at the next start; `not_found`
   */
  sortAgain(project: string): Promise<void>;
  /**
   * Forgets what was written down of errors and calls that are not there any more, as after an erasure; resolves when it is out of the catalog, however
   * often the engine is too busy to be asked.
   *
   * @throws {SightglassError} `stopping`, `not_found`
   */
  forget(project: string): Promise<void>;
  /**
   * What was recorded before this time is gone, since its time is over: the words that were written down of it go as well, soon. Once for each day
   * that is over. @param project - null: of all projects
   */
  dropBefore(project: string | null, before: number): void;
  /** The project is gone: nothing more is written of it once this resolves. */
  leave(project: string): Promise<void>;
  /** Resolves when nothing is left to do of what came so far. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

/** Tells whoever watches a project. */
export type TellIssue = (project: string, message: Extract<LiveMessage, { type: 'issue' }>) => void;

/** Past so many fingerprints of a project the rarest stay issues of their own: nobody could go through them. */
export const mostFingerprints = 20_000;
