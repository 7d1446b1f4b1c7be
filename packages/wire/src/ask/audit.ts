import { z } from 'zod';
import { epochMs } from '../ids.ts';
import { endpoint, inProject, page } from './endpoint.ts';

/** What is kept of what somebody did with a project or the server. Looking at a session stands once for each who looks, session and hour. */
export const deedKinds = [
  ...(['session-looked-at', 'session-exported', 'sessions-erased', 'person-erased', 'sample-removed'] as const),
  ...(['recording-changed', 'retention-changed', 'release-settings-changed'] as const),
  ...(['release-uploaded', 'release-fetched', 'release-deleted'] as const),
  ...(['key-made', 'key-revoked', 'token-made', 'token-revoked'] as const),
  ...(['member-invited', 'member-joined', 'member-changed', 'member-removed', 'reset-made'] as const),
  ...(['quarantine-retried', 'quarantine-deleted', 'project-renamed', 'audit-exported'] as const),
  ...([
    'project-made',
    'project-removed',
    'server-claimed',
    'signed-in',
    'password-changed',
    'password-reset',
  ] as const),
] as const;
export const deedKind = z.enum(deedKinds);
export type DeedKind = z.infer<typeof deedKind>;

/** Days that a deed is kept. */
export const deedDays = 365;
/** Of one project, or of the server: so many looks at sessions, and so many of everything else. Of more, the oldest go first. */
export const mostDeeds = 200_000;

const value = z.union([z.string(), z.number(), z.boolean(), z.null()]);
/** What else is known of it. `from`: what it was before; null where there was nothing, or where it is not a change. */
export const deedDetail = z.object({ name: z.string(), from: value, to: value });
export type DeedDetail = z.infer<typeof deedDetail>;

export const doer = z.object({
  /** `server`: whoever has its machine. */
  kind: z.enum(['member', 'token', 'server']),
  id: z.string(),
  /** The e-mail of a member, the name of a token, as it was when they last did something here. */
  name: z.string(),
});
export type Doer = z.infer<typeof doer>;

export const deed = z.object({
  number: z.int(),
  at: epochMs,
  by: doer,
  did: deedKind,
  /**
   * The id of what it was done with: a session, a key, a member, a release; empty where that must not be told, or is nothing.
   * `erased`: a mark stands for the session, which was erased; nobody comes back from it to the id.
   */
  about: z.object({ id: z.string(), name: z.string().nullable(), erased: z.boolean() }),
  details: z.array(deedDetail),
  /** `done`; the code of the error that it was refused or failed with; `unknown`: the server ended while it was under way. */
  outcome: z.string(),
});
export type Deed = z.infer<typeof deed>;

const moment = z.coerce.number().pipe(epochMs).optional();
export const deedFilter = z.object({
  /** The id of a member or token; empty: everybody. */
  by: z.string().max(64).default(''),
  /** `changes`: all but looks at sessions. Empty: all. */
  did: z.union([deedKind, z.enum(['', 'changes'])]).default(''),
  /** The id of what it was done with, also of a session that was erased since. Empty: whatever. */
  about: z.string().max(256).default(''),
  /** `[from, until)`; left out: all that is kept. */
  from: moment,
  until: moment,
});
export type DeedFilter = z.infer<typeof deedFilter>;

const list = z.object({
  deeds: z.array(deed),
  next: z.string().nullable(),
  /** Everybody who did something that is kept, by name. */
  doers: z.array(doer),
  /** For how long it is kept, how much at most, and since when there is any. */
  kept: z.object({ days: z.int(), most: z.int(), since: epochMs }),
});
const file = z.object({ format: z.enum(['csv', 'ndjson']) });

export const listDeeds = endpoint({
  name: 'listDeeds',
  summary:
    'The audit: who did what in this project, newest first. Kept for a year; of an erased person it tells no more than that somebody was erased',
  path: '/api/v1/projects/:project/audit',
  access: 'admin',
  params: inProject,
  query: deedFilter.extend(page.shape),
  answer: list,
});
export const exportDeeds = endpoint({
  name: 'exportDeeds',
  summary: 'The audit of this project as a file',
  path: '/api/v1/projects/:project/audit/export',
  access: 'admin',
  params: inProject,
  query: deedFilter.extend(file.shape),
  answer: z.string(),
  media: 'text/csv',
  files: ['application/x-ndjson'],
});
export const listServerDeeds = endpoint({
  name: 'listServerDeeds',
  summary: 'The audit of the server: who signed in, changed a password, made or removed a project; newest first',
  path: '/api/v1/audit',
  access: 'server-owner',
  query: deedFilter.extend(page.shape),
  answer: list,
});
export const exportServerDeeds = endpoint({
  name: 'exportServerDeeds',
  summary: 'The audit of the server as a file',
  path: '/api/v1/audit/export',
  access: 'server-owner',
  query: deedFilter.extend(file.shape),
  answer: z.string(),
  media: 'text/csv',
  files: ['application/x-ndjson'],
});
