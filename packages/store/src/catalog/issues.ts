import type { IssueActivity, IssueKind, IssueState } from '@sightglass/wire';
import type { CatalogDatabase } from './database.ts';
import { type Forgotten, forgetIssues } from './forget-issues.ts';
import type { IssueTables } from './issue-tables.ts';

/** An issue as the catalog knows it; how often it is met is the engine's to say. */
export interface KeptIssue {
  id: string;
  kind: IssueKind;
  type: string;
  message: string;
  source: string;
  place: string;
  state: IssueState;
  stateAt: number;
  resolvedIn: string | null;
  resolvedNext: boolean;
  ignoredUntil: number | null;
  regressedIn: string | null;
  assignee: string | null;
  firstAt: number;
  firstRelease: string;
  mergedInto: string | null;
}

/** One that nothing was decided about yet. */
type NewIssue = Omit<KeptIssue, keyof typeof undecided>;

/** A raw fingerprint with the issue that it belongs to. */
export interface KeptFingerprint {
  fingerprint: string;
  issue: string;
  key: string;
  message: string;
  place: string;
  release: string;
  mapped: boolean;
  byHand: boolean;
}

/** A state and all that goes with it. */
export type Standing = Pick<KeptIssue, 'state'> &
  Partial<Pick<KeptIssue, 'resolvedIn' | 'resolvedNext' | 'ignoredUntil' | 'regressedIn'>>;

export interface Issues {
  /** Those of which anything is kept here. */
  projects(): Promise<string[]>;
  find(project: string, id: string): Promise<KeptIssue | undefined>;
  /** Those of these ids that there are. */
  some(project: string, ids: readonly string[]): Promise<KeptIssue[]>;
  all(project: string): Promise<KeptIssue[]>;
  /** Those about which something was decided; all others are open and nobody's. */
  decided(project: string): Promise<KeptIssue[]>;
  /**
   * Makes those that are not there, and gives those that are there title and place anew. These are a part of no other any more, unless somebody
   * merged them.
   *
   * @returns ids that are new
   */
  put(project: string, issues: readonly NewIssue[]): Promise<string[]>;
  setStanding(project: string, id: string, standing: Standing): Promise<void>;
  assign(project: string, id: string, member: string | null): Promise<void>;
  setMerged(project: string, id: string, into: string | null): Promise<void>;

  fingerprints(project: string): Promise<KeptFingerprint[]>;
  countFingerprints(project: string): Promise<number>;
  fingerprintsOf(project: string, issue: string): Promise<KeptFingerprint[]>;
  issueOfFingerprint(project: string, fingerprint: string): Promise<string | undefined>;
  putFingerprints(project: string, rows: readonly KeptFingerprint[]): Promise<void>;
  /** What was decided by hand, by subject: `f` or `k`, a blank, and a fingerprint or a key. */
  hands(project: string): Promise<Map<string, string>>;
  setHands(project: string, subjects: readonly string[], issue: string): Promise<void>;
  /** An issue that is made by such a decision, and that decision: all at once. */
  putByHand(project: string, issue: NewIssue, subjects: readonly string[]): Promise<void>;

  note(project: string, issue: string, activity: Omit<IssueActivity, 'at'>): Promise<void>;
  /** Newest first, at most 200. */
  activity(project: string, issue: string): Promise<IssueActivity[]>;

  /**
   * What nobody is left to have met goes, and what was written down of it: all at once, so that nothing is decided in between.
   *
   * @param judge - Told all issues, and what was decided by hand.
   */
  forget(
    project: string,
    judge: (all: readonly KeptIssue[], hands: ReadonlyMap<string, string>) => Forgotten,
  ): Promise<void>;
}

const undecided = {
  state: 'open',
  stateAt: 0,
  resolvedIn: null,
  resolvedNext: false,
  ignoredUntil: null,
  regressedIn: null,
  assignee: null,
  mergedInto: null,
} as const;
/** SQLite binds 32,766 values in a statement. */
const rowsAtOnce = 500;
const mostActivities = 200;

