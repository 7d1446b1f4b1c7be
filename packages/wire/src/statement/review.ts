import { z } from 'zod';
import { epochMs } from '../ids.ts';

/** What a person made of a statement. It stands on the statement's key, so it holds whatever sessions show from then on. */
export const reviewStates = ['confirmed', 'corrected', 'renamed', 'hidden'] as const;

export const review = z.object({
  state: z.enum(reviewStates),
  /** Who said so, and when. */
  by: z.string(),
  at: epochMs,
  /** `corrected`: the sentence instead of the inferred one. `renamed`: the name. */
  text: z.string().optional(),
  /** The inferred sentence, where a person's stands in its place. */
  inferred: z.string().optional(),
  /** What of the statement is inferred otherwise since, by name (`value`, `message`): what was said may no longer be so. */
  changed: z.array(z.string()).optional(),
});
export type Review = z.infer<typeof review>;
