export { type Catalog, createCatalog } from './catalog.ts';
export type { Invitation, Invitations } from './invitations.ts';
export type { Keys } from './keys.ts';
export { type Logins, loginIdleMs, loginMaxMs } from './logins.ts';
export type { Member, Members } from './members.ts';
export type { Projects } from './projects.ts';
export { hashOfSecret, newId, newSecret } from './secret.ts';
export type { Settings } from './settings.ts';
export type { TokenGrant, Tokens } from './tokens.ts';
