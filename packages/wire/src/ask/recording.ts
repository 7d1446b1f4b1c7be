import { z } from 'zod';
import { epochMs } from '../ids.ts';
import { recordingSettings } from '../policy.ts';
import { endpoint, inProject } from './endpoint.ts';

/** What is in force, and who made it so; both null where nobody ever changed it. */
export const recordingInForce = recordingSettings.extend({
  changedAt: epochMs.nullable(),
  changedBy: z.string().nullable(),
});
export type RecordingInForce = z.infer<typeof recordingInForce>;

export const getRecording = endpoint({
  name: 'getRecording',
  summary: 'What this project records: whether at all, of how many sessions, and how much of them is masked',
  path: '/api/v1/projects/:project/recording',
  access: 'viewer',
  params: inProject,
  answer: recordingInForce,
});
export const changeRecording = endpoint({
  name: 'changeRecording',
  summary: 'Change what this project records; in force on the next page that a visitor opens',
  method: 'PUT',
  path: '/api/v1/projects/:project/recording',
  access: 'admin',
  params: inProject,
  body: recordingSettings.extend({
    /**
     * `changedAt` of what was in force when this was decided: if somebody has changed it since, it is refused (`changed_meanwhile`), save for
     * the kill switch, which then switches off what is in force now. Whoever leaves it out overwrites whatever there is.
     */
    after: epochMs.nullable().optional(),
  }),
  answer: recordingInForce,
});
