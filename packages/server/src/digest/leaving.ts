import { type Columns, eraseProject, type Segments } from '@sightglass/store';
import { SightglassError } from '@sightglass/wire';
import type { DigestLedger } from '../ledger/index.ts';
import type { Aside } from '../quarantine/index.ts';
import type { Chore } from './chores.ts';
import { isFull } from './failure.ts';

export interface LeavingParts {
  columns: Columns;
  segments: Pick<Segments, 'removeProject'>;
  ledger: Pick<DigestLedger, 'checkpoint' | 'synced' | 'forgetProject'>;
  aside: Pick<Aside, 'dropAll'>;
  /** Tries to have on the disk what is stored. */
  sync(): Promise<void>;
  /** Nothing of it is left. */
  onProjectRemoved(project: string): void;
  /** There is no room to take it out now. It is tried again. */
  onProjectStays(project: string): void;
}

export interface Leaving extends Chore {
  /** @param after - The last entry of which something may be under way already: it waits until that is stored. */
  want(project: string, after: number): void;
}

/** Deletes all of a project of which nothing more is taken. In memory alone: the catalog knows what is wanted, and says so to each digest. */
export function createLeaving(parts: LeavingParts): Leaving {
  const { columns, segments, ledger, aside, sync } = parts;
  const wanted = new Map<string, number>();
  const ready = () => [...wanted].find(([, after]) => after <= ledger.checkpoint());

  async function leave(project: string, after: number): Promise<void> {
    // After a power cut, rows of what was not synced are looked for and stored again.
    await sync();
    if (ledger.synced() < after) throw new SightglassError('engine_unavailable', 'The store could not be synced');
    await eraseProject(columns, project);
    // After them, so that no row points at bytes that are gone.
    await segments.removeProject(project);
    await aside.dropAll(project);
    ledger.forgetProject(project);
    await columns.sync();
    wanted.delete(project);
    parts.onProjectRemoved(project);
  }

  return {
    name: 'leaving',
    dueAt: () => (ready() === undefined ? Number.POSITIVE_INFINITY : 0),
    want(project, after) {
      if (!wanted.has(project)) wanted.set(project, after);
    },
    async run() {
      const [project, after = 0] = ready() ?? [];
      if (project === undefined) return;
      try {
        await leave(project, after);
      } catch (error) {
        if (isFull(error)) parts.onProjectStays(project);
        throw error;
      }
    },
  };
}
