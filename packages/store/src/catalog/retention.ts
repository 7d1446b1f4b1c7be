import { longestKeptDays, type RetentionInForce, SightglassError } from '@sightglass/wire';
import type { CatalogDatabase } from './database.ts';
import type { CatalogTables } from './tables.ts';

/** How long each project keeps what it recorded. */
export interface Retention {
  /** What is in force; the longest there is for a project that was never changed. */
  of(project: string): Promise<RetentionInForce>;
  /** The projects that were ever changed, with their days. */
  all(): Promise<Map<string, number>>;
  /**
   * In force when this resolves.
   * @param by - Who wants it so, for those who look later.
   * @param after - When what it is a change of was changed; null: never. Left out: it overwrites whatever there is.
   * @throws {SightglassError} `changed_meanwhile`
   */
  change(project: string, days: number, by: string, after?: number | null): Promise<RetentionInForce>;
}

const untouched: RetentionInForce = { days: longestKeptDays, changedAt: null, changedBy: null };

export function createRetention(database: CatalogDatabase, now: () => number): Retention {
  return {
    async of(project) {
      const row = await database.selectFrom('retention').where('project', '=', project).selectAll().executeTakeFirst();
      return row === undefined ? untouched : fromRow(row);
    },
    async all() {
      const rows = await database.selectFrom('retention').select(['project', 'days']).execute();
      return new Map(rows.map(({ project, days }) => [project, days]));
    },
    async change(project, days, by, after) {
      const row = { project, days, changed_at: now(), changed_by: by };
      const { numInsertedOrUpdatedRows } = await database
        .insertInto('retention')
        .values(row)
        .onConflict((conflict) => {
          const there = conflict.column('project');
          if (after === undefined) return there.doUpdateSet(row);
          return after === null ? there.doNothing() : there.doUpdateSet(row).where('retention.changed_at', '=', after);
        })
        .executeTakeFirstOrThrow();
      if (numInsertedOrUpdatedRows === 0n) throw new SightglassError('changed_meanwhile');
      return fromRow(row);
    },
  };
}

function fromRow({ days, changed_at, changed_by }: CatalogTables['retention']): RetentionInForce {
  return { days, changedAt: changed_at, changedBy: changed_by };
}
