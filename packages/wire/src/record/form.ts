import { z } from 'zod';
import { browserId } from '../ids.ts';
import { maxFieldsPerForm } from '../limits.ts';
import { common, name, path, text } from './base.ts';

/** A field and the constraints that the page states for it (HTML's constraint validation attributes, or their ARIA twins). */
export const formField = z.object({
  name,
  label: name.optional(),
  type: name,
  required: z.boolean(),
  min: z.string().max(64).optional(),
  max: z.string().max(64).optional(),
  step: z.string().max(64).optional(),
  minLength: z.number().int().min(0).optional(),
  maxLength: z.number().int().min(0).optional(),
  pattern: z.string().max(512).optional(),
  options: z.number().int().min(0).optional(),
});
export type FormField = z.infer<typeof formField>;

/**
 * A form as the page states it (`seen`), what it refused and told the person (`refused`: field and message, scrubbed),
 * or that it was sent (`submitted`). Values never.
 */
export const formRecord = z.object({
  ...common,
  kind: z.literal('form'),
  event: z.enum(['seen', 'refused', 'submitted']),
  name,
  fields: z.array(formField).max(maxFieldsPerForm).optional(),
  refusals: z
    .array(z.object({ field: name, message: text }))
    .max(maxFieldsPerForm)
    .optional(),
  /** Where to the browser itself sent the form, by POST, and loaded the document that is the answer. Absent where a script sent it. */
  postsTo: path.optional(),
  action: browserId.optional(),
});
