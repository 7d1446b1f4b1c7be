import { z } from 'zod';
import { epochMs } from '../ids.ts';
import { endpoint, inProject } from './endpoint.ts';

/** Days that anything recorded is kept at most, and of a project that was never changed: the longest for which a partition holds one day. */
export const longestKeptDays = 90;

/** Whole days (UTC): what was recorded on a day goes when that many days have passed after it. */
export const retention = z.object({ days: z.int().min(1).max(longestKeptDays) });

/** What is in force, and who made it so; both null where nobody ever changed it. */
export const retentionInForce = retention.extend({
  changedAt: epochMs.nullable(),
  changedBy: z.string().nullable(),
});
export type RetentionInForce = z.infer<typeof retentionInForce>;

export const getRetention = endpoint({
  name: 'getRetention',
  summary: 'How many days this project keeps what it recorded',
  path: '/api/v1/projects/:project/retention',
  access: 'viewer',
  params: inProject,
  answer: retentionInForce,
});
export const changeRetention = endpoint({
  name: 'changeRetention',
  summary: 'Change how many days this project keeps what it recorded; what is older is deleted within the hour',
  method: 'PUT',
  path: '/api/v1/projects/:project/retention',
  access: 'admin',
  params: inProject,
  body: retention.extend({
    /**
     * `changedAt` of what was in force when this was decided: if somebody has changed it since, it is refused (`changed_meanwhile`), as fewer days
     * than that delete more than was meant. Whoever leaves it out overwrites whatever there is.
     */
    after: epochMs.nullable().optional(),
  }),
  answer: retentionInForce,
});
