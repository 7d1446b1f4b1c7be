import type { Kysely } from 'kysely';
import { makeAuditTables } from './audit-tables.ts';
import { makeBeginningTable } from './beginning-table.ts';
import { makeIssueTables } from './issue-tables.ts';
import type { CatalogTables } from './tables.ts';
import { makeViewTables } from './view-tables.ts';

type Database = Kysely<CatalogTables>;

/** One step each, never changed once released; a folder of any earlier version walks through those that it has not seen. */
const steps: ((database: Database) => Promise<void>)[] = [
  from0to1,
  from1to2,
  from2to3,
  from3to4,
  from4to5,
  from5to6,
  makeIssueTables,
  makeViewTables,
  from8to9,
  from9to10,
  from10to11,
  from11to12,
  makeAuditTables,
  makeBeginningTable,
];

export const latestVersion = steps.length;

/** All missing steps and the new version number in one transaction: a crash leaves the old version or the new one. */
export async function migrate(database: Database): Promise<void> {
  await database.schema
    .createTable('schema_version')
    .ifNotExists()
    .addColumn('version', 'integer', (column) => column.notNull())
    .execute();
  await database.transaction().execute(async (transaction) => {
    const row = await transaction.selectFrom('schema_version').select('version').executeTakeFirst();
    const version = row?.version ?? 0;
    if (version >= latestVersion) return;
    for (const step of steps.slice(version)) await step(transaction);
    await transaction.deleteFrom('schema_version').execute();
    await transaction.insertInto('schema_version').values({ version: latestVersion }).execute();
  });
}

