import { isDeepStrictEqual } from 'node:util';
import { defaultReleaseSettings, type ReleaseFile, type ReleaseSettings, SightglassError } from '@sightglass/wire';
import type { CatalogDatabase } from './database.ts';
import type { CatalogTables } from './tables.ts';

/** What is known of one file, besides its content. */
export type KeptReleaseFile = Omit<ReleaseFile, 'map'> & {
  /** What the script says of its map: an address, or `data:` for one within. */
  mapAddress: string | null;
};

export interface KeptRelease {
  release: string;
  /** Of the newest upload that was finished; null: none ever was. */
  finishedAt: number | null;
  by: string;
}

/**
 * Files of releases by name. A file waits until its upload is finished, and then counts, with all the others of its upload at once;
 * until then what counted before it does.
 */
export interface Releases {
  /** Newest first. */
  list(project: string): Promise<KeptRelease[]>;
  find(project: string, release: string): Promise<KeptRelease | undefined>;
  /** By path, those that count first. Empty: no such release. */
  files(project: string, release: string): Promise<KeptReleaseFile[]>;
  /** Of every release, by release and path. */
  allFiles(project: string): Promise<(KeptReleaseFile & { release: string })[]>;
  /** Releases in which one of these contents counts, newest first; at most twenty. */
  releasesWith(project: string, sha256s: readonly string[]): Promise<string[]>;
  /** Files that count, of whichever release, with one of these debug ids; newest first, at most a thousand. */
  withDebugIds(project: string, debugIds: readonly string[]): Promise<KeptReleaseFile[]>;
  /** A file that came and waits now; what waited under its name is forgotten. */
  wait(project: string, release: string, file: Omit<KeptReleaseFile, 'state' | 'at'>, by: string): Promise<void>;
  /**
   * From now on these files count, all at once.
   * @param files - Each waits or counts under this name and content.
   * @param replace - Whether what counted before and is not among them is forgotten.
   */
  finish(project: string, release: string, files: readonly Named[], replace: boolean, by: string): Promise<void>;
  /** Forgets a release and all its files. */
  drop(project: string, release: string): Promise<void>;
  /** Forgets what waits since before `before`. */
  dropWaiting(before: number): Promise<void>;
  settings(project: string): Promise<ReleaseSettings>;
  /**
   * @param after - What it is a change of. Left out: it overwrites whatever there is.
   * @throws {SightglassError} `changed_meanwhile`
   */
  changeSettings(project: string, settings: ReleaseSettings, after?: ReleaseSettings): Promise<ReleaseSettings>;
}

type Named = Pick<ReleaseFile, 'path' | 'sha256'>;
type Row = CatalogTables['release_files'];

