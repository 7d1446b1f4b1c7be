import { z } from 'zod';
import { maxEvidence } from '../limits.ts';
import { evidence, support } from './evidence.ts';
import { pointNumber } from './points.ts';
import { review } from './review.ts';

export const statementBase = {
  /** Canonical identity: kind and identity fields. The same in every release, so that merging, diffing and review agree. */
  key: z.string(),
  point: pointNumber,
  /** One sentence, rendered from the value; no free text. */
  text: z.string(),
  support,
  confidence: z.number().min(0).max(1),
  tier: z.enum(['firm', 'likely', 'suspected']),
  evidence: z.array(evidence).min(1).max(maxEvidence),
  /** Absent: nobody has looked at it. A hidden statement is not in a specification; it stands in the list of reviews. */
  review: review.optional(),
};

/** Which call of the application, as `path` is written in its own statement. */
export const callName = z.object({ method: z.string(), path: z.string() });
export type CallName = z.infer<typeof callName>;

/** What is known of a value without telling one. `values`: a closed set, each seen from several visitors. */
export const aboutValue = {
  type: z.string(),
  format: z.string().nullable(),
  required: z.boolean(),
  nullable: z.boolean(),
  values: z.array(z.string()).nullable(),
  /**
   * How many visitors showed what the claims above turn on, by the labels of the fact: `type:null`, `optional`, `value:draft`. With it,
   * a comparison of releases tells a change from chance.
   */
  seenBy: z.record(z.string(), z.number().int()).optional(),
};