async function from0to1(database: Database): Promise<void> {
  const { schema } = database;
  await schema
    .createTable('projects')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('number', 'integer', (column) => column.notNull().unique())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('sample', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'integer', (column) => column.notNull())
    .execute();
  await schema
    .createTable('client_keys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('project', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('key', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'integer', (column) => column.notNull())
    .addColumn('revoked_at', 'integer')
    .addColumn('last_used_at', 'integer')
    .execute();
  await schema
    .createTable('tokens')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('project', 'text', (column) => column.references('projects.id').onDelete('cascade'))
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('created_by', 'text', (column) => column.notNull())
    .addColumn('created_at', 'integer', (column) => column.notNull())
    .addColumn('last_used_at', 'integer')
    .execute();
  await schema
    .createTable('members')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('owner', 'integer', (column) => column.notNull())
    .addColumn('password', 'text', (column) => column.notNull())
    .addColumn('created_at', 'integer', (column) => column.notNull())
    .addColumn('last_seen_at', 'integer')
    .execute();
  await schema
    .createTable('memberships')
    .addColumn('member', 'text', (column) => column.notNull().references('members.id').onDelete('cascade'))
    .addColumn('project', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('role', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('memberships_key', ['member', 'project'])
    .execute();
  await schema
    .createTable('logins')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('member', 'text', (column) => column.notNull().references('members.id').onDelete('cascade'))
    .addColumn('created_at', 'integer', (column) => column.notNull())
    .addColumn('last_seen_at', 'integer', (column) => column.notNull())
    .addColumn('expires_at', 'integer', (column) => column.notNull())
    .execute();
  await schema
    .createTable('invitations')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('project', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('created_at', 'integer', (column) => column.notNull())
    .addColumn('expires_at', 'integer', (column) => column.notNull())
    .addUniqueConstraint('invitations_once', ['email', 'project'])
    .execute();
  await schema
    .createTable('settings')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute();
}

async function from1to2(database: Database): Promise<void> {
  await database.schema
    .createTable('resets')
    .addColumn('member', 'text', (column) => column.primaryKey().references('members.id').onDelete('cascade'))
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'integer', (column) => column.notNull())
    .addColumn('expires_at', 'integer', (column) => column.notNull())
    .execute();
}

async function from2to3(database: Database): Promise<void> {
  await database.schema
    .createTable('recording')
    .addColumn('project', 'text', (column) => column.primaryKey().references('projects.id').onDelete('cascade'))
    .addColumn('off', 'integer', (column) => column.notNull())
    .addColumn('sessions', 'real', (column) => column.notNull())
    .addColumn('replays', 'real', (column) => column.notNull())
    .addColumn('mask', 'text', (column) => column.notNull())
    .addColumn('keep', 'text', (column) => column.notNull())
    .addColumn('canvas', 'real', (column) => column.notNull())
    .addColumn('changed_at', 'integer', (column) => column.notNull())
    .addColumn('changed_by', 'text', (column) => column.notNull())
    .execute();
}

async function from3to4(database: Database): Promise<void> {
  await database.schema
    .createTable('reviews')
    .addColumn('project', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('text', 'text')
    .addColumn('by', 'text', (column) => column.notNull())
    .addColumn('at', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('reviews_key', ['project', 'key'])
    .execute();
}

async function from4to5(database: Database): Promise<void> {
  await database.schema
    .createTable('notes')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('project', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('session', 'text', (column) => column.notNull())
    .addColumn('at', 'integer', (column) => column.notNull())
    .addColumn('words', 'text', (column) => column.notNull())
    .addColumn('by', 'text', (column) => column.notNull())
    .addColumn('written_at', 'integer', (column) => column.notNull())
    .addColumn('changed_at', 'integer')
    .execute();
  await database.schema.createIndex('notes_of_session').on('notes').columns(['project', 'session', 'at']).execute();
}

async function from5to6(database: Database): Promise<void> {
  const { schema } = database;
  await schema
    .createTable('releases')
    .addColumn('project', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('release', 'text', (column) => column.notNull())
    .addColumn('by', 'text', (column) => column.notNull())
    .addColumn('created_at', 'integer', (column) => column.notNull())
    .addColumn('finished_at', 'integer')
    .addPrimaryKeyConstraint('releases_key', ['project', 'release'])
    .execute();
  await schema
    .createTable('release_files')
    .addColumn('project', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('release', 'text', (column) => column.notNull())
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('bytes', 'integer', (column) => column.notNull())
    .addColumn('debug_id', 'text')
    .addColumn('map_address', 'text')
    .addColumn('at', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('release_files_key', ['project', 'release', 'path', 'state'])
    .execute();
  await schema
    .createTable('release_settings')
    .addColumn('project', 'text', (column) => column.primaryKey().references('projects.id').onDelete('cascade'))
    .addColumn('sources', 'text', (column) => column.notNull())
    .addColumn('fetching', 'integer', (column) => column.notNull())
    .addColumn('keep', 'integer', (column) => column.notNull())
    .execute();
}

async function from8to9(database: Database): Promise<void> {
  await database.schema
    .createTable('retention')
    .addColumn('project', 'text', (column) => column.primaryKey().references('projects.id').onDelete('cascade'))
    .addColumn('days', 'integer', (column) => column.notNull())
    .addColumn('changed_at', 'integer', (column) => column.notNull())
    .addColumn('changed_by', 'text', (column) => column.notNull())
    .execute();
}

/** Projects that were there before go by the default, as new ones do. */
async function from9to10(database: Database): Promise<void> {
  await database.schema
    .alterTable('recording')
    .addColumn('assets', 'text', (column) => column.notNull().defaultTo('all'))
    .execute();
}

/** What was inferred when a member spoke; of what was said before nobody knows. */
async function from10to11(database: Database): Promise<void> {
  await database.schema.alterTable('reviews').addColumn('inferred', 'text').execute();
}

async function from11to12(database: Database): Promise<void> {
  await database.schema
    .createTable('removed_projects')
    .addColumn('project', 'text', (column) => column.primaryKey())
    .addColumn('removed_at', 'integer', (column) => column.notNull())
    .addColumn('finished_at', 'integer')
    .execute();
}
