import { z } from 'zod';
import { browserId, epochMs } from './ids.ts';
import { maxRecordsPerBatch } from './limits.ts';
import { name } from './record/base.ts';
import type { WireRecord } from './record/index.ts';

export const batchVersion = 1;

/**
 * By how much a browser's clock is off, as the intake measured it and said in its answer; the browser repeats it in what it sends next,
 * so that all of a session is moved by one measure and keeps its order and distances, whatever the network takes each time.
 */
export const skewMs = z.number().int();

/**
 * What one tab sends at a time: `POST /v1/records`. `seq` counts batches of this tab from 0 and, with session and tab, is
 * the identity by which a batch sent twice is stored once. `first` is the number, in this tab, of the first record;
 * the others follow, so every record has an identity without carrying one.
 */
export const batchEnvelope = z.object({
  v: z.literal(batchVersion),
  session: browserId,
  tab: browserId,
  seq: z.number().int().min(0),
  first: z.number().int().min(0),
  /** The browser's clock when it sent, this time; against the time of receipt it tells the skew. */
  sentAt: epochMs,
  skewMs: skewMs.optional(),
  /** When the session began, by the browser's clock. */
  startedAt: epochMs,
  sdk: z.object({ name, version: name }),
  release: name.default(''),
  environment: name.default(''),
  /** An opaque visitor id, and the role, as last set by the application. */
  visitor: name.nullable().default(null),
  role: name.default(''),
});
export type BatchEnvelope = z.infer<typeof batchEnvelope>;
/** The envelope with its records still unjudged: one bad record costs that record, not the batch. */
export const recordBatch = batchEnvelope.extend({ records: z.array(z.unknown()).max(maxRecordsPerBatch) });
/** A batch as the SDK writes it. */
export type RecordBatch = z.input<typeof batchEnvelope> & { records: WireRecord[] };

/** One item that was not taken. `path` is a dotted path into the item; its value is never repeated. */
export const refusal = z.object({ index: z.number().int(), code: z.string(), path: z.string() });
export type Refusal = z.infer<typeof refusal>;

/**
 * The answer to our own SDK: 202. `watched`: someone looks at this project live, so send sooner. A refusal without `index` is of the body as
 * a whole, which was dropped: it is of a session that was erased, and lay in the browser since an earlier page. `known`, told to who brings
 * old times alone: so many of the accepted came before, by the number of their batch, within two days, and are not stored again.
 */
export const intakeAnswer = z.object({
  accepted: z.number().int(),
  known: z.number().int().optional(),
  refused: z.array(refusal.partial({ index: true })),
  watched: z.boolean(),
  skewMs: skewMs.optional(),
});
export type IntakeAnswer = z.infer<typeof intakeAnswer>;
