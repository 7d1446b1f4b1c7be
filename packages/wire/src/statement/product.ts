import { z } from 'zod';
import { callName, statementBase } from './base.ts';

export const control = z.object({
  role: z.string(),
  name: z.string(),
  actions: z.number().int(),
  frustrated: z.number().int(),
});

export const screenStatement = z.object({
  ...statementBase,
  kind: z.literal('screen'),
  route: z.string(),
  title: z.string(),
  views: z.number().int(),
  controls: z.array(control),
  enteredFrom: z.array(z.object({ route: z.string(), views: z.number().int() })),
});

export const purposeStatement = z.object({
  ...statementBase,
  kind: z.literal('purpose'),
  /** The product's name as its titles say it; empty where they say none. */
  product: z.string(),
  vocabulary: z.array(z.string()),
});

export const audienceStatement = z.object({
  ...statementBase,
  kind: z.literal('audience'),
  who: z.string(),
  roles: z.array(z.object({ name: z.string(), visitors: z.number().int() })),
  devices: z.array(z.object({ name: z.string(), visitors: z.number().int() })),
});

export const capabilityStatement = z.object({
  ...statementBase,
  kind: z.literal('capability'),
  verb: z.string(),
  entity: z.string(),
  control: z.object({ role: z.string(), name: z.string() }).nullable(),
  call: callName.nullable(),
});

/** What people do from beginning to end, most first; each step by role and name, so that a test can do it again. */
export const journeyStatement = z.object({
  ...statementBase,
  kind: z.literal('journey'),
  name: z.string(),
  steps: z.array(
    z.object({ route: z.string(), role: z.string(), name: z.string(), type: z.string(), calls: z.array(callName) }),
  ),
});

export const linkStatement = z.object({
  ...statementBase,
  kind: z.literal('link'),
  from: z.string(),
  to: z.string(),
  times: z.number().int(),
  controls: z.array(z.object({ role: z.string(), name: z.string(), times: z.number().int() })),
});
