import { type Columns, countSample, removeSample, type SampleCounts, type Segments } from '@sightglass/store';
import { SightglassError } from '@sightglass/wire';
import type { DigestLedger } from '../ledger/index.ts';
import type { Chore } from './chores.ts';

export interface RemovingParts {
  columns: Columns;
  segments: Pick<Segments, 'removeSample'>;
  ledger: Pick<DigestLedger, 'checkpoint' | 'synced' | 'removals' | 'setRemoval' | 'endRemoval'>;
  /** Tries to have on the disk what is stored. */
  sync(): Promise<void>;
  /** Sample data of this project is gone; `was`: what there was of it. */
  onRemoved(project: string, was: SampleCounts): void;
}

export interface Removing extends Chore {
  /** @param after - The last entry that may hold what is to go: it waits until that is stored. */
  want(project: string, after: number): void;
}

/** Takes sample data out. What is wanted stands in the ledger, so that it happens whoever is killed meanwhile (FAULTS G3). */
export function createRemoving({ columns, segments, ledger, sync, onRemoved }: RemovingParts): Removing {
  const ready = () => ledger.removals().find(({ after }) => after <= ledger.checkpoint());
  return {
    name: 'removing',
    dueAt: () => (ready() === undefined ? Number.POSITIVE_INFINITY : 0),
    want(project, after) {
      const begun = ledger.removals().find((removal) => removal.project === project);
      ledger.setRemoval({ project, after, was: begun?.was ?? null });
    },
    async run() {
      const removal = ready();
      if (removal === undefined) return;
      const { project, after } = removal;
      // After a power cut, rows of what was not synced are looked for and stored again: these must not come back.
      await sync();
      if (ledger.synced() < after) throw new SightglassError('engine_unavailable', 'The store could not be synced');
      const was = removal.was ?? (await countSample(columns, project));
      // Before the first row goes: a second try would count what the first one left.
      if (removal.was === null) ledger.setRemoval({ ...removal, was });
      await removeSample(columns, segments, project);
      await columns.sync();
      ledger.endRemoval(project);
      onRemoved(project, was);
    },
  };
}
