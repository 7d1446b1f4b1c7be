import { z } from 'zod';
import { aboutValue, callName, statementBase } from './base.ts';

export const entityStatement = z.object({
  ...statementBase,
  kind: z.literal('entity'),
  name: z.string(),
  aliases: z.array(z.string()),
  /** The field that tells one from another. */
  identifiedBy: z.string().nullable(),
  calls: z.array(callName),
});

export const fieldStatement = z.object({
  ...statementBase,
  ...aboutValue,
  kind: z.literal('field'),
  entity: z.string(),
  name: z.string(),
  /** The entity that it names one of. */
  ref: z.string().nullable(),
});

export const stateStatement = z.object({
  ...statementBase,
  kind: z.literal('state'),
  entity: z.string(),
  field: z.string(),
  name: z.string(),
  initial: z.boolean(),
  final: z.boolean(),
});

export const transitionStatement = z.object({
  ...statementBase,
  kind: z.literal('transition'),
  entity: z.string(),
  field: z.string(),
  from: z.string(),
  to: z.string(),
  /** `null`: it happened without a call of this application. */
  by: callName.nullable(),
  roles: z.array(z.string()),
  times: z.number().int(),
});

export const ruleNames = [
  'required',
  'requiredIf',
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'unique',
  'enum',
  'compare',
  'equals',
] as const;

export const ruleStatement = z.object({
  ...statementBase,
  kind: z.literal('rule'),
  form: z.string().nullable(),
  call: callName.nullable(),
  field: z.string(),
  rule: z.enum(ruleNames),
  value: z.union([z.string(), z.number(), z.array(z.string())]).nullable(),
  /** What the person is told. */
  message: z.string().nullable(),
  /** Where it shows: constraints of the page, refusals in the form, refusals by the server. */
  from: z.array(z.enum(['page', 'form', 'server', 'code'])),
});
