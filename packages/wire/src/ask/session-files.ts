import { z } from 'zod';
import { epochMs } from '../ids.ts';
import { specification } from '../statement/index.ts';
import { endpoint, inProject } from './endpoint.ts';

const ofSession = inProject.extend({ session: z.string().max(64) });

/**
 * `rrweb`: a JSON array of rrweb's events. `html`: one file that plays the session without a network. `playwright`: what the person did, as
 * a test.
 */
export const sessionFormats = ['rrweb', 'html', 'playwright'] as const;
export type SessionFormat = (typeof sessionFormats)[number];

/** Stored bytes of replay in one exported file: packed, they are about a tenth of what a browser will open. */
export const mostExportedBytes = 24 * 1024 * 1024;
/** Records in one exported file, or in what one session shows. */
export const mostExportedRecords = 50_000;

export const exportSession = endpoint({
  name: 'exportSession',
  summary: 'One session, or a part of it, as a file',
  path: '/api/v1/projects/:project/sessions/:session/export',
  access: 'viewer',
  params: ofSession,
  query: z.object({
    format: z.enum(sessionFormats),
    /** The part `[from, until)`; a player needs what came before its start, which is in the file as well. */
    from: z.coerce.number().pipe(epochMs).optional(),
    until: z.coerce.number().pipe(epochMs).optional(),
  }),
  answer: z.string(),
  media: 'text/html',
  files: ['application/json', 'text/plain'],
});

export const sessionSpecification = endpoint({
  name: 'sessionSpecification',
  summary: 'What one session alone shows, in the nine points; each statement with its moments in that session',
  path: '/api/v1/projects/:project/sessions/:session/spec',
  access: 'viewer',
  params: ofSession,
  answer: specification,
});
