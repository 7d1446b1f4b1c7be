import { type MemberSummary, type ProjectRole, SightglassError } from '@sightglass/wire';
import { writeDeed } from './audit.ts';
import type { CatalogDatabase } from './database.ts';
import { giveRole, type Member } from './members.ts';
import { hashOfSecret, newId, newSecret } from './secret.ts';

export interface Invitation {
  email: string;
  project: string;
  role: ProjectRole;
}

/**
 * Invitations of people who are new here. The role waits in the invitation, not in a half-made account: whoever holds the link of
 * one project gets that project and nothing that another project promised to the same address.
 */
export interface Invitations {
  /** A second invitation of the same address to the same project replaces the first. */
  create(invitation: Invitation): Promise<MemberSummary & { secret: string }>;
  list(project: string): Promise<MemberSummary[]>;
  /**
   * @param after - The role that it is a change of. Left out: it overwrites whatever there is.
   * @throws {SightglassError} `changed_meanwhile`, or `not_found` for one that was used or taken back
   */
  changeRole(project: string, id: string, role: ProjectRole, after?: ProjectRole): Promise<void>;
  remove(project: string, id: string): Promise<boolean>;
  find(secret: string): Promise<Invitation | undefined>;
  /**
   * Makes the member with this hashed password where there is none of this address, gives the role, and burns the link.
   * @throws {SightglassError} `not_found` when the link was used or taken back meanwhile.
   */
  accept(secret: string, about: { name: string; password: string }): Promise<Member>;
}

export const invitationMs = 7 * 24 * 3_600_000;

export function createInvitations(database: CatalogDatabase, now: () => number): Invitations {
  const open = () => database.selectFrom('invitations').selectAll().where('expires_at', '>', now());

  return {
    async create({ email, project, role }) {
      const secret = newSecret('sgi_');
      const row = {
        id: newId('i'),
        hash: hashOfSecret(secret),
        email: email.toLowerCase(),
        project,
        role,
        created_at: now(),
        expires_at: now() + invitationMs,
      };
      await database.transaction().execute(async (transaction) => {
        await transaction
          .deleteFrom('invitations')
          .where('email', '=', row.email)
          .where('project', '=', project)
          .execute();
        await transaction.insertInto('invitations').values(row).execute();
      });
      return { ...toSummary(row), secret };
    },
    async list(project) {
      return (await open().where('project', '=', project).orderBy('email').execute()).map(toSummary);
    },
    async changeRole(project, id, role, after) {
      const own = { project, id };
      const { numUpdatedRows } = await database
        .updateTable('invitations')
        .set({ role })
        .where(({ and }) => and(after === undefined ? own : { ...own, role: after }))
        .executeTakeFirstOrThrow();
      if (numUpdatedRows > 0n) return;
      const there = await database
        .selectFrom('invitations')
        .select('id')
        .where(({ and }) => and(own))
        .executeTakeFirst();
      throw new SightglassError(there === undefined ? 'not_found' : 'changed_meanwhile');
    },
    async remove(project, id) {
      const { numDeletedRows } = await database
        .deleteFrom('invitations')
        .where('project', '=', project)
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },
    async find(secret) {
      const row = await open().where('hash', '=', hashOfSecret(secret)).executeTakeFirst();
      return row === undefined ? undefined : { email: row.email, project: row.project, role: row.role as ProjectRole }; // written from a ProjectRole
    },
    async accept(secret, { name, password }) {
      return database.transaction().execute(async (transaction) => {
        const invitation = await transaction
          .deleteFrom('invitations')
          .where('hash', '=', hashOfSecret(secret))
          .where('expires_at', '>', now())
          .returning(['id', 'email', 'project', 'role'])
          .executeTakeFirst();
        if (invitation === undefined) throw new SightglassError('not_found');
        const { email, project, role } = invitation;
        const known = await transaction
          .selectFrom('members')
          .select(['id', 'email', 'name', 'owner'])
          .where('email', '=', email)
          .executeTakeFirst();
        const member = known ?? { id: newId('m'), email, name, owner: 0 };
        if (known === undefined)
          await transaction
            .insertInto('members')
            .values({ ...member, password, created_at: now(), last_seen_at: null })
            .execute();
        await giveRole({ member: member.id, project, role }, transaction);
        const by = { kind: 'member', id: member.id, name: member.email } as const;
        const deed = { project, by, did: 'member-joined', about: invitation.id } as const;
        await writeDeed(transaction, now(), { ...deed, details: [{ name: 'role', from: null, to: role }] }, 'done');
        return { id: member.id, email: member.email, name: member.name, owner: member.owner === 1 };
      });
    },
  };
}

function toSummary(row: { id: string; email: string; role: string }): MemberSummary {
  return {
    id: row.id,
    email: row.email,
    name: '',
    role: row.role as ProjectRole,
    joined: false,
    ownsServer: false,
    lastSeenAt: null,
  };
}
