import { z } from 'zod';
import { clientKey, epochMs, projectId } from '../ids.ts';
import { endpoint, inProject, projectRole } from './endpoint.ts';

const email = z.email().max(254);
const password = z.string().min(1).max(1_024);
const label = z.string().trim().min(1).max(120);
const done = z.object({ done: z.literal(true) });

// The server and who is at it.

export const setupState = endpoint({
  name: 'setupState',
  summary: 'Whether this server has an owner',
  path: '/api/v1/setup',
  access: 'anyone',
  answer: z.object({ claimed: z.boolean() }),
});
export const claim = endpoint({
  name: 'claim',
  summary: 'Become the owner with the one-time link that the server printed; signs in',
  method: 'POST',
  path: '/api/v1/setup',
  access: 'anyone',
  body: z.object({ token: z.string().max(256), email, password, name: label }),
  answer: done,
});
export const signIn = endpoint({
  name: 'signIn',
  summary: 'Sign in: sets the cookie',
  method: 'POST',
  path: '/api/v1/login',
  access: 'anyone',
  body: z.object({ email: z.string().max(254), password }),
  answer: done,
});
export const signOut = endpoint({
  name: 'signOut',
  summary: 'Sign out: this login is dead at once',
  method: 'POST',
  path: '/api/v1/logout',
  access: 'signed-in',
  answer: done,
});
export const acceptInvitation = endpoint({
  name: 'acceptInvitation',
  summary: 'Choose a password with a one-time invitation link; signs in',
  method: 'POST',
  path: '/api/v1/invitations',
  access: 'anyone',
  body: z.object({ token: z.string().max(256), password, name: label }),
  answer: done,
});

export const acceptReset = endpoint({
  name: 'acceptReset',
  summary: 'Choose a new password with a one-time link; ends every other login and signs in',
  method: 'POST',
  path: '/api/v1/reset',
  access: 'anyone',
  body: z.object({ token: z.string().max(256), password }),
  answer: done,
});
export const changePassword = endpoint({
  name: 'changePassword',
  summary: 'Change your own password; ends every other login of yours',
  method: 'PUT',
  path: '/api/v1/me/password',
  access: 'signed-in',
  body: z.object({ current: password, password }),
  answer: done,
});

export const project = z.object({
  id: projectId,
  /** What a Sentry DSN carries as its path. */
  number: z.number().int(),
  name: label,
  sample: z.boolean(),
  createdAt: epochMs,
});
export type Project = z.infer<typeof project>;

export const me = endpoint({
  name: 'me',
  summary: 'Who is signed in, and their projects with their role in each',
  path: '/api/v1/me',
  access: 'signed-in',
  answer: z.object({
    member: z.object({ id: z.string(), email: z.string(), name: z.string(), owner: z.boolean() }).nullable(),
    projects: z.array(project.extend({ role: projectRole })),
    version: z.string(),
  }),
});

// Projects and what lets others in.

export const listProjects = endpoint({
  name: 'listProjects',
  summary: 'Projects of the caller',
  path: '/api/v1/projects',
  access: 'signed-in',
  answer: z.object({ projects: z.array(project.extend({ role: projectRole })) }),
});
export const createProject = endpoint({
  name: 'createProject',
  summary: 'Make a project',
  method: 'POST',
  path: '/api/v1/projects',
  access: 'server-owner',
  body: z.object({ name: label }),
  answer: z.object({ id: projectId, number: z.number().int(), clientKey }),
});
export const removeProject = endpoint({
  name: 'removeProject',
  summary:
    'Removes a project with all that it recorded, its keys, tokens, members’ roles, releases and notes. Nobody can open it and no key of it is known from the moment that this begins; it answers when no byte is left',
  method: 'POST',
  path: '/api/v1/projects/:project/removal',
  access: 'owner',
  params: inProject,
  /** As it is called now, so that nobody removes another one than they mean. */
  body: z.object({ name: z.string().max(120) }),
  answer: done,
});
export const renameProject = endpoint({
  name: 'renameProject',
  summary: 'Rename a project',
  method: 'PATCH',
  path: '/api/v1/projects/:project',
  access: 'admin',
  params: inProject,
  body: z.object({ name: label }),
  answer: project,
});
export const sampleCounts = z.object({
  sessions: z.number().int(),
  records: z.number().int(),
  /** Of replay. */
  segments: z.number().int(),
});
export type SampleCounts = z.infer<typeof sampleCounts>;
export const countSample = endpoint({
  name: 'countSample',
  summary: 'How much of this project is sample data',
  path: '/api/v1/projects/:project/sample',
  access: 'viewer',
  params: inProject,
  answer: sampleCounts,
});
export const removeSample = endpoint({
  name: 'removeSample',
  summary: 'Delete the sample sessions of this project; what real visitors did stays',
  method: 'DELETE',
  path: '/api/v1/projects/:project/sample',
  access: 'admin',
  params: inProject,
  /** What was deleted. */
  answer: sampleCounts,
});

