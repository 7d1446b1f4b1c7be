import { z } from 'zod';
import { common, durationMs, path, text } from './base.ts';

/** One visit to a screen. Sent when it begins (`version` 0) and again when it ends; the highest version is the whole truth. */
export const viewRecord = z.object({
  ...common,
  kind: z.literal('view'),
  version: z.number().int().min(0),
  path,
  title: text,
  cause: z.enum(['load', 'push', 'replace', 'pop', 'hash', 'bfcache']),
  /** The route of the view before, in the same tab. */
  from: path.optional(),
  /** Until the load event, for views that loaded a document. null: the page was left before. */
  loadMs: durationMs.nullable().optional(),
  /** Only in the last version. */
  durationMs: durationMs.optional(),
});
