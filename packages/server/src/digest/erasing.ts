import {
  type Columns,
  countSessions,
  eraseReplay,
  eraseSessions,
  keptOf,
  leaveReplay,
  type ReplayTraces,
  type Segments,
  sessionsOf,
} from '@sightglass/store';
import { SightglassError } from '@sightglass/wire';
import { type DigestLedger, type Erasure, erasureKey, namesOf, type Whom } from '../ledger/index.ts';
import type { Aside } from '../quarantine/index.ts';
import type { Chore } from './chores.ts';
import type { ErasedCounts } from './face.ts';
import { isFull } from './failure.ts';

/** Somebody of whom nothing is left here. */
export interface Erased {
  project: string;
  whom: Whom;
  /** The ids of what went. */
  sessions: readonly string[];
  was: ErasedCounts;
  /** It holds for everything of them up to this entry, and tells this erasure from the next one of the same. */
  upTo: number;
}

export interface ErasingParts {
  columns: Columns;
  segments: Segments;
  ledger: Pick<DigestLedger, 'checkpoint' | 'synced' | 'erasures' | 'setErasure' | 'endErasure' | 'markBodies'>;
  aside: Pick<Aside, 'countHolding' | 'dropHolding'>;
  /** Milliseconds that never step back. */
  ticks(): number;
  /** The last entry that may have been read by now. */
  durable(): number;
  /** Tries to have on the disk what is stored. */
  sync(): Promise<void>;
  /** Whoever is told erases what is elsewhere, and says how that ended. */
  onErased(erased: Erased): void;
  /** Nothing is left of them elsewhere either. */
  onErasureOver(erased: Erased): void;
  /** There is no room to go on with it now. It is tried again. */
  onFull(project: string, whom: Whom): void;
}

export interface Erasing extends Chore {
  /** @param after - The last entry that may hold something of them: it waits until that is stored. */
  want(project: string, whom: Whom, after: number): void;
  /** What was elsewhere is gone too. @param upTo - Of the erasure that was told. */
  end(project: string, whom: Whom, upTo: number): void;
  /** It could not be erased: all of it is done again in a while, or as soon as it is wanted again. */
  putOff(project: string, whom: Whom, upTo: number): void;
}

const againAfterMs = 60_000;

/**
 * Erases a person, or sessions by their ids: rows of all tables, replay, what was set aside. What is wanted stands in the ledger, so that it happens whoever is killed
 * meanwhile. It takes three turns, each with everything stored that was read before the one before it: to find them, so that nothing more of them
 * is taken; to find where their bytes are; to erase these, with no row that comes afterwards and leads to bytes which are gone.
 * It is over when nothing is left elsewhere either, as in the catalog: until then the ledger alone knows whose that is.
 * Wanted again after the first turn, it begins anew when it is over: of what has come since, nothing was found.
 */
export function createErasing(parts: ErasingParts): Erasing {
  const { columns, segments, ledger, aside } = parts;
  /** Not in the ledger: it holds for what this process has open. */
  const left = new Map<string, { after: number; traces: ReplayTraces }>();
  /** What becomes of the rest, where nothing is left here; a number: from when on all is done again. Not in the ledger: the next process tells it anew. */
  const elsewhere = new Map<string, 'under way' | 'gone' | number>();
  /** When one of them failed last: those that did not, or longer ago, go first, so that none keeps the others waiting. */
  const failedAt = new Map<string, number>();
  const nextDue = (): Erasure | undefined =>
    ledger
      .erasures()
      .filter((one) => dueAt(one) <= parts.ticks())
      .sort((one, other) => (failedAt.get(erasureKey(one)) ?? 0) - (failedAt.get(erasureKey(other)) ?? 0))[0];
  const afterOf = (erasure: Erasure): number => left.get(erasureKey(erasure))?.after ?? erasure.after;
  function dueAt(erasure: Erasure): number {
    const state = elsewhere.get(erasureKey(erasure)) ?? 0;
    if (typeof state === 'number' && afterOf(erasure) <= ledger.checkpoint()) return state;
    return state === 'gone' ? 0 : Number.POSITIVE_INFINITY;
  }
  const standing = (project: string, whom: Whom): Erasure | undefined =>
    ledger.erasures().find((one) => erasureKey(one) === erasureKey({ project, whom }));
  /** What one says that was told of an erasure before this one, which a digest told that was killed, is nothing to it. */
  function hear(project: string, whom: Whom, upTo: number, state: 'gone' | number): void {
    const key = erasureKey({ project, whom });
    if (elsewhere.has(key) && standing(project, whom)?.found?.upTo === upTo) elsewhere.set(key, state);
  }

  /** One turn. */
  async function goOn(erasure: Erasure): Promise<void> {
    const { project, whom, found } = erasure;
    if (found === null) {
      const upTo = ledger.checkpoint();
      const sessions =
        whom.visitor === ''
          ? await keptOf(columns, project, whom.sessions)
          : await sessionsOf(columns, project, whom.visitor);
      const { records, segments: count } = await countSessions(columns, project, sessions);
      const quarantined = await aside.countHolding(project, namesOf(whom, sessions));
      // By now it may be wanted with more than was looked through.
      const { after } = standing(project, whom) ?? erasure;
      ledger.setErasure({
        ...{ project, whom, after: parts.durable(), found: { sessions, records, segments: count, quarantined, upTo } },
        ...(after > upTo ? { again: after } : {}),
      });
      return;
    }
    const { records, segments: count, quarantined, upTo } = found;
    const was = { sessions: found.sessions.length, records, segments: count, quarantined };
    // Of those that were named, the first word may have come when it had been looked for already.
    const sessions = [...new Set([...whom.sessions, ...found.sessions])];
    const names = namesOf(whom, sessions);
    const key = erasureKey(erasure);
    const erased = { project, whom, sessions, was, upTo };
    if (elsewhere.get(key) === 'gone') {
      ledger.endErasure(erasure, names);
      elsewhere.delete(key);
      parts.onErasureOver(erased);
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
    await aside.dropHolding(project, names, ledger.markBodies);
    await columns.sync();
    elsewhere.set(key, 'under way');
    parts.onErased(erased);
  }

  return {
    name: 'erasing',
    dueAt: () => Math.min(...ledger.erasures().map(dueAt)),
    want(project, whom, after) {
      const key = erasureKey({ project, whom });
      const begun = standing(project, whom);
      if (begun?.found == null)
        ledger.setErasure({ project, whom, after: Math.max(after, begun?.after ?? 0), found: null });
      else if (after > begun.found.upTo) ledger.setErasure({ ...begun, again: Math.max(after, begun.again ?? 0) });
      if (typeof elsewhere.get(key) === 'number') elsewhere.delete(key);
    },
    end: (project, whom, upTo) => hear(project, whom, upTo, 'gone'),
    putOff: (project, whom, upTo) => hear(project, whom, upTo, parts.ticks() + againAfterMs),
    async run() {
      const erasure = nextDue();
      if (erasure === undefined) return;
      try {
        await goOn(erasure);
        failedAt.delete(erasureKey(erasure));
      } catch (error) {
        failedAt.set(erasureKey(erasure), parts.ticks());
        if (isFull(error)) parts.onFull(erasure.project, erasure.whom);
        throw error;
      }
    },
  };
}
