import type { Numbered } from '../journal/index.ts';
import { createRemembered } from '../remembered.ts';

/** How much replay one session of another SDK may bring (FAULTS Q72); the door of our own has a share like it. */
export interface ReplayShare {
  /** Counts a body for a session, once. @returns false: with it the session has too much, and what it brings is not to be kept */
  take(entry: Pick<Numbered, 'project' | 'sequence' | 'body'>, session: string): boolean;
}

interface Used {
  bytes: number;
  last: number;
  /** From this entry on nothing is kept. */
  fullFrom: number;
}

/** Sessions that go on at one time, several times over; one that is forgotten after a long rest begins anew. */
const maxSessions = 20_000;

/** In memory alone, as the door's. An entry that is folded again, because its batch was refused, is answered as it was before. */
export function createReplayShare(maxBytes: number): ReplayShare {
  const known = createRemembered<Used>(maxSessions);
  return {
    take({ project, sequence, body }, session) {
      const key = `${project} ${session}`;
      const used = known.get(key) ?? { bytes: 0, last: -1, fullFrom: Number.POSITIVE_INFINITY };
      known.set(key, used);
      if (sequence > used.last && used.fullFrom > sequence) {
        used.last = sequence;
        used.bytes += body.length;
        if (used.bytes > maxBytes) used.fullFrom = sequence;
      }
      return sequence < used.fullFrom;
    },
  };
}
