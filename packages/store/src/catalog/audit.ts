import {
  type Deed,
  type DeedDetail,
  type DeedFilter,
  type DeedKind,
  type Doer,
  deedDays,
  mostDeeds,
  SightglassError,
} from '@sightglass/wire';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { CatalogDatabase } from './database.ts';
import type { CatalogTables } from './tables.ts';

/** What somebody is about to do. */
export interface DeedBegun {
  /** null: the server. */
  project: string | null;
  by: Doer;
  did: DeedKind;
  about?: string;
  /** What that is called; never a person's name. */
  name?: string;
  /** `about` is a mark that stands for an erased session. */
  erased?: boolean;
  details?: readonly DeedDetail[];
}

/** How it ended. What is left out stays as it began. */
export interface DeedOutcome extends Pick<DeedBegun, 'about' | 'name' | 'details' | 'erased'> {
  /** `done`, or the code of an error. */
  outcome: string;
}

/** Somebody looked at a session. */
export interface Look {
  project: string;
  by: Doer;
  session: string;
  /** A mark stands for the session. */
  erased: boolean;
  at: number;
}

/**
 * Who did what. It is added to and never changed, save that a deed ends once, that ids of erased sessions become marks, and that it goes when
 * its time is over.
 */
export interface Audit {
  /** Since when there is one. */
  since: number;
  /** On the disk when it resolves: whoever is cut off then stands there all the same. @throws {SightglassError} `not_found`: no such project */
  begin(deed: DeedBegun): Promise<number>;
  end(number: number, how: DeedOutcome): Promise<void>;
  /** Of what is done by now. */
  write(deed: DeedBegun): Promise<void>;
  /** One for each who looks, session and hour: of the others nothing is kept. */
  look(looks: readonly Look[]): Promise<void>;
  /**
   * Newest first, as many as `limit`.
   * @param project - null: those of the server.
   * @param before - The place of the last one that is known.
   */
  list(
    project: string | null,
    filter: Omit<DeedFilter, 'about'> & { abouts: readonly string[] },
    limit: number,
    before?: { at: number; number: number },
  ): Promise<Deed[]>;
  /** The number of the last one that ever was; they only rise. */
  last(): Promise<number>;
  /** By name. */
  doers(project: string | null): Promise<Doer[]>;
  /** Puts marks in the place of sessions. */
  forget(project: string, sessions: ReadonlyMap<string, string>): Promise<void>;
  /** Sessions that are named, a thousand deeds at a time in order of their numbers. */
  namedSessions(after: number): Promise<{ number: number; project: string; session: string }[]>;
  /** Deletes what is older, or more, than is kept. */
  dropOld(): Promise<void>;
}

const dayMs = 24 * 3_600_000;
const hourMs = 3_600_000;
const began = 'audit-began';

