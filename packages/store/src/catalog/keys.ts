import { randomBytes } from 'node:crypto';
import type { KeySummary } from '@sightglass/wire';
import type { CatalogDatabase } from './database.ts';
import { newId } from './secret.ts';

export interface Keys {
  create(project: string): Promise<KeySummary>;
  /** Newest first. */
  list(project: string): Promise<KeySummary[]>;
  /** @returns false when this project has no such key. Revoking twice changes nothing. */
  revoke(project: string, id: string): Promise<boolean>;
  /** The project is gone, and they are with it: nobody knows them any more. */
  forget(project: string): void;
  /** When keys were last used, as the intake counted it in memory. */
  used(times: ReadonlyMap<string, number>): Promise<void>;
  /**
   * Looks a key up in memory, so that the intake can ask at every request. With or without `sgk_`: a Sentry DSN takes hexadecimal
   * digits only.
   */
  find(key: string): { project: string; revoked: boolean } | undefined;
}

export async function createKeys(database: CatalogDatabase, now: () => number): Promise<Keys> {
  const ring = new Map<string, { project: string; revoked: boolean }>();
  for (const row of await database.selectFrom('client_keys').selectAll().execute())
    ring.set(row.key, { project: row.project, revoked: row.revoked_at !== null });

  return {
    async create(project) {
      const row = {
        id: newId('k'),
        project,
        key: randomBytes(16).toString('hex'),
        created_at: now(),
        revoked_at: null,
        last_used_at: null,
      };
      await database.insertInto('client_keys').values(row).execute();
      ring.set(row.key, { project, revoked: false });
      return toSummary(row);
    },
    async list(project) {
      const rows = await database
        .selectFrom('client_keys')
        .selectAll()
        .where('project', '=', project)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute();
      return rows.map(toSummary);
    },
    async revoke(project, id) {
      const row = await database
        .selectFrom('client_keys')
        .select('key')
        .where('project', '=', project)
        .where('id', '=', id)
        .executeTakeFirst();
      if (row === undefined) return false;
      await database
        .updateTable('client_keys')
        .set({ revoked_at: now() })
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .execute();
      ring.set(row.key, { project, revoked: true });
      return true;
    },
    forget(project) {
      for (const [key, of] of ring) if (of.project === project) ring.delete(key);
    },
    async used(times) {
      for (const [key, at] of times)
        await database.updateTable('client_keys').set({ last_used_at: at }).where('key', '=', bare(key)).execute();
    },
    find: (key) => ring.get(bare(key)),
  };
}

function bare(key: string): string {
  return key.startsWith('sgk_') ? key.slice(4) : key;
}

function toSummary(row: {
  id: string;
  key: string;
  created_at: number;
  revoked_at: number | null;
  last_used_at: number | null;
}): KeySummary {
  return {
    id: row.id,
    clientKey: `sgk_${row.key}`,
    createdAt: row.created_at,
    revokedAt: row.revoked_at,
    lastUsedAt: row.last_used_at,
  };
}
