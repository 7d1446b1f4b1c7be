import type { Project } from '@sightglass/wire';
import type { CatalogDatabase } from './database.ts';
import { newId } from './secret.ts';

export interface Projects {
  create(name: string, options?: { sample?: boolean }): Promise<Project>;
  find(id: string): Promise<Project | undefined>;
  /** In the order in which they were made. */
  list(): Promise<Project[]>;
  /** @returns undefined when there is no such project. */
  rename(id: string, name: string): Promise<Project | undefined>;
  /** Takes it out with everything in the catalog that belongs to it, and remembers that it did. @returns false when there is no such project */
  remove(id: string): Promise<boolean>;
  /** All that were ever removed. `finished`: nothing of them is left elsewhere either. */
  removed(): Promise<{ project: string; finished: boolean }[]>;
  finishRemoval(id: string): Promise<void>;
}

export function createProjects(database: CatalogDatabase, now: () => number): Projects {
  const projects = () => database.selectFrom('projects').selectAll();

  return {
    async create(name, options = {}) {
      return database.transaction().execute(async (transaction) => {
        const { last } = await transaction
          .selectFrom('projects')
          .select(({ fn }) => fn.max('number').as('last'))
          .executeTakeFirstOrThrow();
        const row = {
          id: newId('p'),
          number: (last ?? 0) + 1,
          name,
          sample: options.sample === true ? 1 : 0,
          created_at: now(),
        };
        await transaction.insertInto('projects').values(row).execute();
        return toProject(row);
      });
    },
    async find(id) {
      const row = await projects().where('id', '=', id).executeTakeFirst();
      return row === undefined ? undefined : toProject(row);
    },
    async list() {
      return (await projects().orderBy('number').execute()).map(toProject);
    },
    async rename(id, name) {
      await database.updateTable('projects').set({ name }).where('id', '=', id).execute();
      return this.find(id);
    },
    async remove(id) {
      return database.transaction().execute(async (transaction) => {
        const { numDeletedRows } = await transaction.deleteFrom('projects').where('id', '=', id).executeTakeFirst();
        if (numDeletedRows === 0n) return false;
        await transaction.deleteFrom('doers').where('project', '=', id).execute();
        const row = { project: id, removed_at: now(), finished_at: null };
        await transaction.insertInto('removed_projects').values(row).execute();
        return true;
      });
    },
    async removed() {
      const rows = await database.selectFrom('removed_projects').selectAll().orderBy('project').execute();
      return rows.map(({ project, finished_at }) => ({ project, finished: finished_at !== null }));
    },
    async finishRemoval(id) {
      await database.updateTable('removed_projects').set({ finished_at: now() }).where('project', '=', id).execute();
    },
  };
}

function toProject(row: { id: string; number: number; name: string; sample: number; created_at: number }): Project {
  return { id: row.id, number: row.number, name: row.name, sample: row.sample === 1, createdAt: row.created_at };
}
