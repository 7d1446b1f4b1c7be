import {
  type Columns,
  countSessions,
  eraseReplay,
  eraseSessions,
  leaveFolders,
  type PersonCounts,
  type Segments,
  sessionsOf,
} from '@sightglass/store';
import { SightglassError } from '@sightglass/wire';
import type { DigestLedger } from '../ledger/index.ts';
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
  onErased(project: string, visitor: string, was: PersonCounts & { ids: string[] }): void;
}

export interface Erasing extends Chore {
  /** @param after - The last entry that may hold something of them: it waits until that is stored. */
  want(project: string, visitor: string, after: number): void;
}

/**
 * Erases a person: rows of all tables, replay, what was set aside. What is wanted stands in the ledger, so that it happens whoever is killed
 * meanwhile. It takes two turns: what was read before the first one is stored by the second, so that no row comes after it that leads to bytes
 * which are gone.
 */
export function createErasing(parts: ErasingParts): Erasing {
  const { columns, segments, ledger, aside } = parts;
  const ready = () => ledger.erasures().find(({ after }) => after <= ledger.checkpoint());

  return {
    name: 'erasing',
    dueAt: () => (ready() === undefined ? Number.POSITIVE_INFINITY : 0),
    want(project, visitor, after) {
      const begun = ledger
        .erasures()
        .some((one) => one.project === project && one.visitor === visitor && one.found !== null);
      if (!begun) ledger.setErasure({ project, visitor, after, found: null });
    },
    async run() {
      const erasure = ready();
      if (erasure === undefined) return;
      const { project, visitor, found } = erasure;
      if (found === null) {
        const sessions = await sessionsOf(columns, project, visitor);
        const { records, segments: count } = await countSessions(columns, project, sessions);
        const folders = await leaveFolders(columns, segments, project, sessions);
        ledger.setErasure({
          ...{ project, visitor, after: parts.durable() },
          found: { sessions, folders, records, segments: count },
        });
        return;
      }
      // After a power cut, rows of what was not synced are looked for and stored again: these must not come back.
      await parts.sync();
      if (ledger.synced() < erasure.after)
        throw new SightglassError('engine_unavailable', 'The store could not be synced');
      const { sessions, folders } = found;
      await eraseReplay(columns, segments, project, sessions, folders);
      await eraseSessions(columns, project, sessions);
      await aside.dropHolding(project, [visitor, ...sessions]);
      await columns.sync();
      ledger.endErasure(erasure, [visitor, ...sessions]);
      const { records, segments: count } = found;
      parts.onErased(project, visitor, { sessions: sessions.length, records, segments: count, ids: sessions });
    },
  };
}