/** @param most - Looks of one project, and as many other deeds. */
export async function createAudit(database: CatalogDatabase, now: () => number, most = mostDeeds): Promise<Audit> {
  await database
    .insertInto('settings')
    .values({ name: began, value: String(now()) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { value } = await database
    .selectFrom('settings')
    .select('value')
    .where('name', '=', began)
    .executeTakeFirstOrThrow();

  const of = (project: string | null) =>
    database.selectFrom('deeds').where('deeds.project', project === null ? 'is' : '=', project);

  return {
    since: Number(value),
    begin: (deed) => database.transaction().execute((transaction) => writeDeed(transaction, now(), deed)),
    async end(number, { outcome, about, name, details, erased }) {
      await database
        .updateTable('deeds')
        .set({
          outcome,
          ...(about === undefined ? {} : { about }),
          ...(name === undefined ? {} : { name }),
          ...(erased === undefined ? {} : { erased: erased ? 1 : 0 }),
          ...(details === undefined ? {} : { details: JSON.stringify(details) }),
        })
        .where('number', '=', number)
        .where('outcome', 'is', null)
        .execute();
    },
    async write(deed) {
      await database.transaction().execute((transaction) => writeDeed(transaction, now(), deed, 'done'));
    },
    async look(looks) {
      await database.transaction().execute(async (transaction) => {
        const projects = new Set((await transaction.selectFrom('projects').select('id').execute()).map(({ id }) => id));
        for (const { project, by, session, erased, at } of looks) {
          if (!projects.has(project)) continue;
          await know(transaction, project, by);
          await transaction
            .insertInto('deeds')
            .values({
              ...{ project, at, by: by.id, did: 'session-looked-at', about: session, name: null, details: '[]' },
              ...{ erased: erased ? 1 : 0, outcome: 'done', hour: Math.floor(at / hourMs) },
            })
            .onConflict((conflict) => conflict.doNothing())
            .execute();
        }
      });
    },
    async list(project, { by, did, abouts, from, until }, limit, before) {
      let asked = of(project);
      if (by !== '') asked = asked.where('by', '=', by);
      if (did === 'changes') asked = asked.where('hour', 'is', null);
      else if (did !== '') asked = asked.where('did', '=', did);
      if (abouts.length > 0) asked = asked.where('about', 'in', abouts);
      if (from !== undefined) asked = asked.where('at', '>=', from);
      if (until !== undefined) asked = asked.where('at', '<', until);
      if (before !== undefined)
        asked = asked.where(({ eb, and, or }) =>
          and([
            // Said twice: from the first alone the index knows where to begin.
            eb('at', '<=', before.at),
            or([eb('at', '<', before.at), eb('number', '<', before.number)]),
          ]),
        );
      // Of one thing there are few: by the time alone all that came since would be gone through to find them.
      const at = abouts.length > 0 ? sql`+at` : sql.ref('at');
      const rows = await withNames(asked, project).orderBy(at, 'desc').orderBy('number', 'desc').limit(limit).execute();
      return rows.map(fromRow);
    },
    async last() {
      const { rows } = await sql<{ seq: number }>`SELECT seq FROM sqlite_sequence WHERE name = 'deeds'`.execute(
        database,
      );
      return rows[0]?.seq ?? 0;
    },
    async doers(project) {
      const rows = await database
        .selectFrom('doers')
        .select(['id', 'kind', 'name'])
        .where('project', '=', project ?? '')
        .orderBy('name')
        .orderBy('id')
        .execute();
      return rows as Doer[]; // written by `know` alone
    },
    async forget(project, sessions) {
      await database.transaction().execute(async (transaction) => {
        // Where both stand for the same hour, one of them is enough.
        for (const [session, mark] of sessions)
          await sql`UPDATE OR REPLACE deeds SET about = ${mark}, erased = 1
            WHERE project = ${project} AND about = ${session} AND did LIKE 'session%'`.execute(transaction);
      });
    },
    async namedSessions(after) {
      const rows = await database
        .selectFrom('deeds')
        .select(['number', 'project', 'about'])
        .where('number', '>', after)
        .where('did', 'like', 'session%')
        .where('erased', '=', 0)
        .where('about', '!=', '')
        .orderBy('number')
        .limit(1_000)
        .execute();
      return rows.map(({ number, project, about }) => ({ number, project: project ?? '', session: about }));
    },
    async dropOld() {
      await database
        .deleteFrom('deeds')
        .where('at', '<', now() - deedDays * dayMs)
        .execute();
      const projects = await database.selectFrom('projects').select('id').execute();
      for (const project of [null, ...projects.map(({ id }) => id)])
        for (const isLook of [true, false]) {
          const one = of(project).where('hour', isLook ? 'is not' : 'is', null);
          const last = await one
            .select(['at'])
            .orderBy('at', 'desc')
            .orderBy('number', 'desc')
            .offset(most)
            .limit(1)
            .executeTakeFirst();
          if (last === undefined) continue;
          await database
            .deleteFrom('deeds')
            .where('project', project === null ? 'is' : '=', project)
            .where('hour', isLook ? 'is not' : 'is', null)
            .where('at', '<=', last.at)
            .execute();
        }
      await sql`DELETE FROM doers WHERE NOT EXISTS (
        SELECT 1 FROM deeds WHERE project IS nullif(doers.project, '') AND "by" = doers.id)`.execute(database);
    },
  };
}

/** Adds it within a transaction that does more: both are there, or neither. */
export async function writeDeed(
  within: CatalogDatabase,
  at: number,
  { project, by, did, about = '', name, erased = false, details = [] }: DeedBegun,
  outcome: string | null = null,
): Promise<number> {
  if (project !== null) {
    const there = await within.selectFrom('projects').select('id').where('id', '=', project).executeTakeFirst();
    if (there === undefined) throw new SightglassError('not_found');
  }
  await know(within, project ?? '', by);
  const row = {
    ...{ project, at, by: by.id, did, about, name: name ?? null, erased: erased ? 1 : 0 },
    ...{ details: JSON.stringify(details), outcome, hour: null },
  };
  const { insertId } = await within.insertInto('deeds').values(row).executeTakeFirstOrThrow();
  return Number(insertId);
}

async function know(within: CatalogDatabase, project: string, { id, kind, name }: Doer): Promise<void> {
  await within
    .insertInto('doers')
    .values({ project, id, kind, name })
    .onConflict((conflict) => conflict.columns(['project', 'id']).doUpdateSet({ name }).where('doers.name', '!=', name))
    .execute();
}

type Asked = SelectQueryBuilder<CatalogTables, 'deeds', object>;

/**
 * People who are done something with are kept by their ids alone: who is a member, did something here, or holds an invitation has a name all the
 * same. Ids are said by whoever asks: of a project's own people alone, or an id of others would tell who that is.
 */
function withNames(asked: Asked, project: string | null) {
  return asked
    .leftJoin('doers', (join) => join.onRef('doers.id', '=', 'deeds.by').on('doers.project', '=', project ?? ''))
    .leftJoin('members as person', (join) =>
      join.onRef('person.id', '=', 'deeds.about').on(({ exists, or, selectFrom, eb, val }) =>
        or([
          eb(val(project), 'is', null),
          eb('person.owner', '=', 1),
          exists(
            selectFrom('memberships')
              .select('member')
              .whereRef('memberships.member', '=', 'person.id')
              .where('memberships.project', '=', project ?? ''),
          ),
        ]),
      ),
    )
    .leftJoin('invitations as invited', (join) =>
      join.onRef('invited.id', '=', 'deeds.about').on('invited.project', '=', project ?? ''),
    )
    .leftJoin('doers as known', (join) =>
      join.onRef('known.id', '=', 'deeds.about').on('known.project', '=', project ?? ''),
    )
    .select(['number', 'at', 'by', 'did', 'about', 'deeds.name', 'erased', 'details', 'outcome'])
    .select(['doers.kind', 'doers.name as doer', 'person.email as person', 'invited.email as invited'])
    .select('known.name as known')
    .select(({ selectFrom }) =>
      selectFrom('deeds as joining')
        .innerJoin('doers as joined', (join) =>
          join.onRef('joined.id', '=', 'joining.by').onRef('joined.project', '=', 'joining.project'),
        )
        .whereRef('joining.project', '=', 'deeds.project')
        .whereRef('joining.about', '=', 'deeds.about')
        .where('joining.did', '=', 'member-joined')
        .where('deeds.did', 'like', 'member%')
        .select('joined.name')
        .limit(1)
        .as('joined'),
    );
}

type Row = Awaited<ReturnType<ReturnType<typeof withNames>['execute']>>[number];

function fromRow(row: Row): Deed {
  const { number, at, by, did, about, name, erased, details, outcome } = row;
  return {
    ...{ number, at, did: did as DeedKind, outcome: outcome ?? 'unknown' }, // this and what follows was written above
    by: { kind: (row.kind ?? 'member') as Doer['kind'], id: by, name: row.doer ?? '' },
    about: { id: about, name: name ?? row.person ?? row.invited ?? row.joined ?? row.known, erased: erased === 1 },
    details: JSON.parse(details) as DeedDetail[],
  };
}
