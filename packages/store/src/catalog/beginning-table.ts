import type { Kysely } from 'kysely';

/** What the catalog keeps of when releases were first used: times in milliseconds. */
export interface BeginningTables {
  release_beginnings: {
    project: string;
    /** Hash of its name: it outlives all that is recorded of the release, and a name may name somebody. */
    release: string;
    began_at: number;
    /** About when it was last in use. */
    met_at: number;
  };
}

/** A step of the catalog's migrations. What was used before is told by the engine, at the first look. */
export async function makeBeginningTable<Tables>({ schema }: Kysely<Tables>): Promise<void> {
  await schema
    .createTable('release_beginnings')
    .addColumn('project', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('release', 'text', (column) => column.notNull())
    .addColumn('began_at', 'integer', (column) => column.notNull())
    .addColumn('met_at', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('release_beginnings_key', ['project', 'release'])
    .execute();
}
