import { z } from 'zod';
import { epochMs } from './ids.ts';
import { pointNumber, statement } from './statement/index.ts';

/**
 * `not exercised`: one release shows it and the other had too little occasion to, so that nothing can be said. It is told apart from
 * `added` and `removed`, and never counted as either.
 */
export const changeName = z.enum(['added', 'removed', 'changed', 'not exercised']);
export type ChangeName = z.infer<typeof changeName>;

/**
 * `breaking`: who goes on as before fails. `loosened`: more is possible or accepted than before. `tightened`: less is possible or more is
 * promised, and nobody who goes on as before fails. `cosmetic`: it only reads differently, or nobody depends on it.
 */
export const severityName = z.enum(['breaking', 'loosened', 'tightened', 'cosmetic']);
export type SeverityName = z.infer<typeof severityName>;

const told = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()]);

/** One thing that a statement says, on both sides: `nullable: true → false`. */
export const changedDetail = z.object({ name: z.string(), from: told, to: told });
export type ChangedDetail = z.infer<typeof changedDetail>;

/** In how many sessions of a release, and to how many visitors, the thing could have shown itself; and in and to how many it did. */
export const exposure = z.object({
  sessions: z.number().int(),
  seen: z.number().int(),
  visitors: z.number().int(),
  seenBy: z.number().int(),
});
export type Exposure = z.infer<typeof exposure>;

const change = {
  /** The statement's key, the same in both releases. */
  key: z.string(),
  kind: z.string(),
  point: pointNumber,
  change: changeName,
  severity: severityName,
  breaking: z.boolean(),
  /** One sentence. */
  text: z.string(),
  details: z.array(changedDetail),
  /** What each release says, with its evidence; `null`: it says nothing of it. */
  from: statement.nullable(),
  to: statement.nullable(),
  exposure: z.object({ from: exposure, to: exposure }),
};

/** A change that another one brings with it: the fields and permissions of a call that is gone. */
export const consequence = z.object(change);
export type Consequence = z.infer<typeof consequence>;

export const changeItem = z.object({ ...change, consequences: z.array(consequence) });
export type ChangeItem = z.infer<typeof changeItem>;

const side = z.object({
  release: z.string().nullable(),
  span: z.object({ from: epochMs, until: epochMs }),
  sessions: z.number().int(),
  visitors: z.number().int(),
});

/** What one release says and another does not: breaking changes first, then by point and key. */
export const specificationDiff = z.object({
  v: z.literal(1),
  project: z.object({ id: z.string(), name: z.string() }),
  from: side,
  to: side,
  items: z.array(changeItem),
});
export type SpecificationDiff = z.infer<typeof specificationDiff>;
