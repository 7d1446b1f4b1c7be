import type { Outcomes } from '../parts.ts';

export interface OutcomeRow {
  /** UTC, `YYYY-MM-DD`. */
  day: string;
  door: string;
  outcome: string;
  items: number;
}

/** What the server's process reads and writes in `ledger.sqlite`; the digest has more of it. */
export interface DoorLedger extends Outcomes {
  /** The last journal entry that is stored: a journal must never number below it. */
  checkpoint(): number;
  /** Whether the session was erased: nothing more of it is taken. */
  isErased(project: string, session: string): boolean;
  /** Whether a restore took erasures over from another folder, which are not carried out in this one yet. */
  hasTakenOver(): boolean;
  /** Whether the digest has taken a batch or segment of this identity, in the last two days. */
  isKnown(identity: Buffer): boolean;
  /**
   * What came in and what became of it; `received` = `accepted` + `refused`, exactly. Remarks (`note:…`) are in neither. `known`: so many of
   * the refused were here already.
   */
  summary(project: string): {
    received: number;
    accepted: number;
    refused: number;
    known: number;
    outcomes: OutcomeRow[];
  };
  /** Whether any page of the file was found damaged, at the start or since: some questions fail with `ledger_damaged`. */
  isDamaged(): boolean;
  /** Writes what was counted and not yet written, and closes. */
  stop(): void;
}
