import type { CatalogDatabase } from './database.ts';
import { noteSeen } from './last-seen.ts';
import type { Member } from './members.ts';
import { hashOfSecret, newSecret } from './secret.ts';

/** Server-side sessions of signed-in members. The browser holds the secret, we hold its hash. */
export interface Logins {
  /** @returns the secret for the cookie. */
  create(member: string): Promise<string>;
  /** undefined: unknown, ended, idle for too long or too old. */
  find(secret: string): Promise<Member | undefined>;
  end(secret: string): Promise<void>;
}

/** OWASP asks for both an idle and an absolute end (ASVS 7.3); a dashboard that hangs on a wall should live through a working week. */
export const loginIdleMs = 7 * 24 * 3_600_000;
export const loginMaxMs = 30 * 24 * 3_600_000;
const seenEveryMs = 60_000;

export function createLogins(database: CatalogDatabase, now: () => number): Logins {
  return {
    async create(member) {
      const secret = newSecret('sgl_');
      await database.deleteFrom('logins').where('expires_at', '<', now()).execute();
      await database
        .insertInto('logins')
        .values({
          hash: hashOfSecret(secret),
          member,
          created_at: now(),
          last_seen_at: now(),
          expires_at: now() + loginMaxMs,
        })
        .execute();
      await database.updateTable('members').set({ last_seen_at: now() }).where('id', '=', member).execute();
      return secret;
    },
    async find(secret) {
      const hash = hashOfSecret(secret);
      const row = await database
        .selectFrom('logins')
        .innerJoin('members', 'members.id', 'logins.member')
        .select(['members.id', 'email', 'name', 'owner', 'logins.last_seen_at as seen'])
        .where('hash', '=', hash)
        .where('expires_at', '>', now())
        .where('logins.last_seen_at', '>', now() - loginIdleMs)
        .executeTakeFirst();
      if (row === undefined) return undefined;
      if (now() - row.seen > seenEveryMs) {
        const stale = now() - seenEveryMs;
        const seen = { last_seen_at: now() };
        await noteSeen(
          database.updateTable('logins').set(seen).where('hash', '=', hash).where('last_seen_at', '<', stale),
        );
        await noteSeen(
          database
            .updateTable('members')
            .set(seen)
            .where('id', '=', row.id)
            .where((member) => member.or([member('last_seen_at', 'is', null), member('last_seen_at', '<', stale)])),
        );
      }
      return { id: row.id, email: row.email, name: row.name, owner: row.owner === 1 };
    },
    async end(secret) {
      await database.deleteFrom('logins').where('hash', '=', hashOfSecret(secret)).execute();
    },
  };
}
