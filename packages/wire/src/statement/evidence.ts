import { z } from 'zod';
import { epochMs } from '../ids.ts';

/** A replay moment: where in which session the thing is seen. */
export const replayMoment = z.object({
  type: z.literal('moment'),
  session: z.string(),
  at: epochMs,
  release: z.string(),
  /** What is seen there, in a few words. */
  note: z.string(),
});

/** A place in code. Lines from 1, columns from 0 in UTF-16 units, as in source maps. */
export const codePlace = z.object({
  type: z.literal('code'),
  file: z.string(),
  line: z.number().int(),
  column: z.number().int(),
  release: z.string(),
});

export const evidence = z.discriminatedUnion('type', [replayMoment, codePlace]);
export type Evidence = z.infer<typeof evidence>;
export type ReplayMoment = z.infer<typeof replayMoment>;
export type CodePlace = z.infer<typeof codePlace>;

export const support = z.object({
  sessions: z.number().int(),
  visitors: z.number().int(),
  observations: z.number().int(),
  /** Observations that speak against it; shown beside it. */
  against: z.number().int(),
  first: epochMs,
  last: epochMs,
  releases: z.array(z.string()),
});
export type Support = z.infer<typeof support>;
