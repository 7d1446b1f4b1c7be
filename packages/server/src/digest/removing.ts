import { type Columns, countSample, removeSample, type SampleCounts, type Segments } from '@sightglass/store';
import { SightglassError } from '@sightglass/wire';
import type { DigestLedger, Removal } from '../ledger/index.ts';
import type { Chore } from './chores.ts';
import { isFull } from './failure.ts';

export interface RemovingParts {
  columns: Columns;
  segments: Pick<Segments, 'removeSample'>;
  ledger: Pick<DigestLedger, 'checkpoint' | 'synced' | 'removals' | 'setRemoval' | 'endRemoval'>;
  /** Tries to have on the disk what is stored. */
  sync(): Promise<void>;
  /** Sample data of this project is gone; `was`: what there was of it. It holds for everything up to an entry. */
  onRemoved(project: string, was: SampleCounts, upTo: number): void;
  /** There is no room to take it out now. It is tried again. */
  onFull(project: string): void;
}

export interface Removing extends Chore {
  /** @param after - The last entry that may hold what is to go: it waits until that is stored. */
  want(project: string, after: number): void;
}

/**
 * Takes sample data out. What is wanted stands in the ledger, so that it happens whoever is killed meanwhile (FAULTS G3). Wanted again once it
 * has begun, it begins anew when it is over: of what has come since, nothing was counted, and some may have stayed.
 */
export function createRemoving({ columns, segments, ledger, sync, onRemoved, onFull }: RemovingParts): Removing {
  const ready = () => ledger.removals().find(({ after }) => after <= ledger.checkpoint());
  const standing = (of: string): Removal | undefined => ledger.removals().find(({ project }) => project === of);

  async function remove({ project, after, found }: Removal): Promise<void> {
    // After a power cut, rows of what was not synced are looked for and stored again: these must not come back.
    await sync();
    if (ledger.synced() < after) throw new SightglassError('engine_unavailable', 'The store could not be synced');
    // Before the first row goes: a second try would count what the first one left.
    if (found === null) {
      const upTo = ledger.synced();
      const was = await countSample(columns, project);
      // By now it may be wanted with more than was counted.
      const wanted = standing(project)?.after ?? after;
      ledger.setRemoval({
        ...{ project, after, found: { ...was, upTo } },
        ...(wanted > upTo ? { again: wanted } : {}),
      });
    }
    await removeSample(columns, segments, project);
    await columns.sync();
    const begun = standing(project);
    if (begun?.found == null) return; // it went with its project
    const { upTo, ...was } = begun.found;
    // Killed in between, the next digest does it once more, and nobody waits for that any more.
    onRemoved(project, was, upTo);
    ledger.endRemoval(begun);
  }

  return {
    name: 'removing',
    dueAt: () => (ready() === undefined ? Number.POSITIVE_INFINITY : 0),
    want(project, after) {
      const begun = standing(project);
      if (begun?.found == null) ledger.setRemoval({ project, after: Math.max(after, begun?.after ?? 0), found: null });
      else if (after > begun.found.upTo) ledger.setRemoval({ ...begun, again: Math.max(after, begun.again ?? 0) });
    },
    async run() {
      const removal = ready();
      if (removal === undefined) return;
      try {
        await remove(removal);
      } catch (error) {
        if (isFull(error)) onFull(removal.project);
        throw error;
      }
    },
  };
}
