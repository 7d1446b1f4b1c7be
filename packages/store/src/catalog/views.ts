import { mostSavedViews, mostWatched, type SavedView, SightglassError } from '@sightglass/wire';
import type { CatalogDatabase } from './database.ts';
import { newId } from './secret.ts';
import type { CatalogTables } from './tables.ts';

/** Who asks: a member's id, or null for a token, and the name that others see. */
export interface Viewer {
  member: string | null;
  name: string;
}

/** Searches that somebody gave a name, and which sessions each member has watched. */
export interface Views {
  /** Theirs and those that are shared, by name. */
  of(project: string, viewer: Viewer): Promise<SavedView[]>;
  /** @throws {SightglassError} `too_many_views` */
  save(project: string, view: Pick<SavedView, 'name' | 'address' | 'shared'>, viewer: Viewer): Promise<SavedView>;
  /** @throws {SightglassError} `not_found`: none of theirs, nor a shared one. */
  find(project: string, id: string, viewer: Viewer): Promise<SavedView>;
  /**
   * @param after - When what it is a change of was saved. Left out: it overwrites whatever there is.
   * @throws {SightglassError} `changed_meanwhile`, or `not_found` for one that is gone
   */
  change(
    project: string,
    id: string,
    to: Partial<Pick<SavedView, 'name' | 'address' | 'shared'>>,
    after?: number,
  ): Promise<void>;
  drop(project: string, id: string): Promise<void>;
  /** Newest first, at most `mostWatched`. */
  watchedBy(project: string, member: string): Promise<string[]>;
  setWatched(project: string, session: string, member: string, watched: boolean): Promise<void>;
  /** With the sessions go the marks on them. */
  forgetSessions(project: string, sessions: readonly string[]): Promise<void>;
  /** Drops those whose address fits. @returns how many */
  dropThose(project: string, isThat: (address: SavedView['address']) => boolean): Promise<number>;
}

const sessionsAtOnce = 10_000;

export function createViews(database: CatalogDatabase, now: () => number): Views {
  const seenBy = (project: string, { member }: Viewer) =>
    database
      .selectFrom('saved_views')
      .where('project', '=', project)
      .where(({ eb, or }) => or([eb('shared', '=', 1), ...(member === null ? [] : [eb('member', '=', member)])]));
  const mark = (project: string, member: string) => ({ project, member });

  return {
    async of(project, viewer) {
      const rows = await seenBy(project, viewer).selectAll().orderBy('name').orderBy('id').execute();
      return rows.map((row) => fromRow(row, viewer));
    },
    async save(project, { name, address, shared }, viewer) {
      const { count } = await database
        .selectFrom('saved_views')
        .where('project', '=', project)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      if (count >= mostSavedViews) throw new SightglassError('too_many_views');
      const row = {
        ...{ id: newId('v'), project, member: viewer.member, by: viewer.name, name, saved_at: now() },
        ...{ address: JSON.stringify(address), shared: shared || viewer.member === null ? 1 : 0 },
      };
      await database.insertInto('saved_views').values(row).execute();
      return fromRow(row, viewer);
    },
    async find(project, id, viewer) {
      const row = await seenBy(project, viewer).where('id', '=', id).selectAll().executeTakeFirst();
      if (row === undefined) throw new SightglassError('not_found');
      return fromRow(row, viewer);
    },
    async change(project, id, { name, address, shared }, after) {
      const own = { project, id };
      const { numUpdatedRows } = await database
        .updateTable('saved_views')
        .set(({ fn, val, eb }) => ({
          // Two in one millisecond are two.
          saved_at: fn<number>('max', [val(now()), eb('saved_at', '+', 1)]),
          ...(name === undefined ? {} : { name }),
          ...(address === undefined ? {} : { address: JSON.stringify(address) }),
          ...(shared === undefined ? {} : { shared: shared ? 1 : 0 }),
        }))
        .where(({ and }) => and(after === undefined ? own : { ...own, saved_at: after }))
        .executeTakeFirstOrThrow();
      if (numUpdatedRows > 0n) return;
      const there = await database
        .selectFrom('saved_views')
        .select('id')
        .where(({ and }) => and(own))
        .executeTakeFirst();
      throw new SightglassError(there === undefined ? 'not_found' : 'changed_meanwhile');
    },
    async drop(project, id) {
      await database.deleteFrom('saved_views').where('project', '=', project).where('id', '=', id).execute();
    },
    async watchedBy(project, member) {
      const rows = await database
        .selectFrom('watched')
        .where('project', '=', project)
        .where('member', '=', member)
        .select('session')
        .orderBy('at', 'desc')
        .limit(mostWatched)
        .execute();
      return rows.map(({ session }) => session);
    },
    async setWatched(project, session, member, watched) {
      if (watched)
        await database
          .insertInto('watched')
          .values({ ...mark(project, member), session, at: now() })
          .onConflict((conflict) => conflict.columns(['member', 'project', 'session']).doUpdateSet({ at: now() }))
          .execute();
      else
        await database
          .deleteFrom('watched')
          .where('project', '=', project)
          .where('member', '=', member)
          .where('session', '=', session)
          .execute();
    },
    async forgetSessions(project, sessions) {
      for (let index = 0; index < sessions.length; index += sessionsAtOnce)
        await database
          .deleteFrom('watched')
          .where('project', '=', project)
          .where('session', 'in', sessions.slice(index, index + sessionsAtOnce))
          .execute();
    },
    async dropThose(project, isThat) {
      const rows = await database
        .selectFrom('saved_views')
        .select(['id', 'address'])
        .where('project', '=', project)
        .execute();
      const those = rows.flatMap(({ id, address }) => (isThat(toAddress(address)) ? [id] : []));
      if (those.length > 0) await database.deleteFrom('saved_views').where('id', 'in', those).execute();
      return those.length;
    },
  };
}

function fromRow(
  { id, name, address, shared, by, member, saved_at }: CatalogTables['saved_views'],
  viewer: Viewer,
): SavedView {
  return {
    ...{ id, name, by, shared: shared === 1, savedAt: saved_at },
    mine: member !== null && member === viewer.member,
    address: toAddress(address),
  };
}

const toAddress = (written: string) => JSON.parse(written) as SavedView['address']; // written above