export const keySummary = z.object({
  id: z.string(),
  clientKey,
  createdAt: epochMs,
  revokedAt: epochMs.nullable(),
  lastUsedAt: epochMs.nullable(),
});
export type KeySummary = z.infer<typeof keySummary>;
export const listKeys = endpoint({
  name: 'listKeys',
  summary: 'Client keys',
  path: '/api/v1/projects/:project/keys',
  access: 'viewer',
  params: inProject,
  answer: z.object({ keys: z.array(keySummary) }),
});
export const createKey = endpoint({
  name: 'createKey',
  summary: 'Make a client key; the old ones go on until revoked',
  method: 'POST',
  path: '/api/v1/projects/:project/keys',
  access: 'admin',
  params: inProject,
  answer: keySummary,
});
export const revokeKey = endpoint({
  name: 'revokeKey',
  summary: 'Revoke a client key: refused from now on',
  method: 'DELETE',
  path: '/api/v1/projects/:project/keys/:key',
  access: 'admin',
  params: inProject.extend({ key: z.string().max(64) }),
  answer: done,
});

export const tokenSummary = z.object({
  id: z.string(),
  name: z.string(),
  role: projectRole,
  createdAt: epochMs,
  lastUsedAt: epochMs.nullable(),
  createdBy: z.string(),
});
export type TokenSummary = z.infer<typeof tokenSummary>;
export const listTokens = endpoint({
  name: 'listTokens',
  summary: 'API tokens of this project; their secrets are not kept',
  path: '/api/v1/projects/:project/tokens',
  access: 'admin',
  params: inProject,
  answer: z.object({ tokens: z.array(tokenSummary) }),
});
export const createToken = endpoint({
  name: 'createToken',
  summary: 'Make an API token for this project; the secret is shown once',
  method: 'POST',
  path: '/api/v1/projects/:project/tokens',
  access: 'admin',
  params: inProject,
  body: z.object({ name: label, role: z.enum(['viewer', 'member', 'admin']) }),
  answer: tokenSummary.extend({ token: z.string() }),
});
export const revokeToken = endpoint({
  name: 'revokeToken',
  summary: 'Revoke an API token: dead at once',
  method: 'DELETE',
  path: '/api/v1/projects/:project/tokens/:token',
  access: 'admin',
  params: inProject.extend({ token: z.string().max(64) }),
  answer: done,
});

