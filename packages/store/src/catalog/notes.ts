import { mostNotes, type SessionNote, SightglassError } from '@sightglass/wire';
import type { CatalogDatabase } from './database.ts';
import { newId } from './secret.ts';
import type { CatalogTables } from './tables.ts';

/** What members wrote beside moments of sessions. */
export interface Notes {
  /** In order of the moments. */
  of(project: string, session: string): Promise<SessionNote[]>;
  /**
   * @param by - Who writes it, for those who read it later.
   * @throws {SightglassError} `too_many_notes`
   */
  write(project: string, session: string, note: Pick<SessionNote, 'at' | 'words'>, by: string): Promise<SessionNote>;
  find(project: string, session: string, id: string): Promise<SessionNote | undefined>;
  /** @throws {SightglassError} `not_found` */
  change(project: string, session: string, id: string, words: string): Promise<SessionNote>;
  drop(project: string, session: string, id: string): Promise<void>;
  /** Deletes notes beside moments before this time. @param project - null: of all projects */
  dropBefore(project: string | null, time: number): Promise<void>;
  /** With the sessions go the words about them. */
  dropAllOf(project: string, sessions: readonly string[]): Promise<void>;
}

/** SQLite binds at most 32,766 values at a time. */
const sessionsAtOnce = 10_000;

export function createNotes(database: CatalogDatabase, now: () => number): Notes {
  const one = (project: string, session: string) =>
    database.selectFrom('notes').where('project', '=', project).where('session', '=', session);

  async function find(project: string, session: string, id: string): Promise<SessionNote | undefined> {
    const row = await one(project, session).where('id', '=', id).selectAll().executeTakeFirst();
    return row && fromRow(row);
  }

  return {
    async of(project, session) {
      const rows = await one(project, session).selectAll().orderBy('at').orderBy('id').limit(mostNotes).execute();
      return rows.map(fromRow);
    },
    async write(project, session, { at, words }, by) {
      const { count } = await one(project, session)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      if (count >= mostNotes) throw new SightglassError('too_many_notes');
      const row = { id: newId('n'), project, session, at, words, by, written_at: now(), changed_at: null };
      await database.insertInto('notes').values(row).execute();
      return fromRow(row);
    },
    find,
    async change(project, session, id, words) {
      await database
        .updateTable('notes')
        .set({ words, changed_at: now() })
        .where('project', '=', project)
        .where('session', '=', session)
        .where('id', '=', id)
        .execute();
      const changed = await find(project, session, id);
      if (changed === undefined) throw new SightglassError('not_found');
      return changed;
    },
    async drop(project, session, id) {
      await database
        .deleteFrom('notes')
        .where('project', '=', project)
        .where('session', '=', session)
        .where('id', '=', id)
        .execute();
    },
    async dropBefore(project, time) {
      let older = database.deleteFrom('notes').where('at', '<', time);
      if (project !== null) older = older.where('project', '=', project);
      await older.execute();
    },
    async dropAllOf(project, sessions) {
      for (let index = 0; index < sessions.length; index += sessionsAtOnce)
        await database
          .deleteFrom('notes')
          .where('project', '=', project)
          .where('session', 'in', sessions.slice(index, index + sessionsAtOnce))
          .execute();
    },
  };
}

function fromRow({ id, at, words, by, written_at, changed_at }: CatalogTables['notes']): SessionNote {
  return { id, at, words, by, writtenAt: written_at, changedAt: changed_at };
}
