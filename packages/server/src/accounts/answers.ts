import type { Catalog, Member } from '@sightglass/store';
import { type DeedKind, type ErrorCode, SightglassError } from '@sightglass/wire';
import { projectsOf } from '../administration/projects.ts';
import type { Asked, EndpointName, Handlers } from '../answer/handlers.ts';
import type { Attempts } from './attempts.ts';
import { loginCookies, loginSecret, noLoginCookies } from './cookie.ts';
import { refuseWeak, type SetupLink } from './owner.ts';
import type { Passwords } from './password.ts';

type Names =
  | 'setupState'
  | 'claim'
  | 'signIn'
  | 'signOut'
  | 'acceptInvitation'
  | 'acceptReset'
  | 'changePassword'
  | 'me';

const done = { done: true } as const;

/** Coming in and going out. */
export function answerAccounts(about: {
  catalog: Catalog;
  passwords: Passwords;
  attempts: Attempts;
  setup: SetupLink | null;
  version: string;
}): Pick<Handlers, Names> {
  const { catalog, passwords, attempts, setup, version } = about;

  /** In the audit of the server. */
  function told({ id, email }: Pick<Member, 'id' | 'email'>, did: DeedKind): Promise<void> {
    return catalog.audit.write({ project: null, by: { kind: 'member', id, name: email }, did, about: id });
  }

  async function letIn(member: string, asked: Asked<EndpointName>): Promise<typeof done> {
    const secret = await catalog.logins.create(member);
    for (const cookie of loginCookies(secret, asked.headers, asked.base)) asked.setCookie(cookie);
    return done;
  }

  return {
    async setupState() {
      return { claimed: await catalog.members.hasOwner() };
    },
    async claim(asked) {
      const { token, email, password, name } = asked.body;
      if (await catalog.members.hasOwner()) throw new SightglassError('already_claimed');
      if (setup === null || !setup.opens(token)) throw new SightglassError('bad_setup_link');
      refuseWeak(password);
      const owner = await catalog.members.createFirstOwner({ email, name, password: await passwords.hash(password) });
      if (owner === undefined) throw new SightglassError('already_claimed');
      await told(owner, 'server-claimed');
      return letIn(owner.id, asked);
    },
    async signIn(asked) {
      const { email, password } = asked.body;
      await verifySlowly(email, asked.address, password);
      const member = await catalog.members.findByEmail(email);
      if (member === undefined) throw new SightglassError('bad_credentials');
      await told(member, 'signed-in');
      return letIn(member.id, asked);
    },
    async signOut(asked) {
      const secret = loginSecret(asked.headers, asked.base);
      if (secret !== undefined) await catalog.logins.end(secret);
      for (const cookie of noLoginCookies(asked.base)) asked.setCookie(cookie);
      return done;
    },
    async acceptInvitation(asked) {
      const { token, password, name } = asked.body;
      const invitation = await catalog.invitations.find(token);
      if (invitation === undefined)
        throw new SightglassError('not_found', 'This invitation was used, taken back or is too old');
      // Somebody who joined meanwhile through another project's link proves to be that somebody; others choose a password.
      if ((await catalog.members.findByEmail(invitation.email)) === undefined) refuseWeak(password);
      else await verifySlowly(invitation.email, asked.address, password);
      const member = await catalog.invitations.accept(token, { name, password: await passwords.hash(password) });
      return letIn(member.id, asked);
    },
    async acceptReset(asked) {
      const { token, password } = asked.body;
      if ((await catalog.resets.find(token)) === undefined) throw new SightglassError('bad_reset_link');
      refuseWeak(password);
      const member = await catalog.resets.use(token, await passwords.hash(password));
      return letIn(member.id, asked);
    },
    async changePassword(asked) {
      const { caller, body, address } = asked;
      if (!caller?.member) throw new SightglassError('forbidden', 'A token has no password');
      refuseWeak(body.password);
      await verifySlowly(caller.member.email, address, body.current, 'wrong_password');
      await catalog.members.setPassword(caller.member.id, await passwords.hash(body.password));
      return letIn(caller.member.id, asked);
    },
    async me({ caller }) {
      if (caller === undefined) throw new SightglassError('unauthenticated');
      return { member: caller.member, projects: await projectsOf(catalog, caller), version };
    },
  };

  /** @throws {SightglassError} `too_many_attempts`, `wrong`: in the same time and words whether or not the address is known */
  async function verifySlowly(
    email: string,
    address: string,
    password: string,
    wrong: ErrorCode = 'bad_credentials',
  ): Promise<void> {
    const waitMs = attempts.book(email, address);
    if (waitMs > 0)
      throw new SightglassError('too_many_attempts', undefined, { retryAfter: Math.ceil(waitMs / 1_000) });
    const member = await catalog.members.findByEmail(email);
    const guesses = attempts.guesses(address);
    if (!(await passwords.verify(password, member?.password, guesses))) throw new SightglassError(wrong);
    attempts.right(email, address);
  }
}
