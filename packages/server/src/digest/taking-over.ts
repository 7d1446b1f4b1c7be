import { type Columns, everySession, visitorsOfOnly } from '@sightglass/store';
import type { DigestLedger } from '../ledger/index.ts';
import type { Aside } from '../quarantine/index.ts';
import type { Chore } from './chores.ts';
import type { Erasing } from './erasing.ts';
import type { Removing } from './removing.ts';

export interface TakingOverParts {
  columns: Columns;
  ledger: Pick<
    DigestLedger,
    'checkpoint' | 'erasures' | 'removals' | 'isErased' | 'isErasedBody' | 'hasTakenOver' | 'endTakenOver'
  >;
  aside: Pick<Aside, 'dropErased'>;
  erasing: Pick<Erasing, 'want'>;
  removing: Pick<Removing, 'want'>;
  /** Projects that were removed: all of them goes by itself. */
  gone: ReadonlySet<string>;
  /** The journal's last safe entry at the start: up to here it is the restored one. */
  durable: number;
  /** Nothing is left of them. */
  onOver(): void;
}

/** Each erasure writes parts of the tables anew, and its ids are its name in the ledger. */
const sessionsAtOnce = 400;

/**
 * Carries out in a restored folder what a restore took over from the folder whose place it takes: who was erased there is erased here as well. The
 * ledger knows their sessions by marks alone, so all that are kept are looked at, and once more when they are gone: it is over when none is found.
 */
export function createTakingOver(parts: TakingOverParts): Chore {
  const { columns, ledger, aside, erasing, removing, gone, durable } = parts;
  let isOpen = ledger.hasTakenOver();
  if (isOpen) {
    // Under way there, with numbers of a journal that is not this one.
    for (const { project, whom } of ledger.erasures()) erasing.want(project, whom, durable);
    for (const { project } of ledger.removals()) removing.want(project, durable);
  } else parts.onOver();

  async function left(): Promise<Map<string, string[]>> {
    const found = new Map<string, string[]>();
    for await (const rows of everySession(columns))
      for (const { project, session } of rows) {
        if (gone.has(project) || !ledger.isErased(project, session)) continue;
        const sessions = found.get(project) ?? [];
        sessions.push(session);
        found.set(project, sessions);
      }
    return found;
  }

  return {
    name: 'taking over',
    dueAt() {
      // Asked before each chore, and mostly long over: the ledger is left alone then.
      if (!isOpen) return Number.POSITIVE_INFINITY;
      const waits = ledger.checkpoint() < durable || ledger.erasures().length + ledger.removals().length > 0;
      return waits ? Number.POSITIVE_INFINITY : 0;
    },
    async run() {
      await aside.dropErased(ledger.isErasedBody);
      const found = await left();
      for (const [project, sessions] of found) {
        const also = await visitorsOfOnly(columns, project, sessions);
        for (let first = 0; first < sessions.length; first += sessionsAtOnce) {
          const some = sessions.slice(first, first + sessionsAtOnce);
          erasing.want(project, { visitor: '', sessions: some, ...(first === 0 ? { also } : {}) }, durable);
        }
      }
      if (found.size > 0) return;
      ledger.endTakenOver();
      isOpen = false;
      parts.onOver();
    },
  };
}
