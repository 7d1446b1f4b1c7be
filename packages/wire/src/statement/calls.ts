import { z } from 'zod';
import { aboutValue, callName, statementBase } from './base.ts';

export const callStatement = z.object({
  ...statementBase,
  kind: z.literal('call'),
  method: z.string(),
  host: z.string(),
  path: z.string(),
  calls: z.number().int(),
  p75Ms: z.number().nullable(),
  failed: z.number().int(),
  statuses: z.array(z.object({ status: z.number().int(), calls: z.number().int() })),
  query: z.array(z.object({ name: z.string(), format: z.string() })),
  request: z.unknown().nullable(),
  /** Bodies were left out in the browser, since they carry a secret: what `request` shows is not all, or nothing. */
  requestLeftOut: z.literal('secret').optional(),
  /** Of a form that the browser sends itself: how often its answer led on to another page. With which status no page can know. */
  sentOn: z.number().int().optional(),
  response: z.unknown().nullable(),
  screens: z.array(z.object({ route: z.string(), calls: z.number().int() })),
});

export const errorStatement = z.object({
  ...statementBase,
  kind: z.literal('error'),
  /** The code of an answer, or the type of a thrown error. */
  code: z.string(),
  status: z.number().int().nullable(),
  origin: z.enum(['answer', 'thrown']),
  message: z.string(),
  raisedBy: z.array(z.object({ subject: z.string(), times: z.number().int() })),
});

export const queryStatement = z.object({
  ...statementBase,
  ...aboutValue,
  kind: z.literal('query'),
  call: callName,
  name: z.string(),
});

export const requestFieldStatement = z.object({
  ...statementBase,
  ...aboutValue,
  kind: z.literal('requestField'),
  call: callName,
  /** As a path: `deliveryAddress.street`, `lines[].partNo`. */
  name: z.string(),
});

export const responseFieldStatement = z.object({
  ...statementBase,
  ...aboutValue,
  kind: z.literal('responseField'),
  call: callName,
  status: z.number().int(),
  name: z.string(),
});

export const statusStatement = z.object({
  ...statementBase,
  kind: z.literal('status'),
  call: callName,
  status: z.number().int(),
  calls: z.number().int(),
  codes: z.array(z.string()),
});
