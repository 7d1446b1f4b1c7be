import { z } from 'zod';
import { epochMs } from '../ids.ts';
import { endpoint, inProject } from './endpoint.ts';

/** What the live door tells, as the data of server-sent events named by `type`. */
export const liveMessage = z.discriminatedUnion('type', [
  /** A session gave signs of life; the newest records of it in a few words each. */
  z.object({
    type: z.literal('session'),
    session: z.string(),
    at: epochMs,
    start: epochMs,
    visitor: z.string().nullable(),
    role: z.string(),
    environment: z.string(),
    release: z.string(),
    route: z.string(),
    records: z.array(z.object({ kind: z.string(), at: epochMs, text: z.string() })),
  }),
  /** A segment of this session can be fetched. */
  z.object({
    type: z.literal('segment'),
    session: z.string(),
    tab: z.string(),
    page: z.string(),
    seq: z.number().int(),
    until: epochMs,
  }),
  /** Up to here everything acknowledged can be asked for. */
  z.object({ type: z.literal('stored'), at: epochMs, sessions: z.array(z.string()) }),
  /** Nothing is left of these sessions: whatever is shown of them is to go. */
  z.object({ type: z.literal('erased'), at: epochMs, sessions: z.array(z.string()) }),
  /** An issue is new, has regressed, or was changed by a member (`by`; empty: by what was seen). */
  z.object({
    type: z.literal('issue'),
    at: epochMs,
    issue: z.string(),
    became: z.enum(['new', 'regressed', 'changed']),
    title: z.string(),
    by: z.string(),
  }),
  /**
   * Nothing happened, and the door is still open: said every `liveSignMs`, and when it opens. Then with `quietMs`: for how long nothing was
   * stored or erased of the project, or for how long nobody would know.
   */
  z.object({ type: z.literal('here'), at: epochMs, quietMs: z.number().int().min(0).optional() }),
]);
export type LiveMessage = z.infer<typeof liveMessage>;

export const live = endpoint({
  name: 'live',
  summary: 'Live tail of the project as server-sent events',
  path: '/api/v1/projects/:project/live',
  access: 'viewer',
  params: inProject,
  answer: z.string(),
  media: 'text/event-stream',
});
