import { type Generated, type Kysely, sql } from 'kysely';

/** Who did what. `project`: null for what is done with the server. Times in milliseconds, yes and no as 1 and 0. */
export interface AuditTables {
  deeds: {
    number: Generated<number>;
    project: string | null;
    at: number;
    /** Of a doer. */
    by: string;
    did: string;
    about: string;
    /** What it is called, where that is the name of a thing. */
    name: string | null;
    erased: number;
    /** JSON. */
    details: string;
    /** null: under way, or cut off with the server. */
    outcome: string | null;
    /** Of looks: the hour that it stands for. */
    hour: number | null;
  };
  /** Their names stand once, beside what they did, as long as anything of that is kept. `project`: empty for the server. */
  doers: { project: string; id: string; kind: string; name: string };
}

/** A step of the catalog's migrations. */
export async function makeAuditTables<Tables>(database: Kysely<Tables>): Promise<void> {
  const { schema } = database;
  await schema
    .createTable('deeds')
    .addColumn('number', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('project', 'text', (column) => column.references('projects.id').onDelete('cascade'))
    .addColumn('at', 'integer', (column) => column.notNull())
    .addColumn('by', 'text', (column) => column.notNull())
    .addColumn('did', 'text', (column) => column.notNull())
    .addColumn('about', 'text', (column) => column.notNull())
    .addColumn('name', 'text')
    .addColumn('erased', 'integer', (column) => column.notNull())
    .addColumn('details', 'text', (column) => column.notNull())
    .addColumn('outcome', 'text')
    .addColumn('hour', 'integer')
    .execute();
  for (const [name, columns] of [
    ['deeds_of_project', ['project', 'at']],
    ['deeds_by', ['project', 'by', 'at']],
    ['deeds_did', ['project', 'did', 'at']],
    ['deeds_about', ['project', 'about', 'at']],
  ] as const)
    await schema
      .createIndex(name)
      .on('deeds')
      .columns([...columns])
      .execute();
  // Looks outnumber all else by far: without them the list is asked for most.
  await sql`CREATE INDEX deeds_but_looks ON deeds (project, at) WHERE hour IS NULL`.execute(database);
  await sql`CREATE UNIQUE INDEX deeds_one_look ON deeds (project, "by", about, hour) WHERE hour IS NOT NULL`.execute(
    database,
  );
  await schema
    .createTable('doers')
    .addColumn('project', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('doers_key', ['project', 'id'])
    .execute();
}
