import type { IncomingHttpHeaders } from 'node:http';
import type { Catalog, Member } from '@sightglass/store';
import { type Access, type ProjectRole, projectRoles, SightglassError } from '@sightglass/wire';
import { loginSecret } from './cookie.ts';
import { fromOwnPages } from './own-pages.ts';

/** Who asks: a member through the cookie, or a token. */
export interface Caller {
  /** Of the member or the token. */
  id: string;
  /** null for tokens. */
  member: Member | null;
  /** For `createdBy` and the like. */
  name: string;
  serverOwner: boolean;
  /** undefined: no such project, or none of the caller's; the two are never told apart. */
  roleIn(project: string): Promise<ProjectRole | undefined>;
}

/**
 * Reads the token or the cookie. A token that is not valid is refused even when a cookie comes with it.
 *
 * @returns undefined for nobody.
 * @throws {SightglassError} `csrf` when a cookie came with a request that is not from our own pages
 */
export async function identify(
  catalog: Catalog,
  method: string,
  headers: IncomingHttpHeaders,
  base = '',
): Promise<Caller | undefined> {
  if (headers.authorization !== undefined) return byToken(catalog, headers.authorization);
  const secret = loginSecret(headers, base);
  if (secret === undefined) return undefined;
  const member = await catalog.logins.find(secret);
  if (member === undefined) return undefined;
  if (!fromOwnPages(headers, method !== 'GET')) throw new SightglassError('csrf');
  return {
    id: member.id,
    member,
    name: member.email,
    serverOwner: member.owner,
    async roleIn(project) {
      if (member.owner) return (await catalog.projects.find(project)) === undefined ? undefined : 'owner';
      return (await catalog.members.rolesOf(member.id)).get(project);
    },
  };
}

async function byToken(catalog: Catalog, authorization: string): Promise<Caller | undefined> {
  const secret = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
  const grant = secret === undefined ? undefined : await catalog.tokens.find(secret);
  if (grant === undefined) return undefined;
  return {
    id: grant.id,
    member: null,
    name: `token ${grant.name}`,
    serverOwner: grant.project === null,
    async roleIn(project) {
      if (grant.project === null) return (await catalog.projects.find(project)) === undefined ? undefined : grant.role;
      return grant.project === project ? grant.role : undefined;
    },
  };
}

/**
 * @param project - The project of the path, for doors inside one.
 * @throws {SightglassError} `unauthenticated`; `not_found` for a project of others or of nobody; `forbidden`
 */
export async function judge(access: Access, caller: Caller | undefined, project: string | undefined): Promise<void> {
  if (access === 'anyone') return;
  if (caller === undefined) throw new SightglassError('unauthenticated');
  if (access === 'signed-in') return;
  if (access === 'server-owner') {
    if (!caller.serverOwner) throw new SightglassError('forbidden');
    return;
  }
  const role = project === undefined ? undefined : await caller.roleIn(project);
  if (role === undefined) throw new SightglassError('not_found');
  if (rank(role) < rank(access)) throw new SightglassError('forbidden');
}

export function rank(role: ProjectRole): number {
  return projectRoles.indexOf(role);
}
