import { z } from 'zod';
import { browserId } from '../ids.ts';
import { common, name, text } from './base.ts';

export const frustration = z.enum(['rage', 'dead', 'error']);
export type Frustration = z.infer<typeof frustration>;

/**
 * Something a person did. Sent at once (`version` 0) and, when it turns out to have frustrated, again with `frustrations`.
 * `name` is the accessible name, scrubbed; `role` the ARIA role, so that a test can find the control again by both.
 */
export const actionRecord = z.object({
  ...common,
  kind: z.literal('action'),
  id: browserId,
  version: z.number().int().min(0),
  type: z.enum(['click', 'input', 'submit', 'key', 'custom']),
  role: name,
  name,
  /** A CSS path for people, never for tests. */
  target: text.optional(),
  /** Name of the landmark, dialog or form it stands in. */
  within: name.optional(),
  frustrations: z.array(frustration).max(3),
});