export const memberSummary = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role: projectRole,
  /** False until the invitation was used. */
  joined: z.boolean(),
  /** The owner of the server is an owner in every project; no project changes that. */
  ownsServer: z.boolean(),
  lastSeenAt: epochMs.nullable(),
});
export type MemberSummary = z.infer<typeof memberSummary>;
export const listMembers = endpoint({
  name: 'listMembers',
  summary: 'Members of this project',
  path: '/api/v1/projects/:project/members',
  access: 'viewer',
  params: inProject,
  answer: z.object({ members: z.array(memberSummary) }),
});
export const inviteMember = endpoint({
  name: 'inviteMember',
  summary:
    'Invite somebody by e-mail: answers with a one-time link, which asks who has an account here for its password',
  method: 'POST',
  path: '/api/v1/projects/:project/members',
  access: 'admin',
  params: inProject,
  body: z.object({ email, role: projectRole }),
  answer: memberSummary.extend({ invitation: z.string() }),
});
export const changeMember = endpoint({
  name: 'changeMember',
  summary: "Change a member's role in this project",
  method: 'PATCH',
  path: '/api/v1/projects/:project/members/:member',
  access: 'admin',
  params: inProject.extend({ member: z.string().max(64) }),
  body: z.object({
    role: projectRole,
    /**
     * The role that was in force when this was decided: if somebody has changed it since, it is refused (`changed_meanwhile`). Whoever leaves it
     * out overwrites whatever there is.
     */
    after: projectRole.optional(),
  }),
  answer: memberSummary,
});
export const removeMember = endpoint({
  name: 'removeMember',
  summary: 'Take a member out of this project: their access ends at once',
  method: 'DELETE',
  path: '/api/v1/projects/:project/members/:member',
  access: 'admin',
  params: inProject.extend({ member: z.string().max(64) }),
  answer: done,
});
export const createReset = endpoint({
  name: 'createReset',
  summary: 'Make a one-time link by which a member chooses a new password; the old one goes on until then',
  method: 'POST',
  path: '/api/v1/projects/:project/members/:member/reset',
  access: 'admin',
  params: inProject.extend({ member: z.string().max(64) }),
  answer: z.object({ email: z.string(), link: z.string(), expiresAt: epochMs }),
});

// How the intake fares.

export const intakeOutcomes = endpoint({
  name: 'intakeOutcomes',
  summary:
    'What came in and what became of it, by day and outcome; received = accepted + refused, exactly; known: of the refused, what was here already',
  path: '/api/v1/projects/:project/intake',
  access: 'viewer',
  params: inProject,
  answer: z.object({
    received: z.number().int(),
    accepted: z.number().int(),
    refused: z.number().int(),
    known: z.number().int(),
    outcomes: z.array(z.object({ day: z.string(), door: z.string(), outcome: z.string(), items: z.number().int() })),
  }),
});
export const quarantined = z.object({
  id: z.string(),
  receivedAt: epochMs,
  door: z.string(),
  reason: z.string(),
  bytes: z.number().int(),
  tries: z.number().int(),
});
export const listQuarantine = endpoint({
  name: 'listQuarantine',
  summary:
    'Bodies that were acknowledged and could not be understood or stored, with the reason; newest first, at most 200',
  path: '/api/v1/projects/:project/quarantine',
  access: 'member',
  params: inProject,
  answer: z.object({ quarantined: z.array(quarantined), total: z.number().int() }),
});
export const retryQuarantine = endpoint({
  name: 'retryQuarantine',
  summary: 'Run a quarantined body again',
  method: 'POST',
  path: '/api/v1/projects/:project/quarantine/:id/retry',
  access: 'admin',
  params: inProject.extend({ id: z.string().max(64) }),
  answer: done,
});
export const dropQuarantine = endpoint({
  name: 'dropQuarantine',
  summary: 'Delete a quarantined body for good',
  method: 'DELETE',
  path: '/api/v1/projects/:project/quarantine/:id',
  access: 'admin',
  params: inProject.extend({ id: z.string().max(64) }),
  answer: done,
});
export const sendTestSession = endpoint({
  name: 'sendTestSession',
  summary: 'Send a made-up session through the real intake, to see that the road is open',
  method: 'POST',
  path: '/api/v1/projects/:project/test-session',
  access: 'member',
  params: inProject,
  answer: z.object({ session: z.string() }),
});
export const doctor = endpoint({
  name: 'doctor',
  summary: 'Is everything well? One line for each part: journal, engine, digest, segments, disk, clock, intake',
  path: '/api/v1/projects/:project/doctor',
  access: 'member',
  params: inProject,
  answer: z.object({
    checks: z.array(
      z.object({ name: z.string(), state: z.enum(['good', 'warning', 'bad']), says: z.string(), help: z.string() }),
    ),
  }),
});
