import { z } from 'zod';
import { common, durationMs, name, path } from './base.ts';

/** A long task (Long Tasks) or a long animation frame (Long Animation Frames API), with the scripts that filled it. */
export const longTaskRecord = z.object({
  ...common,
  kind: z.literal('longtask'),
  type: z.enum(['longtask', 'long-animation-frame']),
  durationMs,
  blockingMs: durationMs,
  scripts: z.array(z.object({ invoker: name, function: name, host: name, file: path, durationMs })).max(10),
});
