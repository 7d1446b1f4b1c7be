import { createRemembered } from '../remembered.ts';

/** How much replay one session may bring: a page that never rests fills neither the disk nor the room of others (FAULTS Q72). */
export interface SessionShare {
  /** Takes so many bytes of a session's share. @returns false: it is spent, and nothing was taken */
  take(project: string, session: string, bytes: number): boolean;
}

/** Sessions that go on at one time, several times over; one that is forgotten after a long rest begins anew. */
const maxSessions = 20_000;

/** In memory alone: a share is a bound against a flood, and a start gives it anew. */
export function createSessionShare(maxBytes: number): SessionShare {
  const used = createRemembered<number>(maxSessions);
  return {
    take(project, session, bytes) {
      const key = `${project} ${session}`;
      const before = used.get(key) ?? 0;
      const isSpent = before + bytes > maxBytes;
      used.set(key, isSpent ? before : before + bytes);
      return !isSpent;
    },
  };
}
