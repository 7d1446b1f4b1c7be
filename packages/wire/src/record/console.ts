import { z } from 'zod';
import { common, text } from './base.ts';

/** A line on the console, scrubbed to a template: what a developer wrote stays, what data filled in goes. */
export const consoleRecord = z.object({
  ...common,
  kind: z.literal('console'),
  level: z.enum(['debug', 'info', 'log', 'warn', 'error', 'assert']),
  text,
});
