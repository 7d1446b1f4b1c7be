import type { StatementReview } from '@sightglass/wire';
import type { CatalogDatabase } from './database.ts';
import type { CatalogTables } from './tables.ts';

/** What people made of statements, by the statements' keys. */
export interface Reviews {
  /** Newest first, at most 5,000. */
  of(project: string): Promise<StatementReview[]>;
  /** @param by - Who says so, for those who look later. */
  put(
    project: string,
    key: string,
    said: Pick<StatementReview, 'state' | 'text'>,
    by: string,
  ): Promise<StatementReview>;
  /** Nothing happens where there is none. */
  drop(project: string, key: string): Promise<void>;
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
    async put(project, key, { state, text }, by) {
      const row = { project, key, state, text: text ?? null, by, at: now() };
      await database
        .insertInto('reviews')
        .values(row)
        .onConflict((conflict) => conflict.columns(['project', 'key']).doUpdateSet(row))
        .execute();
      return fromRow(row);
    },
    async drop(project, key) {
      await database.deleteFrom('reviews').where('project', '=', project).where('key', '=', key).execute();
    },
  };
}

function fromRow({ key, state, text, by, at }: CatalogTables['reviews']): StatementReview {
  // Written by `put` alone.
  return { key, state: state as StatementReview['state'], by, at, ...(text === null ? {} : { text }) };
}
