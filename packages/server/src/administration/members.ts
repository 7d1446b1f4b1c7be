import type { Catalog } from '@sightglass/store';
import { type MemberSummary, type ProjectRole, SightglassError } from '@sightglass/wire';
import { type Caller, rank } from '../accounts/caller.ts';
import type { Handlers } from '../answer/handlers.ts';

type Names = 'listMembers' | 'inviteMember' | 'changeMember' | 'removeMember' | 'createReset';

/** People of a project: those who joined, and those who hold an invitation. */
export function answerMembers(catalog: Catalog): Pick<Handlers, Names> {
  return {
    async listMembers({ params }) {
      return { members: await everybody(params.project) };
    },

    async inviteMember({ params, body, caller, opened }) {
      await refuseAbove(caller, params.project, body.role);
      const email = body.email.toLowerCase();
      if ((await everybody(params.project)).some((member) => member.joined && member.email === email))
        throw new SightglassError('already_exists', `${email} is a member of this project`);
      // Also for somebody with an account: it may be another project's admin who made that, for an address that is not theirs.
      const { secret, ...summary } = await catalog.invitations.create({ ...body, email, project: params.project });
      return { ...summary, invitation: `${opened}/join#${secret}` };
    },

    async changeMember({ params, body, caller }) {
      const member = await touchable(params.project, params.member, caller);
      await refuseAbove(caller, params.project, body.role);
      const { role, after } = body;
      if (member.joined) await catalog.members.changeRole(member.id, params.project, role, after);
      else await catalog.invitations.changeRole(params.project, member.id, role, after);
      return one(params.project, member.id);
    },

    async removeMember({ params, caller }) {
      const member = await touchable(params.project, params.member, caller);
      if (member.joined) await catalog.members.remove(member.id, params.project);
      else await catalog.invitations.remove(params.project, member.id);
      return { done: true };
    },

    async createReset({ params, caller, opened }) {
      const { id, email, joined, ownsServer } = await one(params.project, params.member);
      if (!joined)
        throw new SightglassError('not_found', `${email} has not joined yet; a new invitation makes a new link`);
      // Whoever finds a screen unlocked must not take the account over without knowing its password.
      if (id === caller?.member?.id)
        throw new SightglassError('forbidden', 'Your own password is changed under Settings → Account');
      if (ownsServer)
        throw new SightglassError(
          'forbidden',
          '`npm start -- reset-owner`, on its machine, makes a link for its owner',
        );
      // The link opens every project of the member, so it takes the right to decide over each of them.
      for (const [project, role] of await catalog.members.rolesOf(id))
        await refuseAbove(
          caller,
          project,
          role,
          'This member has rights in another project that you do not decide over',
        );
      const { secret, expiresAt } = await catalog.resets.create(id);
      return { email, expiresAt, link: `${opened}/reset#${secret}` };
    },
  };

  async function everybody(project: string): Promise<MemberSummary[]> {
    return [...(await catalog.members.list(project)), ...(await catalog.invitations.list(project))];
  }

  async function one(project: string, id: string): Promise<MemberSummary> {
    const member = (await everybody(project)).find((candidate) => candidate.id === id);
    if (member === undefined) throw new SightglassError('not_found');
    return member;
  }

  /** A member whom the caller may change: nobody above the caller, and no owner of the server, whose access no project decides. */
  async function touchable(project: string, id: string, caller: Caller | undefined): Promise<MemberSummary> {
    const member = await one(project, id);
    if (member.ownsServer) throw new SightglassError('last_owner', 'This member owns the server');
    await refuseAbove(caller, project, member.role);
    return member;
  }
}

/** An admin makes no owners and unmakes none. */
async function refuseAbove(
  caller: Caller | undefined,
  project: string,
  role: ProjectRole,
  why?: string,
): Promise<void> {
  const own = await caller?.roleIn(project);
  if (own === undefined || rank(role) > rank(own)) throw new SightglassError('forbidden', why);
}
