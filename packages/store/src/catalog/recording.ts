import {
  type AssetChoice,
  defaultRecording,
  type MaskLevel,
  type RecordingInForce,
  type RecordingSettings,
  SightglassError,
} from '@sightglass/wire';
import type { CatalogDatabase } from './database.ts';
import type { CatalogTables } from './tables.ts';

/** What each project records. Held in memory too: the doors of the intake ask at every request. */
export interface Recording {
  /** What is in force; the default for a project that was never changed, or that is not there. */
  of(project: string): RecordingInForce;
  /** The project is gone. */
  forget(project: string): void;
  /**
   * In force when this resolves.
   * @param by - Who wants it so, for those who look later.
   * @param after - When what it is a change of was changed; null: never. Left out: it overwrites whatever there is.
   * @throws {SightglassError} `changed_meanwhile`
   */
  change(project: string, settings: RecordingSettings, by: string, after?: number | null): Promise<RecordingInForce>;
}

const untouched: RecordingInForce = { ...defaultRecording, changedAt: null, changedBy: null };

export async function createRecording(database: CatalogDatabase, now: () => number): Promise<Recording> {
  const inForce = new Map<string, RecordingInForce>();
  for (const row of await database.selectFrom('recording').selectAll().execute())
    inForce.set(row.project, fromRow(row));

  return {
    of: (project) => inForce.get(project) ?? untouched,
    forget: (project) => void inForce.delete(project),
    async change(project, { off, sessions, replays, mask, keep, canvas, assets }, by, after) {
      const row = {
        ...{ project, sessions, replays, mask, keep, canvas, assets },
        off: off ? 1 : 0,
        changed_at: now(),
        changed_by: by,
      };
      const { numInsertedOrUpdatedRows } = await database
        .insertInto('recording')
        .values(row)
        .onConflict((conflict) => {
          const there = conflict.column('project');
          if (after === undefined) return there.doUpdateSet(row);
          return after === null ? there.doNothing() : there.doUpdateSet(row).where('recording.changed_at', '=', after);
        })
        .executeTakeFirstOrThrow();
      if (numInsertedOrUpdatedRows === 0n) throw new SightglassError('changed_meanwhile');
      const changed = fromRow(row);
      inForce.set(project, changed);
      return changed;
    },
  };
}

function fromRow(row: CatalogTables['recording']): RecordingInForce {
  const { off, sessions, replays, mask, keep, canvas, assets } = row;
  return {
    ...{ sessions, replays, canvas },
    off: off === 1,
    // These columns are only ever written from settings.
    mask: mask as MaskLevel,
    keep: keep as RecordingSettings['keep'],
    assets: assets as AssetChoice,
    changedAt: row.changed_at,
    changedBy: row.changed_by,
  };
}
