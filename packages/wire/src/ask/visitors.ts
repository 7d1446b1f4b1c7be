import { z } from 'zod';
import { epochMs } from '../ids.ts';
import { endpoint, inProject } from './endpoint.ts';

const one = inProject.extend({ visitor: z.string().min(1).max(256) });

/** What is known of somebody whom the application named, over everything that is kept. */
export const visitor = z.object({
  visitor: z.string(),
  /** First and last sign of life. */
  first: epochMs,
  last: epochMs,
  sessions: z.number().int(),
  errors: z.number().int(),
  frustrations: z.number().int(),
  /** Milliseconds of all sessions together. */
  durationMs: z.number(),
  roles: z.array(z.string()),
  releases: z.array(z.string()),
  countries: z.array(z.string()),
  /** Most used first. */
  devices: z.array(
    z.object({ device: z.string(), browser: z.string(), os: z.string(), sessions: z.number().int(), last: epochMs }),
  ),
  /** What the application told of them, each with its last value. */
  traits: z.record(z.string(), z.string()),
  /** Screens over all visits, most visited first, with how they came from one to another. */
  screens: z.array(z.object({ route: z.string(), views: z.number().int(), sessions: z.number().int() })),
  ways: z.array(z.object({ from: z.string(), to: z.string(), times: z.number().int() })),
});
export type Visitor = z.infer<typeof visitor>;

export const getVisitor = endpoint({
  name: 'getVisitor',
  summary: 'One visitor: devices, traits and the screens over all visits',
  path: '/api/v1/projects/:project/visitors/:visitor',
  access: 'viewer',
  params: one,
  answer: visitor,
});

const erased = z.object({
  sessions: z.number().int(),
  records: z.number().int(),
  segments: z.number().int(),
  /** Bodies that could not be understood or stored, and named one of them. */
  quarantined: z.number().int(),
});

export const eraseVisitor = endpoint({
  name: 'eraseVisitor',
  summary:
    'Erases a visitor: every session in which they were told of, with its records, replay, texts and notes. It answers when no byte of what was taken in before is left',
  method: 'DELETE',
  path: '/api/v1/projects/:project/visitors/:visitor',
  access: 'admin',
  params: one,
  answer: erased,
});

/** More ask again: one after the other, since each waits until the disk has it. */
const mostErasedSessions = 100;

export const eraseSessions = endpoint({
  name: 'eraseSessions',
  summary:
    'Erases sessions by their ids, as eraseVisitor does, also where nobody knows whose they are: those that a search for what stood on a screen finds. Ids of which nothing is kept count for nothing',
  method: 'POST',
  path: '/api/v1/projects/:project/erasures',
  access: 'admin',
  params: inProject,
  body: z.object({ ids: z.array(z.string().min(1).max(64)).min(1).max(mostErasedSessions) }),
  answer: erased,
});
