import type { EpochMs, WireRecord } from '@sightglass/wire';

/** One session as `observe` reads it: who it was, and everything that was recorded in it so far. */
export interface SessionSeen {
  session: string;
  /** Empty: nobody said who it was, and the session is a visitor of its own. */
  visitor: string;
  /** As the application or an answer about the signed-in person told it; empty: not told. */
  role: string;
  release: string;
  environment: string;
  /**
   * In the order of their time; records of one tab and time in the order of their number. Observers get each view, action and call once,
   * as it was told last (see `latest.ts`).
   */
  records: readonly WireRecord[];
  /** Texts that stood on its pages, as far as a replay kept them and masking left them, with their first moments; in the order of their time. */
  lines?: readonly { text: string; at: EpochMs }[];
  /**
   * What its pages held, as {@link heldText} writes it, each once with its first moment, in the order of time; absent where no replay tells
   * it, or not all of it.
   */
  held?: readonly { text: string; at: EpochMs }[] | undefined;
}
