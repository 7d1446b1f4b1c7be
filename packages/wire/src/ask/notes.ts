import { z } from 'zod';
import { epochMs } from '../ids.ts';
import { endpoint, inProject } from './endpoint.ts';

/** What a member wrote beside a moment of a session, for those who watch it later. */
export const sessionNote = z.object({
  id: z.string(),
  /** The moment in the session. */
  at: epochMs,
  words: z.string(),
  /** Who wrote it: a member's e-mail, or the name of a token. */
  by: z.string(),
  writtenAt: epochMs,
  /** `null`: as it was first written. */
  changedAt: epochMs.nullable(),
});
export type SessionNote = z.infer<typeof sessionNote>;

/** Of one session; more are refused, so that the timeline stays one. */
export const mostNotes = 500;
export const mostNoteChars = 2_000;

const ofSession = inProject.extend({ session: z.string().max(64) });
const ofNote = ofSession.extend({ note: z.string().max(64) });
const words = z.string().trim().min(1).max(mostNoteChars);

export const listNotes = endpoint({
  name: 'listNotes',
  summary: 'What members wrote beside moments of a session, in order of the moments',
  path: '/api/v1/projects/:project/sessions/:session/notes',
  access: 'viewer',
  params: ofSession,
  answer: z.object({ notes: z.array(sessionNote) }),
});
export const writeNote = endpoint({
  name: 'writeNote',
  summary: 'Write a note beside a moment of a session; at most 500 for one session',
  method: 'POST',
  path: '/api/v1/projects/:project/sessions/:session/notes',
  access: 'member',
  params: ofSession,
  body: z.object({ at: epochMs, words }),
  answer: sessionNote,
});
export const changeNote = endpoint({
  name: 'changeNote',
  summary: 'Write a note anew; one’s own, an admin anybody’s',
  method: 'PUT',
  path: '/api/v1/projects/:project/sessions/:session/notes/:note',
  access: 'member',
  params: ofNote,
  body: z.object({ words }),
  answer: sessionNote,
});
export const dropNote = endpoint({
  name: 'dropNote',
  summary: 'Delete a note; one’s own, an admin anybody’s',
  method: 'DELETE',
  path: '/api/v1/projects/:project/sessions/:session/notes/:note',
  access: 'member',
  params: ofNote,
  answer: z.object({ done: z.literal(true) }),
});
