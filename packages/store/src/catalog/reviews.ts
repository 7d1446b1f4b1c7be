import type { Statement, StatementReview } from '@sightglass/wire';
import type { CatalogDatabase } from './database.ts';
import type { CatalogTables } from './tables.ts';

/** What a person said, with what was inferred when it was said; absent where nobody knows any more. */
export type KeptReview = StatementReview & { inferred?: Statement };

/** What people made of statements, by the statements' keys. */
export interface Reviews {
  /** Newest first, at most 5,000. */
  of(project: string): Promise<KeptReview[]>;
  /**
   * Of a statement that somebody spoke of before, what was inferred then stays unless it is said anew.
   *
   * @param by - Who says so, for those who look later.
   */
  put(
    project: string,
    key: string,
    said: Pick<KeptReview, 'state' | 'text' | 'inferred'>,
    by: string,
  ): Promise<StatementReview>;
  /** Nothing happens where there is none. */
  drop(project: string, key: string): Promise<void>;
  /** What was inferred from these sessions when somebody spoke is not known any more; what was said stays. */
  forgetSessions(project: string, sessions: ReadonlySet<string>): Promise<void>;
}

const mostReviews = 5_000;

export function createReviews(database: CatalogDatabase, now: () => number): Reviews {
  return {
    async of(project) {
      const rows = await database
        .selectFrom('reviews')
        .selectAll()
        .where('project', '=', project)
        .orderBy('at', 'desc')
        .orderBy('key')
        .limit(mostReviews)
        .execute();
      return rows.map(fromRow);
    },
    async put(project, key, { state, text, inferred }, by) {
      const row = {
        ...{ project, key, state, text: text ?? null, by, at: now() },
        ...(inferred === undefined ? {} : { inferred: JSON.stringify(inferred) }),
      };
      await database
        .insertInto('reviews')
        .values(row)
        .onConflict((conflict) => conflict.columns(['project', 'key']).doUpdateSet(row))
        .execute();
      return { key, state, by, at: row.at, ...(text === undefined ? {} : { text }) };
    },
    async drop(project, key) {
      await database.deleteFrom('reviews').where('project', '=', project).where('key', '=', key).execute();
    },
    async forgetSessions(project, sessions) {
      const rows = await database
        .selectFrom('reviews')
        .selectAll()
        .where('project', '=', project)
        .where('inferred', 'is not', null)
        .execute();
      for (const row of rows) {
        const { evidence } = fromRow(row).inferred ?? { evidence: [] };
        if (!evidence.some((one) => one.type === 'moment' && sessions.has(one.session))) continue;
        await database
          .updateTable('reviews')
          .set({ inferred: null })
          .where('project', '=', project)
          .where('key', '=', row.key)
          .execute();
      }
    },
  };
}

function fromRow({ key, state, text, by, at, inferred }: CatalogTables['reviews']): KeptReview {
  // Written by `put` alone.
  return {
    ...{ key, state: state as StatementReview['state'], by, at },
    ...(text === null ? {} : { text }),
    ...(inferred === null ? {} : { inferred: JSON.parse(inferred) as Statement }),
  };
}