export function createReleases(database: CatalogDatabase, now: () => number): Releases {
  const filesOf = (project: string, release: string) =>
    database.selectFrom('release_files').where('project', '=', project).where('release', '=', release);

  return {
    async list(project) {
      const rows = await database
        .selectFrom('releases')
        .selectAll()
        .where('project', '=', project)
        .orderBy('created_at', 'desc')
        .orderBy('release')
        .execute();
      return rows.map(toRelease);
    },
    async find(project, release) {
      const row = await database
        .selectFrom('releases')
        .selectAll()
        .where('project', '=', project)
        .where('release', '=', release)
        .executeTakeFirst();
      return row && toRelease(row);
    },
    async files(project, release) {
      const rows = await filesOf(project, release).selectAll().orderBy('state').orderBy('path').execute();
      return rows.map(toFile);
    },
    async allFiles(project) {
      const rows = await database
        .selectFrom('release_files')
        .selectAll()
        .where('project', '=', project)
        .orderBy('release')
        .orderBy('path')
        .execute();
      return rows.map((row) => ({ ...toFile(row), release: row.release }));
    },
    async releasesWith(project, sha256s) {
      const rows = await database
        .selectFrom('release_files')
        .select(({ fn }) => ['release', fn.max('at').as('newest')])
        .where('project', '=', project)
        .where('state', '=', 'counts')
        .where('sha256', 'in', sha256s.slice(0, 500))
        .groupBy('release')
        .orderBy('newest', 'desc')
        .orderBy('release')
        .limit(20)
        .execute();
      return rows.map(({ release }) => release);
    },
    async withDebugIds(project, debugIds) {
      const rows = await database
        .selectFrom('release_files')
        .selectAll()
        .where('project', '=', project)
        .where('state', '=', 'counts')
        .where('debug_id', 'in', debugIds.slice(0, 500))
        .orderBy('at', 'desc')
        .orderBy('release')
        .orderBy('path')
        .limit(1_000)
        .execute();
      return rows.map(toFile);
    },
    async wait(project, release, { path, kind, sha256, bytes, debugId, mapAddress }, by) {
      const at = now();
      const row: Row = {
        ...{ project, release, path, kind, sha256, bytes, at },
        ...{ state: 'waiting', debug_id: debugId, map_address: mapAddress },
      };
      await database.transaction().execute(async (transaction) => {
        await transaction
          .insertInto('releases')
          .values({ project, release, by, created_at: at, finished_at: null })
          .onConflict((conflict) => conflict.columns(['project', 'release']).doNothing())
          .execute();
        await transaction
          .insertInto('release_files')
          .values(row)
          .onConflict((conflict) => conflict.columns(['project', 'release', 'path', 'state']).doUpdateSet(row))
          .execute();
      });
    },
    async finish(project, release, files, replace, by) {
      await database.transaction().execute(async (transaction) => {
        const own = transaction
          .selectFrom('release_files')
          .selectAll()
          .where('project', '=', project)
          .where('release', '=', release);
        const there = await own.execute();
        const chosen = new Map<string, Row>();
        for (const { path, sha256 } of files) {
          const row = there.find((one) => one.path === path && one.sha256 === sha256);
          if (row) chosen.set(path, row);
        }
        const kept = there.filter(({ state, path }) => state === 'counts' && !replace && !chosen.has(path));
        const rows = [...kept, ...chosen.values()].map((row) => ({ ...row, state: 'counts' }));
        await transaction
          .deleteFrom('release_files')
          .where('project', '=', project)
          .where('release', '=', release)
          .execute();
        // SQLite takes a bounded number of parameters in one statement.
        for (let at = 0; at < rows.length; at += 500)
          await transaction
            .insertInto('release_files')
            .values(rows.slice(at, at + 500))
            .execute();
        await transaction
          .updateTable('releases')
          .set({ finished_at: now(), by })
          .where('project', '=', project)
          .where('release', '=', release)
          .execute();
      });
    },
    async drop(project, release) {
      await database.transaction().execute(async (transaction) => {
        for (const table of ['release_files', 'releases'] as const)
          await transaction.deleteFrom(table).where('project', '=', project).where('release', '=', release).execute();
      });
    },
    async dropWaiting(before) {
      await database.deleteFrom('release_files').where('state', '=', 'waiting').where('at', '<', before).execute();
      await database
        .deleteFrom('releases')
        .where('finished_at', 'is', null)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('release_files')
                .select('path')
                .whereRef('release_files.project', '=', 'releases.project')
                .whereRef('release_files.release', '=', 'releases.release'),
            ),
          ),
        )
        .execute();
    },
    async settings(project) {
      const row = await database
        .selectFrom('release_settings')
        .selectAll()
        .where('project', '=', project)
        .executeTakeFirst();
      return row ? toSettings(row) : defaultReleaseSettings;
    },
    async changeSettings(project, { sources, fetching, keepReleases }, after) {
      const row = { project, sources, fetching: fetching ? 1 : 0, keep: keepReleases };
      return database.transaction().execute(async (transaction) => {
        const there = await transaction
          .selectFrom('release_settings')
          .selectAll()
          .where('project', '=', project)
          .executeTakeFirst();
        const inForce = there ? toSettings(there) : defaultReleaseSettings;
        if (after !== undefined && !isDeepStrictEqual(inForce, after)) throw new SightglassError('changed_meanwhile');
        await transaction
          .insertInto('release_settings')
          .values(row)
          .onConflict((conflict) => conflict.column('project').doUpdateSet(row))
          .execute();
        return toSettings(row);
      });
    },
  };
}

function toRelease({ release, finished_at, by }: CatalogTables['releases']): KeptRelease {
  return { release, finishedAt: finished_at, by };
}

function toFile({ path, kind, sha256, bytes, state, at, debug_id, map_address }: Row): KeptReleaseFile {
  return {
    ...{ path, sha256, bytes, at, debugId: debug_id, mapAddress: map_address },
    // Both columns are only ever written by `wait` and `finish`.
    kind: kind as KeptReleaseFile['kind'],
    state: state as KeptReleaseFile['state'],
  };
}

function toSettings({ sources, fetching, keep }: CatalogTables['release_settings']): ReleaseSettings {
  // Only ever written from settings.
  return { sources: sources as ReleaseSettings['sources'], fetching: fetching === 1, keepReleases: keep };
}
