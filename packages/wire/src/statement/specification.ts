import { z } from 'zod';
import { epochMs } from '../ids.ts';
import { evidence } from './evidence.ts';
import { pointNumber } from './points.ts';
import { statement } from './statement.ts';

/** Where what sessions show and what the code of a release says do not agree, or only one of them speaks. */
export const findingSorts = ['in code, never reached', 'seen running, not in this code', 'disagreement'] as const;

export const finding = z.object({
  sort: z.enum(findingSorts),
  point: pointNumber,
  /** Of the statement that it is about. */
  key: z.string(),
  text: z.string(),
  evidence: z.array(evidence),
});
export type Finding = z.infer<typeof finding>;

export const specification = z.object({
  v: z.literal(1),
  project: z.object({ id: z.string(), name: z.string() }),
  span: z.object({ from: epochMs, until: epochMs }),
  environment: z.string().nullable(),
  release: z.string().nullable(),
  basis: z.object({ sessions: z.number().int(), visitors: z.number().int(), releases: z.array(z.string()) }),
  /**
   * Whose code stands beside the sessions, and how the two compare. `reading`: not yet, in some seconds. `refused`: `reason` says why it
   * could not be read. Absent: no code of these releases was uploaded.
   */
  code: z
    .object({
      release: z.string(),
      state: z.enum(['read', 'reading', 'refused']),
      reason: z.string().nullable(),
      /** How much is read, 0 to 1; only while it is being read. */
      share: z.number().optional(),
      /** Files that were read in part or not at all, and why, for a person; at most 20. Absent: all of it was read. */
      notWhole: z.array(z.object({ file: z.string(), message: z.string() })).optional(),
      findings: z.array(finding),
    })
    .optional(),
  points: z.array(
    z.object({
      point: pointNumber,
      title: z.string(),
      shown: z.boolean(),
      /** Where it is not shown: why, and what would show it. */
      reason: z.string().nullable(),
      statements: z.array(statement),
      /** Statements that a bound left out of this answer; they are told, never silent. */
      leftOut: z.number().int(),
      /** Why they are left out, and how many for each reason: `7 beyond the most frequent of their kind`. */
      leftOutFor: z.array(z.object({ reason: z.string(), times: z.number().int() })).optional(),
    }),
  ),
});
export type Specification = z.infer<typeof specification>;