export function createIssues(database: CatalogDatabase, now: () => number): Issues {
  const inProject = (project: string) => database.selectFrom('issues').selectAll().where('project', '=', project);

  return {
    async projects() {
      const rows = await database
        .selectFrom('issues')
        .select('project')
        .union(database.selectFrom('issue_fingerprints').select('project'))
        .execute();
      return rows.map(({ project }) => project);
    },
    async find(project, id) {
      const row = await inProject(project).where('id', '=', id).executeTakeFirst();
      return row && fromRow(row);
    },
    async some(project, ids) {
      const rows = await inEach(ids, (part) => inProject(project).where('id', 'in', part).execute());
      return rows.map(fromRow);
    },
    all: (project) => allOf(database, project),
    async decided(project) {
      const rows = await inProject(project)
        .where((where) => where.or([where('state', '!=', 'open'), where('assignee', 'is not', null)]))
        .execute();
      return rows.map(fromRow);
    },
    put: (project, issues) => database.transaction().execute((transaction) => putIssues(transaction, project, issues)),
    async setStanding(project, id, standing) {
      await database
        .updateTable('issues')
        .set({ ...toColumns({ ...undecided, ...standing }), state_at: now() })
        .where('project', '=', project)
        .where('id', '=', id)
        .execute();
    },
    async assign(project, id, member) {
      await database
        .updateTable('issues')
        .set({ assignee: member })
        .where('project', '=', project)
        .where('id', '=', id)
        .execute();
    },
    async setMerged(project, id, into) {
      await database
        .updateTable('issues')
        .set({ merged_into: into })
        .where('project', '=', project)
        .where('id', '=', id)
        .execute();
    },

    async fingerprints(project) {
      const rows = await database
        .selectFrom('issue_fingerprints')
        .selectAll()
        .where('project', '=', project)
        .orderBy('fingerprint')
        .execute();
      return rows.map(fromFingerprint);
    },
    async countFingerprints(project) {
      const { count } = await database
        .selectFrom('issue_fingerprints')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('project', '=', project)
        .executeTakeFirstOrThrow();
      return count;
    },
    async fingerprintsOf(project, issue) {
      const rows = await database
        .selectFrom('issue_fingerprints')
        .selectAll()
        .where('project', '=', project)
        .where('issue', '=', issue)
        .orderBy('fingerprint')
        .execute();
      return rows.map(fromFingerprint);
    },
    async issueOfFingerprint(project, fingerprint) {
      const row = await database
        .selectFrom('issue_fingerprints')
        .select('issue')
        .where('project', '=', project)
        .where('fingerprint', '=', fingerprint)
        .executeTakeFirst();
      return row?.issue;
    },
    async putFingerprints(project, rows) {
      await database.transaction().execute(async (transaction) => {
        for (const { mapped, byHand, ...rest } of rows) {
          const row = { project, ...rest, mapped: mapped ? 1 : 0, by_hand: byHand ? 1 : 0 };
          await transaction
            .insertInto('issue_fingerprints')
            .values(row)
            .onConflict((conflict) => conflict.columns(['project', 'fingerprint']).doUpdateSet(row))
            .execute();
        }
      });
    },
    hands: (project) => handsOf(database, project),
    setHands: (project, subjects, issue) =>
      database.transaction().execute((transaction) => putHands(transaction, project, subjects, issue)),
    putByHand: (project, issue, subjects) =>
      database.transaction().execute(async (transaction) => {
        await putIssues(transaction, project, [issue]);
        await putHands(transaction, project, subjects, issue.id);
      }),

    async note(project, issue, { by, did, about }) {
      await database.insertInto('issue_activity').values({ project, issue, at: now(), by, did, about }).execute();
    },
    async activity(project, issue) {
      const rows = await database
        .selectFrom('issue_activity')
        .select(['at', 'by', 'did', 'about'])
        .where('project', '=', project)
        .where('issue', '=', issue)
        .orderBy('number', 'desc')
        .limit(mostActivities)
        .execute();
      return rows.map((row) => ({ ...row, did: row.did as IssueActivity['did'] })); // written by `note` alone
    },

    forget: (project, judge) =>
      database.transaction().execute(async (transaction) => {
        const what = judge(await allOf(transaction, project), await handsOf(transaction, project));
        await forgetIssues(transaction, project, what);
      }),
  };

  async function putIssues(transaction: CatalogDatabase, project: string, issues: readonly NewIssue[]) {
    const added: string[] = [];
    for (const { id, kind, type, message, source, place, firstAt, firstRelease } of issues) {
      const told = { kind, type, message, source, place };
      const row = { project, id, ...told, ...toColumns(undecided), first_at: firstAt, first_release: firstRelease };
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto('issues')
        .values({ ...row, state_at: now(), assignee: null, merged_into: null })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (numInsertedOrUpdatedRows === 1n) added.push(id);
      else {
        const own = transaction.updateTable('issues').where('project', '=', project).where('id', '=', id);
        await own.set(told).execute();
        await own
          .set({ merged_into: null })
          .where('merged_into', 'is not', null)
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('issue_hands')
                  .select('issue')
                  .where('project', '=', project)
                  .where('subject', '=', `k ${id}`),
              ),
            ),
          )
          .execute();
      }
    }
    return added;
  }
}

