import { z } from 'zod';
import { browserId, debugId } from '../ids.ts';
import { maxStackFrames } from '../limits.ts';
import { common, name, path, text } from './base.ts';

export const stackFrame = z.object({
  function: name.optional(),
  /** Path of the script on its host, without query; `host` is empty for the page's own. */
  host: name,
  file: path,
  line: z.number().int().min(0).optional(),
  column: z.number().int().min(0).optional(),
  /** What the build wrote into the script and its source map, where the sender tells it: it names the map whatever the release is called. */
  debugId: debugId.optional(),
});
export type StackFrame = z.infer<typeof stackFrame>;

/** `type` and `message` follow OpenTelemetry's `exception.type` and `exception.message`; the message is scrubbed to a template. */
export const errorRecord = z.object({
  ...common,
  kind: z.literal('error'),
  source: z.enum(['uncaught', 'rejection', 'console', 'resource', 'csp', 'deprecation', 'manual']),
  handled: z.boolean(),
  type: name,
  message: text,
  stack: z.array(stackFrame).max(maxStackFrames),
  causes: z
    .array(z.object({ type: name, message: text, stack: z.array(stackFrame).max(maxStackFrames).optional() }))
    .max(5)
    .optional(),
  action: browserId.optional(),
});
