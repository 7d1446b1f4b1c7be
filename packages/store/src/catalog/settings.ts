import type { CatalogDatabase } from './database.ts';

/** What the server remembers about itself between starts. */
export interface Settings {
  get(name: string): Promise<string | undefined>;
  set(name: string, value: string): Promise<void>;
}

export function createSettings(database: CatalogDatabase): Settings {
  return {
    async get(name) {
      return (await database.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst())?.value;
    },
    async set(name, value) {
      await database
        .insertInto('settings')
        .values({ name, value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute();
    },
  };
}
