import type { Generated, Kysely } from 'kysely';

/** What the catalog keeps of issues: times in milliseconds, yes and no as 1 and 0. */
export interface IssueTables {
  issues: {
    project: string;
    id: string;
    kind: string;
    type: string;
    message: string;
    source: string;
    place: string;
    /** `open`, `regressed`, `resolved`, `ignored`. */
    state: string;
    /** When it became so. */
    state_at: number;
    resolved_in: string | null;
    resolved_next: number;
    ignored_until: number | null;
    regressed_in: string | null;
    assignee: string | null;
    first_at: number;
    first_release: string;
    /** Another issue that this one is a part of now. */
    merged_into: string | null;
  };
  /** What is known of each raw fingerprint, and which issue it belongs to. */
  issue_fingerprints: {
    project: string;
    fingerprint: string;
    issue: string;
    /** Hash of the grouping key; changes when a map makes more of the stack known. */
    key: string;
    message: string;
    place: string;
    release: string;
    /** 1: read with source maps. */
    mapped: number;
    by_hand: number;
  };
  /** Decisions by hand, by fingerprint (`f …`) and by grouping key (`k …`): they outlive every regrouping. */
  issue_hands: { project: string; subject: string; issue: string };
  issue_activity: {
    number: Generated<number>;
    project: string;
    issue: string;
    at: number;
    by: string;
    did: string;
    about: string;
  };
}

/** A step of the catalog's migrations. */
export async function makeIssueTables<Tables>({ schema }: Kysely<Tables>): Promise<void> {
  await schema
    .createTable('issues')
    .addColumn('project', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('place', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('state_at', 'integer', (column) => column.notNull())
    .addColumn('resolved_in', 'text')
    .addColumn('resolved_next', 'integer', (column) => column.notNull())
    .addColumn('ignored_until', 'integer')
    .addColumn('regressed_in', 'text')
    .addColumn('assignee', 'text', (column) => column.references('members.id').onDelete('set null'))
    .addColumn('first_at', 'integer', (column) => column.notNull())
    .addColumn('first_release', 'text', (column) => column.notNull())
    .addColumn('merged_into', 'text')
    .addPrimaryKeyConstraint('issues_key', ['project', 'id'])
    .execute();
  await schema
    .createTable('issue_fingerprints')
    .addColumn('project', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addColumn('issue', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('place', 'text', (column) => column.notNull())
    .addColumn('release', 'text', (column) => column.notNull())
    .addColumn('mapped', 'integer', (column) => column.notNull())
    .addColumn('by_hand', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('issue_fingerprints_key', ['project', 'fingerprint'])
    .execute();
  await schema
    .createIndex('issue_fingerprints_of_issue')
    .on('issue_fingerprints')
    .columns(['project', 'issue'])
    .execute();
  await schema
    .createTable('issue_hands')
    .addColumn('project', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('issue', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('issue_hands_key', ['project', 'subject'])
    .execute();
  await schema
    .createTable('issue_activity')
    .addColumn('number', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('project', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('issue', 'text', (column) => column.notNull())
    .addColumn('at', 'integer', (column) => column.notNull())
    .addColumn('by', 'text', (column) => column.notNull())
    .addColumn('did', 'text', (column) => column.notNull())
    .addColumn('about', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createIndex('issue_activity_of_issue')
    .on('issue_activity')
    .columns(['project', 'issue', 'number'])
    .execute();
}