async function allOf(database: CatalogDatabase, project: string): Promise<KeptIssue[]> {
  const rows = await database.selectFrom('issues').selectAll().where('project', '=', project).execute();
  return rows.map(fromRow);
}

async function handsOf(database: CatalogDatabase, project: string): Promise<Map<string, string>> {
  const rows = await database.selectFrom('issue_hands').selectAll().where('project', '=', project).execute();
  return new Map(rows.map(({ subject, issue }) => [subject, issue]));
}

async function putHands(
  transaction: CatalogDatabase,
  project: string,
  subjects: readonly string[],
  issue: string,
): Promise<void> {
  for (const subject of subjects)
    await transaction
      .insertInto('issue_hands')
      .values({ project, subject, issue })
      .onConflict((conflict) => conflict.columns(['project', 'subject']).doUpdateSet({ issue }))
      .execute();
}

async function inEach<Row>(ids: readonly string[], read: (part: readonly string[]) => Promise<Row[]>): Promise<Row[]> {
  const found: Row[] = [];
  for (let first = 0; first < ids.length; first += rowsAtOnce)
    found.push(...(await read(ids.slice(first, first + rowsAtOnce))));
  return found;
}

function toColumns(standing: Required<Standing>) {
  return {
    state: standing.state,
    resolved_in: standing.resolvedIn,
    resolved_next: standing.resolvedNext ? 1 : 0,
    ignored_until: standing.ignoredUntil,
    regressed_in: standing.regressedIn,
  };
}

function fromRow(row: IssueTables['issues']): KeptIssue {
  return {
    ...{ id: row.id, type: row.type, message: row.message, source: row.source, place: row.place },
    // Both written here alone.
    kind: row.kind as IssueKind,
    state: row.state as IssueState,
    stateAt: row.state_at,
    resolvedIn: row.resolved_in,
    resolvedNext: row.resolved_next === 1,
    ignoredUntil: row.ignored_until,
    regressedIn: row.regressed_in,
    assignee: row.assignee,
    firstAt: row.first_at,
    firstRelease: row.first_release,
    mergedInto: row.merged_into,
  };
}

function fromFingerprint({ project: _, mapped, by_hand, ...row }: IssueTables['issue_fingerprints']): KeptFingerprint {
  return { ...row, mapped: mapped === 1, byHand: by_hand === 1 };
}
