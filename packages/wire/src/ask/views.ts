import { z } from 'zod';
import { epochMs } from '../ids.ts';
import { endpoint, inProject } from './endpoint.ts';

/** Of one project, all members together. */
export const mostSavedViews = 500;
/** Sessions that a member is told to have watched, newest first. */
export const mostWatched = 5_000;

const name = z.string().trim().min(1).max(80);
/** What stands behind the question mark of the list's address: the search, the columns, the time. */
const address = z.record(z.string().max(32), z.string().max(2_000)).refine((texts) => Object.keys(texts).length <= 16);

/** A list of sessions that somebody gave a name. */
export const savedView = z.object({
  id: z.string(),
  name: z.string(),
  address: z.record(z.string(), z.string()),
  /** Everybody in the project sees it. */
  shared: z.boolean(),
  /** The asker saved it. */
  mine: z.boolean(),
  by: z.string(),
  savedAt: epochMs,
});
export type SavedView = z.infer<typeof savedView>;

const one = inProject.extend({ view: z.string().max(64) });

export const listViews = endpoint({
  name: 'listViews',
  summary: 'Saved views of the sessions: your own and those that are shared',
  path: '/api/v1/projects/:project/views',
  access: 'viewer',
  params: inProject,
  answer: z.object({ views: z.array(savedView) }),
});

export const saveView = endpoint({
  name: 'saveView',
  summary: 'Save a view of the sessions under a name. What a viewer saves is their own; sharing takes a member',
  method: 'POST',
  path: '/api/v1/projects/:project/views',
  access: 'viewer',
  params: inProject,
  body: z.object({ name, address, shared: z.boolean().default(false) }),
  answer: savedView,
});

export const changeView = endpoint({
  name: 'changeView',
  summary: 'Change a saved view: whoever saved it may, and an admin',
  method: 'PATCH',
  path: '/api/v1/projects/:project/views/:view',
  access: 'viewer',
  params: one,
  body: z.object({
    name: name.optional(),
    address: address.optional(),
    shared: z.boolean().optional(),
    /**
     * `savedAt` of what was in force when this was decided: if somebody has changed it since, it is refused (`changed_meanwhile`). Whoever leaves
     * it out overwrites what they name, and leaves all else as it is.
     */
    after: epochMs.optional(),
  }),
  answer: savedView,
});

export const dropView = endpoint({
  name: 'dropView',
  summary: 'Delete a saved view: whoever saved it may, and an admin',
  method: 'DELETE',
  path: '/api/v1/projects/:project/views/:view',
  access: 'viewer',
  params: one,
  answer: z.object({ done: z.literal(true) }),
});

export const listWatched = endpoint({
  name: 'listWatched',
  summary: 'The sessions that you have watched, newest first. A token watches nothing',
  path: '/api/v1/projects/:project/watched',
  access: 'viewer',
  params: inProject,
  answer: z.object({ sessions: z.array(z.string()) }),
});

export const setWatched = endpoint({
  name: 'setWatched',
  summary: 'Mark a session as watched by you, or not',
  method: 'PUT',
  path: '/api/v1/projects/:project/sessions/:session/watched',
  access: 'viewer',
  params: inProject.extend({ session: z.string().max(64) }),
  body: z.object({ watched: z.boolean() }),
  answer: z.object({ done: z.literal(true) }),
});
