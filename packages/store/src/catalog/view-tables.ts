import type { Kysely } from 'kysely';

/** What members made of lists of sessions. Times in milliseconds, yes and no as 1 and 0. */
export interface ViewTables {
  /** `member`: null where a token saved it; such views are shared. */
  saved_views: {
    id: string;
    project: string;
    member: string | null;
    by: string;
    name: string;
    /** What stands in the address of the list: JSON. */
    address: string;
    shared: number;
    saved_at: number;
  };
  watched: { member: string; project: string; session: string; at: number };
}

/** A step of the catalog's migrations. */
export async function makeViewTables<Tables>({ schema }: Kysely<Tables>): Promise<void> {
  await schema
    .createTable('saved_views')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('project', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('member', 'text', (column) => column.references('members.id').onDelete('cascade'))
    .addColumn('by', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('shared', 'integer', (column) => column.notNull())
    .addColumn('saved_at', 'integer', (column) => column.notNull())
    .execute();
  await schema.createIndex('saved_views_of_project').on('saved_views').columns(['project', 'name']).execute();
  await schema
    .createTable('watched')
    .addColumn('member', 'text', (column) => column.notNull().references('members.id').onDelete('cascade'))
    .addColumn('project', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('session', 'text', (column) => column.notNull())
    .addColumn('at', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('watched_key', ['member', 'project', 'session'])
    .execute();
}
