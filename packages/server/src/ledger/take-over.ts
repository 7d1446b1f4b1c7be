import type { DatabaseSync } from 'node:sqlite';
import { mustBeSound, tellDamage } from './damage.ts';
import { type Erasure, erasureName, type Removal, readErasures, readRemovals, removalName } from './digest-ledger.ts';
import { addMarks } from './erased.ts';
import { openDatabase, readNumber, transaction, write } from './schema.ts';
import { setTakenOver } from './taken-over.ts';

/** What a ledger knows of what was erased and removed, and how far it has come. */
export interface Known {
  /** They stand for erased sessions, and for bodies that went with somebody. */
  marks: readonly Uint8Array[];
  /** Under way. */
  erasures: readonly Pick<Erasure, 'project' | 'whom'>[];
  /** Under way. */
  removals: readonly Pick<Removal, 'project'>[];
  /** Numbers that only rise. */
  reached: { batch: number; checkpoint: number };
}

/**
 * Looks at all of it.
 *
 * @throws {SightglassError} `data_newer`, `ledger_damaged`
 */
export function readKnown(file: string): Known {
  return within(file, (database) => ({
    marks: database
      .prepare('SELECT mark FROM erased')
      .all()
      .map(({ mark }) => mark as Uint8Array), // the column holds nothing else
    erasures: readErasures(database),
    removals: readRemovals(database),
    reached: { batch: readNumber(database, 'batch'), checkpoint: readNumber(database, 'checkpoint') },
  }));
}

/**
 * Writes what another ledger of the same folder knows into this one: nothing more is taken of those sessions, and at its next start the digest looks
 * for what there is of them.
 *
 * @returns how many marks are new to it.
 * @throws {SightglassError} as {@link readKnown}, and `disk_full`
 */
export function takeOver(file: string, { marks, erasures, removals }: Omit<Known, 'reached'>): number {
  return within(file, (database) =>
    transaction(database, () => {
      const added = addMarks(database, marks);
      // Who carries them out knows what may hold something of them here.
      const anew = { after: 0, found: null };
      for (const { project, whom } of erasures)
        write(database, erasureName({ project, whom }), JSON.stringify({ project, whom, ...anew }));
      for (const { project } of removals) write(database, removalName(project), JSON.stringify({ project, ...anew }));
      if (added + erasures.length + removals.length > 0) setTakenOver(database);
      return added;
    }),
  );
}

function within<Answer>(file: string, work: (database: DatabaseSync) => Answer): Answer {
  const damaged = () => undefined; // whoever is thrown at tells it
  return tellDamage(() => {
    const database = openDatabase(file);
    try {
      mustBeSound(database);
      return work(database);
    } finally {
      database.close();
    }
  }, damaged);
}
