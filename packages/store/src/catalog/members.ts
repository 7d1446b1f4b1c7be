import { type MemberSummary, type ProjectRole, SightglassError } from '@sightglass/wire';
import type { CatalogDatabase } from './database.ts';
import { newId } from './secret.ts';

export interface Member {
  id: string;
  email: string;
  name: string;
  owner: boolean;
}

export interface Members {
  /** @returns undefined when there is an owner already: of two claims at once, one wins. */
  createFirstOwner(about: { email: string; name: string; password: string }): Promise<Member | undefined>;
  hasOwner(): Promise<boolean>;
  findOwner(): Promise<Member | undefined>;
  /** With the password's hash, to check a sign-in against. */
  findByEmail(email: string): Promise<(Member & { password: string }) | undefined>;
  /** Takes a hashed password, and ends every login and every link for a new password of this member. */
  setPassword(member: string, password: string): Promise<void>;
  /** Members of a project and owners of the server; not those who are only invited. */
  list(project: string): Promise<MemberSummary[]>;
  /** The roles of one member by project. An owner of the server has no rows and every right. */
  rolesOf(member: string): Promise<Map<string, ProjectRole>>;
  setRole(member: string, project: string, role: ProjectRole): Promise<void>;
  /**
   * As `setRole`, of who has a role there.
   * @param after - The role that it is a change of. Left out: it overwrites whatever there is.
   * @throws {SightglassError} `changed_meanwhile`, or `not_found` for who has none
   */
  changeRole(member: string, project: string, role: ProjectRole, after?: ProjectRole): Promise<void>;
  /** Also ends the member's account when this was the last project: nobody keeps a login that opens nothing. */
  remove(member: string, project: string): Promise<boolean>;
}

export function createMembers(database: CatalogDatabase, now: () => number): Members {
  async function findOwner(): Promise<Member | undefined> {
    const columns = ['id', 'email', 'name'] as const;
    const row = await database.selectFrom('members').select(columns).where('owner', '=', 1).executeTakeFirst();
    return row === undefined ? undefined : { ...row, owner: true };
  }

  return {
    async createFirstOwner({ email, name, password }) {
      return database.transaction().execute(async (transaction) => {
        const there = await transaction.selectFrom('members').select('id').where('owner', '=', 1).executeTakeFirst();
        if (there !== undefined) return undefined;
        const member = { id: newId('m'), email: email.toLowerCase(), name };
        await transaction
          .insertInto('members')
          .values({ ...member, owner: 1, password, created_at: now(), last_seen_at: null })
          .execute();
        return { ...member, owner: true };
      });
    },
    async hasOwner() {
      return (await findOwner()) !== undefined;
    },
    findOwner,
    async findByEmail(email) {
      const row = await database
        .selectFrom('members')
        .select(['id', 'email', 'name', 'owner', 'password'])
        .where('email', '=', email.toLowerCase())
        .executeTakeFirst();
      return row === undefined ? undefined : { ...row, owner: row.owner === 1 };
    },
    async setPassword(member, password) {
      await database.transaction().execute(async (transaction) => {
        await transaction.updateTable('members').set({ password }).where('id', '=', member).execute();
        await endEverythingOf(member, transaction);
      });
    },
    async list(project) {
      const rows = await database
        .selectFrom('members')
        .leftJoin('memberships', (join) =>
          join.onRef('memberships.member', '=', 'members.id').on('memberships.project', '=', project),
        )
        .select(['members.id', 'email', 'name', 'owner', 'last_seen_at', 'memberships.role'])
        .where((where) => where.or([where('memberships.role', 'is not', null), where('owner', '=', 1)]))
        .orderBy('email')
        .execute();
      return rows.map((row) => ({
        id: row.id,
        email: row.email,
        name: row.name,
        role: row.owner === 1 ? 'owner' : (row.role as ProjectRole), // written from a ProjectRole
        joined: true,
        ownsServer: row.owner === 1,
        lastSeenAt: row.last_seen_at,
      }));
    },
    async rolesOf(member) {
      const rows = await database
        .selectFrom('memberships')
        .select(['project', 'role'])
        .where('member', '=', member)
        .execute();
      return new Map(rows.map((row) => [row.project, row.role as ProjectRole])); // written from a ProjectRole
    },
    async setRole(member, project, role) {
      await database.transaction().execute((transaction) => giveRole({ member, project, role }, transaction));
    },
    async changeRole(member, project, role, after) {
      await database.transaction().execute(async (transaction) => {
        const own = await transaction
          .selectFrom('memberships')
          .select('role')
          .where('member', '=', member)
          .where('project', '=', project)
          .executeTakeFirst();
        if (own === undefined) throw new SightglassError('not_found');
        if (after !== undefined && own.role !== after) throw new SightglassError('changed_meanwhile');
        await giveRole({ member, project, role }, transaction);
      });
    },
    async remove(member, project) {
      return database.transaction().execute(async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom('memberships')
          .where('member', '=', member)
          .where('project', '=', project)
          .executeTakeFirstOrThrow();
        if (numDeletedRows === 0n) return false;
        await transaction
          .deleteFrom('members')
          .where('id', '=', member)
          .where('owner', '=', 0)
          .where(({ not, exists, selectFrom }) =>
            not(exists(selectFrom('memberships').select('member').where('member', '=', member))),
          )
          .execute();
        return true;
      });
    },
  };
}

/** Burns links for a new password: who made one may have been allowed to because the member had fewer rights then. */
export async function giveRole(
  given: { member: string; project: string; role: string },
  within: CatalogDatabase,
): Promise<void> {
  await within.deleteFrom('resets').where('member', '=', given.member).execute();
  await within
    .insertInto('memberships')
    .values(given)
    .onConflict((conflict) => conflict.columns(['member', 'project']).doUpdateSet({ role: given.role }))
    .execute();
}

/** After a new password nothing that the old one opened stays open. */
export async function endEverythingOf(member: string, within: CatalogDatabase): Promise<void> {
  await within.deleteFrom('logins').where('member', '=', member).execute();
  await within.deleteFrom('resets').where('member', '=', member).execute();
}
