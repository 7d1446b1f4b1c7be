import { z } from 'zod';
import { maxAttributes } from '../limits.ts';
import { common, name, text } from './base.ts';

/** Attributes that the watched application itself chose to hand us. */
export const attributes = z
  .record(name, z.union([text, z.number(), z.boolean(), z.null()]))
  .refine((given) => Object.keys(given).length <= maxAttributes);

/** Something changed state: the page (`page.visibility`, `page.online`) or whatever the application names. */
export const stateRecord = z.object({
  ...common,
  kind: z.literal('state'),
  subject: name,
  from: name.optional(),
  to: name,
});

/** Who the visitor is: an opaque id, a role, traits that the application allows. */
export const userRecord = z.object({
  ...common,
  kind: z.literal('user'),
  visitor: name.nullable(),
  role: name.optional(),
  traits: attributes.optional(),
});

/** Context of everything that follows in this session. */
export const contextRecord = z.object({ ...common, kind: z.literal('context'), attributes });

export const customRecord = z.object({ ...common, kind: z.literal('custom'), name, attributes: attributes.optional() });
