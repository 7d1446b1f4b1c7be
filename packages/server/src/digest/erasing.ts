import {
  type Columns,
  countSessions,
  eraseReplay,
  eraseSessions,
  keptOf,
  leaveReplay,
  type PersonCounts,
  type ReplayTraces,
  type Segments,
  sessionsOf,
} from '@sightglass/store';
import { SightglassError } from '@sightglass/wire';
import { type DigestLedger, type Erasure, erasureKey, type Whom } from '../ledger/index.ts';
import type { Aside } from '../quarantine/index.ts';
import type { Chore } from './chores.ts';

export interface ErasingParts {
  columns: Columns;
  segments: Segments;
  ledger: Pick<DigestLedger, 'checkpoint' | 'synced' | 'erasures' | 'setErasure' | 'endErasure'>;
  aside: Pick<Aside, 'dropHolding'>;
  /** The last entry that may have been read by now. */
  durable(): number;
  /** Tries to have on the disk what is stored. */
  sync(): Promise<void>;
  /** Nothing is left of them; `was`: what there was. */
  onErased(project: string, whom: Whom, was: PersonCounts & { ids: string[] }): void;
}

export interface Erasing extends Chore {
  /** @param after - The last entry that may hold something of them: it waits until that is stored. */
  want(project: string, whom: Whom, after: number): void;
}

/**
 * Erases a person, or sessions by their ids: rows of all tables, replay, what was set aside. What is wanted stands in the ledger, so that it happens whoever is killed
 * meanwhile. It takes three turns, each with everything stored that was read before the one before it: to find them, so that nothing more of them
 * is taken; to find where their bytes are; to erase these, with no row that comes afterwards and leads to bytes which are gone.
 */
export function createErasing(parts: ErasingParts): Erasing {
  const { columns, segments, ledger, aside } = parts;
  /** Not in the ledger: it holds for what this process has open. */
  const left = new Map<string, { after: number; traces: ReplayTraces }>();
  const afterOf = (erasure: Erasure): number => left.get(erasureKey(erasure))?.after ?? erasure.after;
  const ready = () => ledger.erasures().find((erasure) => afterOf(erasure) <= ledger.checkpoint());

  return {
    name: 'erasing',
    dueAt: () => (ready() === undefined ? Number.POSITIVE_INFINITY : 0),
    want(project, whom, after) {
      const key = erasureKey({ project, whom });
      const begun = ledger.erasures().some((one) => erasureKey(one) === key && one.found !== null);
      if (!begun) ledger.setErasure({ project, whom, after, found: null });
    },
    async run() {
      const erasure = ready();
      if (erasure === undefined) return;
      const { project, whom, found } = erasure;
      if (found === null) {
        const sessions =
          whom.visitor === ''
            ? await keptOf(columns, project, whom.sessions)
            : await sessionsOf(columns, project, whom.visitor);
        const { records, segments: count } = await countSessions(columns, project, sessions);
        ledger.setErasure({ project, whom, after: parts.durable(), found: { sessions, records, segments: count } });
        return;
      }
      const { sessions } = found;
      const leaving = left.get(erasureKey(erasure));
      if (leaving === undefined) {
        const traces = await leaveReplay(columns, segments, project, sessions);
        left.set(erasureKey(erasure), { after: parts.durable(), traces });
        return;
      }
      // After a power cut, rows of what was not synced are looked for and stored again: these must not come back.
      await parts.sync();
      if (ledger.synced() < leaving.after)
        throw new SightglassError('engine_unavailable', 'The store could not be synced');
      // Tried again, it begins with finding where they are, as all others do: what is done here moves what others recorded.
      left.clear();
      await eraseReplay(columns, segments, project, sessions, leaving.traces);
      await eraseSessions(columns, project, sessions);
      const names = [...(whom.visitor === '' ? [] : [whom.visitor]), ...whom.sessions, ...sessions];
      await aside.dropHolding(project, names);
      await columns.sync();
      ledger.endErasure(erasure, names);
      const { records, segments: count } = found;
      parts.onErased(project, whom, { sessions: sessions.length, records, segments: count, ids: sessions });
    },
  };
}
