import { z } from 'zod';
import { callName, statementBase } from './base.ts';

export const roleStatement = z.object({
  ...statementBase,
  kind: z.literal('role'),
  name: z.string(),
});

/** One cell of the matrix role × what is done. Exactly one of `call`, `route` and `action` is there. Role `*`: whoever it was. */
export const permissionStatement = z.object({
  ...statementBase,
  kind: z.literal('permission'),
  role: z.string(),
  call: callName.nullable(),
  route: z.string().nullable(),
  action: z.string().nullable(),
  allowed: z.boolean(),
  times: z.number().int(),
  refused: z.number().int(),
});

export const constantStatement = z.object({
  ...statementBase,
  kind: z.literal('constant'),
  name: z.string(),
  value: z.union([z.number(), z.string()]),
  unit: z.string().nullable(),
  meaning: z.string(),
});

/** What a switch decides over: the path of a screen, the name of a control, or a call as `POST /api/checkout`. */
export const flagGate = z.object({ what: z.enum(['screen', 'action', 'call']), name: z.string() });
export type FlagGate = z.infer<typeof flagGate>;

/** A switch that turns a part of the application on or off from outside. */
export const flagStatement = z.object({
  ...statementBase,
  kind: z.literal('flag'),
  /** As code or sessions have it, with placeholders for ids: `new-checkout`. */
  name: z.string(),
  /** What the code goes by where nobody sets the flag; `null`: it does not tell. */
  default: z.union([z.boolean(), z.number(), z.string()]).nullable(),
  /** Whose library is asked, such as `LaunchDarkly`; `null`: the application's own, or only sessions tell of it. */
  provider: z.string().nullable(),
  gates: z.array(flagGate),
  /** Sessions in which it was on, off, or one of several variants. A session may have had it both ways. */
  seen: z.object({ on: z.number().int(), off: z.number().int(), variant: z.number().int() }),
});

export const storageAreas = ['localStorage', 'sessionStorage', 'cookie', 'IndexedDB'] as const;

export const storedKinds = ['text', 'number', 'boolean', 'object', 'list'] as const;
export type StorageArea = (typeof storageAreas)[number];
export type StoredKind = (typeof storedKinds)[number];

/** A name under which the application keeps something in the browser. What is kept is never told, only of what kind it is. */
export const storageStatement = z.object({
  ...statementBase,
  kind: z.literal('storage'),
  /** With placeholders for ids: `cart_{userId}`. Of IndexedDB the name of a database. */
  name: z.string(),
  /** `null`: the code keeps it somewhere that only running tells. */
  area: z.enum(storageAreas).nullable(),
  /** `null`: not shown. */
  holds: z.enum(storedKinds).nullable(),
  /** The library that keeps it, such as `zustand`; `null`: the application itself. */
  by: z.string().nullable(),
});
