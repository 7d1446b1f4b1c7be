import type { ProjectRole, TokenSummary } from '@sightglass/wire';
import type { CatalogDatabase } from './database.ts';
import { noteSeen } from './last-seen.ts';
import { hashOfSecret, newId, newSecret } from './secret.ts';

/** What a token opens: one project with a role, or (project null, role owner) the whole server. */
export interface TokenGrant {
  id: string;
  project: string | null;
  role: ProjectRole;
  name: string;
}

export interface Tokens {
  /** The secret is in the answer and nowhere else; what is kept is its SHA-256. `passing`: the server's own, dropped at the next start. */
  create(
    project: string,
    about: { name: string; role: ProjectRole; createdBy: string; kind?: 'api' | 'passing' },
  ): Promise<TokenSummary & { token: string }>;
  list(project: string): Promise<TokenSummary[]>;
  /** @returns false when this project has no such token. */
  revoke(project: string, id: string): Promise<boolean>;
  find(secret: string): Promise<TokenGrant | undefined>;
  /** The one token that the environment names, valid for the whole server; null takes it away. */
  setBootstrap(secret: string | null): Promise<void>;
  dropPassing(): Promise<void>;
}

/** How stale `lastUsedAt` may be: a write and its sync for each request would cost more than the request. */
const usedEveryMs = 60_000;

export function createTokens(database: CatalogDatabase, now: () => number): Tokens {
  return {
    async create(project, { name, role, createdBy, kind = 'api' }) {
      const token = newSecret('sgt_');
      const row = {
        id: newId('t'),
        project,
        role,
        name,
        hash: hashOfSecret(token),
        kind,
        created_by: createdBy,
        created_at: now(),
        last_used_at: null,
      };
      await database.insertInto('tokens').values(row).execute();
      return { ...toSummary(row), token };
    },
    async list(project) {
      const rows = await database
        .selectFrom('tokens')
        .selectAll()
        .where('project', '=', project)
        .where('kind', '=', 'api')
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute();
      return rows.map(toSummary);
    },
    async revoke(project, id) {
      const { numDeletedRows } = await database
        .deleteFrom('tokens')
        .where('project', '=', project)
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },
    async find(secret) {
      const row = await database
        .selectFrom('tokens')
        .select(['id', 'project', 'role', 'name', 'last_used_at'])
        .where('hash', '=', hashOfSecret(secret))
        .executeTakeFirst();
      if (row === undefined) return undefined;
      if (now() - (row.last_used_at ?? 0) > usedEveryMs)
        await noteSeen(
          database
            .updateTable('tokens')
            .set({ last_used_at: now() })
            .where('id', '=', row.id)
            .where((token) =>
              token.or([token('last_used_at', 'is', null), token('last_used_at', '<', now() - usedEveryMs)]),
            ),
        );
      return { id: row.id, project: row.project, role: row.role as ProjectRole, name: row.name }; // written above from a ProjectRole
    },
    async setBootstrap(secret) {
      const hash = secret === null ? null : hashOfSecret(secret);
      await database.transaction().execute(async (transaction) => {
        const kept = await transaction.selectFrom('tokens').select('hash').where('kind', '=', 'bootstrap').execute();
        if (hash !== null && kept.length === 1 && kept[0]?.hash === hash) return;
        await transaction.deleteFrom('tokens').where('kind', '=', 'bootstrap').execute();
        if (hash === null) return;
        await transaction
          .insertInto('tokens')
          .values({
            id: newId('t'),
            project: null,
            role: 'owner',
            name: 'bootstrap',
            hash,
            kind: 'bootstrap',
            created_by: 'SIGHTGLASS_BOOTSTRAP_TOKEN',
            created_at: now(),
            last_used_at: null,
          })
          .execute();
      });
    },
    async dropPassing() {
      await database.deleteFrom('tokens').where('kind', '=', 'passing').execute();
    },
  };
}

function toSummary(row: {
  id: string;
  name: string;
  role: string;
  created_at: number;
  last_used_at: number | null;
  created_by: string;
}): TokenSummary {
  return {
    id: row.id,
    name: row.name,
    role: row.role as ProjectRole, // the column is only ever written from a ProjectRole
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    createdBy: row.created_by,
  };
}
