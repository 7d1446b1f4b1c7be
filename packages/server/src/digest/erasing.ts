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
  /** Milliseconds that never step back. */
  ticks(): number;
  /** The last entry that may have been read by now. */
  durable(): number;
  /** Tries to have on the disk what is stored. */
  sync(): Promise<void>;
  /** Nothing is left of them here. Whoever is told erases what is elsewhere, and says how that ended. `was`: as below. */
  onErased(project: string, whom: Whom, sessions: readonly string[], was: PersonCounts): void;
  /** Nothing is left of them anywhere; `was`: what there was. */
  onErasureOver(project: string, whom: Whom, was: PersonCounts): void;
}

export interface Erasing extends Chore {
  /** @param after - The last entry that may hold something of them: it waits until that is stored. */
  want(project: string, whom: Whom, after: number): void;
  /** What was elsewhere is gone too. */
  end(project: string, whom: Whom): void;
  /** It could not be erased: all of it is done again in a while, or as soon as it is wanted again. */
  putOff(project: string, whom: Whom): void;
}

const againAfterMs = 60_000;

/**
 * Erases a person, or sessions by their ids: rows of all tables, replay, what was set aside. What is wanted stands in the ledger, so that it happens whoever is killed
 * meanwhile. It takes three turns, each with everything stored that was read before the one before it: to find them, so that nothing more of them
 * is taken; to find where their bytes are; to erase these, with no row that comes afterwards and leads to bytes which are gone.
 * It is over when nothing is left elsewhere either, as in the catalog: until then the ledger alone knows whose that is.
 */
export function createErasing(parts: ErasingParts): Erasing {
  const { columns, segments, ledger, aside } = parts;
  /** Not in the ledger: it holds for what this process has open. */
  const left = new Map<string, { after: number; traces: ReplayTraces }>();
  /** What becomes of the rest, where nothing is left here; a number: from when on all is done again. Not in the ledger: the next process tells it anew. */
  const elsewhere = new Map<string, 'under way' | 'gone' | number>();
  const afterOf = (erasure: Erasure): number => left.get(erasureKey(erasure))?.after ?? erasure.after;
  function dueAt(erasure: Erasure): number {
    const state = elsewhere.get(erasureKey(erasure)) ?? 0;
    if (typeof state === 'number' && afterOf(erasure) <= ledger.checkpoint()) return state;
    return state === 'gone' ? 0 : Number.POSITIVE_INFINITY;
  }

  return {
    name: 'erasing',
    dueAt: () => Math.min(...ledger.erasures().map(dueAt)),
    want(project, whom, after) {
      const key = erasureKey({ project, whom });
      const begun = ledger.erasures().some((one) => erasureKey(one) === key && one.found !== null);
      if (!begun) ledger.setErasure({ project, whom, after, found: null });
      if (typeof elsewhere.get(key) === 'number') elsewhere.delete(key);
    },
    end(project, whom) {
      const key = erasureKey({ project, whom });
      if (elsewhere.has(key)) elsewhere.set(key, 'gone');
    },
    putOff(project, whom) {
      const key = erasureKey({ project, whom });
      if (elsewhere.has(key)) elsewhere.set(key, parts.ticks() + againAfterMs);
    },
    async run() {
      const erasure = ledger.erasures().find((one) => dueAt(one) <= parts.ticks());
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
      const { sessions, records, segments: count } = found;
      const names = [...(whom.visitor === '' ? [] : [whom.visitor]), ...whom.sessions, ...sessions];
      const key = erasureKey(erasure);
      const was = { sessions: sessions.length, records, segments: count };
      if (elsewhere.get(key) === 'gone') {
        ledger.endErasure(erasure, names);
        elsewhere.delete(key);
        parts.onErasureOver(project, whom, was);
        return;
      }
      const leaving = left.get(key);
      if (leaving === undefined) {
        const traces = await leaveReplay(columns, segments, project, sessions);
        left.set(key, { after: parts.durable(), traces });
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
      await aside.dropHolding(project, names);
      await columns.sync();
      elsewhere.set(key, 'under way');
      parts.onErased(project, whom, sessions, was);
    },
  };
}
