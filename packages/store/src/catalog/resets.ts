import { SightglassError } from '@sightglass/wire';
import { writeDeed } from './audit.ts';
import type { CatalogDatabase } from './database.ts';
import { endEverythingOf, type Member } from './members.ts';
import { hashOfSecret, newSecret } from './secret.ts';

/** One-time links by which a member whose password is lost chooses a new one. */
export interface Resets {
  /** A second link for the same member replaces the first. @returns the secret of the link. */
  create(member: string): Promise<{ secret: string; expiresAt: number }>;
  /** Whom the link is for; undefined: unknown, used, replaced or too old. */
  find(secret: string): Promise<Member | undefined>;
  /**
   * Gives the member this hashed password, burns the link, ends every login and tells the audit.
   * @throws {SightglassError} `bad_reset_link` when the link was used or replaced meanwhile.
   */
  use(secret: string, password: string): Promise<Member>;
}

/** A link that opens an account lives shorter than one that makes one. */
export const resetMs = 24 * 3_600_000;

export function createResets(database: CatalogDatabase, now: () => number): Resets {
  const find = (within: CatalogDatabase, secret: string) =>
    within
      .selectFrom('resets')
      .innerJoin('members', 'members.id', 'resets.member')
      .select(['members.id', 'email', 'name', 'owner'])
      .where('hash', '=', hashOfSecret(secret))
      .where('expires_at', '>', now())
      .executeTakeFirst();

  return {
    async create(member) {
      const secret = newSecret('sgr_');
      const row = { member, hash: hashOfSecret(secret), created_at: now(), expires_at: now() + resetMs };
      await database
        .insertInto('resets')
        .values(row)
        .onConflict((conflict) => conflict.column('member').doUpdateSet(row))
        .execute();
      return { secret, expiresAt: row.expires_at };
    },
    async find(secret) {
      const row = await find(database, secret);
      return row === undefined ? undefined : { ...row, owner: row.owner === 1 };
    },
    async use(secret, password) {
      return database.transaction().execute(async (transaction) => {
        const row = await find(transaction, secret);
        if (row === undefined) throw new SightglassError('bad_reset_link');
        await transaction.updateTable('members').set({ password }).where('id', '=', row.id).execute();
        await endEverythingOf(row.id, transaction);
        const by = { kind: 'member', id: row.id, name: row.email } as const;
        await writeDeed(transaction, now(), { project: null, by, did: 'password-reset', about: row.id }, 'done');
        return { ...row, owner: row.owner === 1 };
      });
    },
  };
}
